/** The emails that the app's users get, newest first. */
import { type ReactNode, useState } from "react"
import type { Mail } from "../../../../src/emulator/index.ts"
import type { Playground } from "./playground.ts"

export const Emails = ({ onOpened, playground }: {
  readonly playground: Playground | undefined
  /** Called after a link was opened in the app. */
  readonly onOpened: () => void
}): ReactNode => {
  const mails = (playground?.mails() ?? []).map((mail, index) => ({ mail, id: index + 1 })).reverse()
  const [toggled, setToggled] = useState<{ readonly [id: number]: boolean }>({})
  const open = (link: string) => {
    playground?.open(link)
    onOpened()
  }
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
                  {isOpen ? <Text mail={mail} onOpen={open} /> : null}
                </li>
              )
            })}
          </ol>
        )}
      </div>
    </>
  )
}

const Text = ({ mail: { link, text }, onOpen }: { readonly mail: Mail; readonly onOpen: (link: string) => void }) => (
  <div className="mail">
    <p>{link === undefined ? text.trim() : text.replaceAll(link, "").trim()}</p>
    {link === undefined
      ? null
      : <button type="button" className="main" onClick={() => onOpen(link)}>Open the link</button>}
  </div>
)
