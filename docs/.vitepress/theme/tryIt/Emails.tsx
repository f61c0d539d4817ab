/** The emails that the app's users get, newest first. */
import { type ReactNode, useState } from "react"
import type { Mail } from "../../../../src/emulator/index.ts"
import { MailFrame } from "./MailFrame.tsx"
import type { Playground } from "./playground.ts"

export const Emails = ({ playground }: { readonly playground: Playground | undefined }): ReactNode => {
  const mails = (playground?.mails() ?? []).map((mail, index) => ({ mail, id: index + 1 })).reverse()
  const [toggled, setToggled] = useState<{ readonly [id: number]: boolean }>({})
  return (
    <>
      <h3 className="head">Emails</h3>
      <div className="list" role="log" aria-label="Emails">
        {mails.length === 0 ? <p className="empty">No email yet. Emails to any address arrive here.</p> : (
          <ol>
            {mails.map(({ id, mail }, index) => {
              const isOpen = toggled[id] ?? index === 0
              return (
                <li key={id}>
                  <button
                    type="button"
                    className="row"
                    aria-expanded={isOpen}
                    onClick={() => setToggled({ ...toggled, [id]: !isOpen })}
                  >
                    <span className="subject">{mail.subject}</span>
                    <span className="detail">{mail.to}</span>
                  </button>
                  {isOpen && playground !== undefined
                    ? <Content mail={mail} playground={playground} onOpen={playground.open} />
                    : null}
                </li>
              )
            })}
          </ol>
        )}
      </div>
    </>
  )
}

/** The email as its reader sees it. The button opens its link for readers who don't want to look for it. */
const Content = ({ mail: { html, link, subject, text }, onOpen, playground }: {
  readonly mail: Mail
  readonly playground: Playground
  readonly onOpen: (link: string) => void
}) => (
  <div className="mail">
    {html === undefined
      ? <p>{text}</p>
      : <MailFrame title={`Email: ${subject}`} html={html} documentOf={playground.mailDocument} onOpen={onOpen} />}
    {link === undefined
      ? null
      : <button type="button" className="main" onClick={() => onOpen(link)}>Open the link</button>}
  </div>
)
