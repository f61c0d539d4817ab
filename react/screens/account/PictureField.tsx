/** Choosing a picture. */
"use client"
import { type ReactNode, useId, useRef } from "react"
import { PictureNotReadable } from "../../parts/account/PictureNotReadable.ts"
import type { Picture } from "../../parts/account/usePicture.ts"
import { Avatar } from "../elements/Avatar.tsx"
import { Button } from "../elements/Button.tsx"
import { Notice, ProblemNotice } from "../elements/Notice.tsx"
import { useAccountTexts } from "./accountTexts.ts"

/** The current picture, and buttons to change it. */
export const PictureField = ({ id: of, label, name, picture, team = false }: {
  /** Id of the user or team. */
  readonly id: string | undefined
  readonly team?: boolean | undefined
  readonly label: string
  readonly name: string
  readonly picture: Picture
}): ReactNode => {
  const texts = useAccountTexts().picture
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const { choose, pending, problem, remove, url } = picture
  return (
    <div className="lk-stack lk-tight" role="group" aria-labelledby={id}>
      <p id={id} className="lk-label">{label}</p>
      {problem instanceof PictureNotReadable
        ? <Notice look="danger">{texts.unreadable}</Notice>
        : <ProblemNotice problem={problem} />}
      <div className="lk-row lk-wideset">
        <Avatar large team={team} id={of} name={name} url={url} />
        <div className="lk-grow lk-stack lk-tight">
          <div className="lk-row">
            <input
              ref={input}
              type="file"
              hidden
              accept="image/png,image/jpeg,image/webp"
              aria-label={texts.choose}
              onChange={({ target }) => {
                const file = target.files?.[0]
                if (file !== undefined) choose(file)
                // Clear the value, so that choosing the same file again fires an event.
                target.value = ""
              }}
            />
            <Button className="lk-small" busy={pending} onClick={() => input.current?.click()}>{texts.choose}</Button>
            {url === null ?
              null :
              (
                <Button className="lk-small" look="quiet" onClick={() => pending ? undefined : remove()}>
                  {texts.remove}
                </Button>
              )}
          </div>
          <p className="lk-hint">{texts.hint}</p>
        </div>
      </div>
    </div>
  )
}
