/** An input with its label, hint and problem. */
"use client"
import { type ComponentProps, type CSSProperties, type ReactNode, useId, useState } from "react"
import { Filled, inSpans, type Values } from "../inSpans.tsx"
import { useWords } from "../Language.tsx"
import { slot } from "../Slots.tsx"
import { common } from "../texts/english.ts"
import { Icon } from "./Icon.tsx"
import { useProblemText } from "./problemText.ts"

const english = { common }

/** Props of a form's field. `form` comes from `useForm`. */
export interface FieldProps extends Omit<ComponentProps<"input">, "form" | "value" | "onChange"> {
  readonly label: string
  /** Values of placeholders in the label. @default none */
  readonly values?: Values | undefined
  readonly name: string
  readonly hint?: string | undefined
  /** A link next to the label, such as "Forgot password?". It follows the field in the tab order. */
  readonly aside?: ReactNode | undefined
  readonly form: {
    readonly values: { readonly [field: string]: string | boolean }
    readonly problems: { readonly [field: string]: unknown }
    readonly set: (field: never, value: never) => void
  }
}

/**
 * A labelled input. A problem is shown below the input, and `aria-describedby` links to it. Users can reveal a
 * password.
 */
export const Field = (
  { aside, className = "", form, hint, label, name, type = "text", values, ...rest }: FieldProps
): ReactNode => {
  const { common } = useWords(english)
  const id = useId()
  const [shown, setShown] = useState(false)
  const wrong = useProblemText(form.problems[name])
  // The problem replaces the hint, because both contain the same information.
  const described = wrong !== undefined ? `${id}-wrong` : hint !== undefined ? `${id}-hint` : undefined
  return (
    <div className="lk-field">
      <label className="lk-label" htmlFor={id}>
        {values === undefined ? label : <Filled text={label} values={values} />}
      </label>
      <div className="lk-box">
        <Input
          {...rest}
          id={id}
          name={name}
          type={type === "password" && shown ? "text" : type}
          // Addresses and codes are left-to-right in every language.
          dir={type === "email" || className.includes("lk-code") ? "ltr" : undefined}
          className={className}
          value={String(form.values[name] ?? "")}
          onChange={(event) => form.set(name as never, event.target.value as never)}
          aria-invalid={wrong === undefined ? undefined : true}
          aria-describedby={described}
        />
        {type === "password"
          ? (
            <button
              type="button"
              className="lk-reveal"
              aria-pressed={shown}
              onClick={() => setShown(!shown)}
            >
              <Icon name="eye" struck />
              <span className="lk-hidden">{`${common.showPassword} ${label}`}</span>
            </button>
          )
          : null}
      </div>
      {aside === undefined ? null : <span className="lk-aside">{inSpans(aside)}</span>}
      {rest.autoComplete === "new-password" ? <Strength of={String(form.values[name] ?? "")} /> : null}
      {hint === undefined || wrong !== undefined ? null : <p id={`${id}-hint`} className="lk-hint">{hint}</p>}
      {wrong === undefined ? null : <p id={`${id}-wrong`} className="lk-wrong">{wrong}</p>}
    </div>
  )
}

const Input = slot("Input", ({ className = "", ...rest }) => <input {...rest} className={`lk-input ${className}`} />)

/** A password's strength by its length (NIST SP 800-63B-4): full at 16 characters. Hidden from assistive technology. */
const Strength = ({ of: { length } }: { readonly of: string }) => (
  <span
    className="lk-strength"
    aria-hidden="true"
    style={{ "--lk-strong": Math.min(1, length / 16) } as CSSProperties}
  />
)
