/** One input with its label, its hint and what is wrong with it. */
"use client"
import { type ComponentProps, type ReactNode, useId, useState } from "react"
import { useTexts } from "../Language.tsx"
import { useProblemText } from "./problemText.ts"
import { VisuallyHidden } from "./VisuallyHidden.tsx"

/** What a field of a form needs. `form` is one of `useForm`. */
export interface FieldProps extends Omit<ComponentProps<"input">, "form" | "value" | "onChange"> {
  readonly label: string
  readonly name: string
  readonly hint?: string
  /** Beside the label: the link for people who cannot fill it in. */
  readonly aside?: ReactNode
  readonly form: {
    readonly values: { readonly [field: string]: string | boolean }
    readonly problems: { readonly [field: string]: unknown }
    readonly set: (field: never, value: never) => void
  }
}

/** A labelled input. What is wrong stands below it and is tied to it; a password can be shown. */
export const Field = (
  { aside, className = "", form, hint, label, name, type = "text", ...rest }: FieldProps
): ReactNode => {
  const { common } = useTexts()
  const id = useId()
  const [shown, setShown] = useState(false)
  const wrong = useProblemText(form.problems[name])
  const described = [hint === undefined ? "" : `${id}-hint`, wrong === undefined ? "" : `${id}-wrong`].join(" ").trim()
  return (
    <div className="lk-field">
      <div className="lk-label">
        <label htmlFor={id}>{label}</label>
        {aside}
      </div>
      <div className="lk-box">
        <input
          {...rest}
          id={id}
          name={name}
          type={type === "password" && shown ? "text" : type}
          // addresses and codes run from left to right in every language
          dir={type === "email" || className.includes("lk-code") ? "ltr" : undefined}
          className={`lk-input ${className}`}
          value={String(form.values[name] ?? "")}
          onChange={(event) => form.set(name as never, event.target.value as never)}
          aria-invalid={wrong === undefined ? undefined : true}
          aria-describedby={described === "" ? undefined : described}
        />
        {type === "password"
          ? (
            <button
              type="button"
              className="lk-reveal"
              aria-pressed={shown}
              onClick={() => setShown(!shown)}
            >
              {common.showPassword}
              <VisuallyHidden>{label}</VisuallyHidden>
            </button>
          )
          : null}
      </div>
      {hint === undefined ? null : <p id={`${id}-hint`} className="lk-hint">{hint}</p>}
      {wrong === undefined ? null : <p id={`${id}-wrong`} className="lk-wrong">{wrong}</p>}
    </div>
  )
}
