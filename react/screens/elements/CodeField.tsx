/** A field for a six-character code, which looks like six boxes. */
"use client"
import { type ReactNode, useRef } from "react"
import { typedCode } from "../../../schemas/typed.ts"
import { Field, type FieldProps } from "./Field.tsx"

/**
 * One input, which works with paste, password managers, screen readers and codes from text messages. Removes spaces and
 * dashes, and replaces digits of other scripts. While an input method is composing text, the text stays unchanged.
 */
export const CodeField = ({ form, ...rest }: FieldProps): ReactNode => {
  const isComposing = useRef(false)
  const set = (field: never, value: never) => form.set(field, (isComposing.current ? value : typedCode(value)) as never)
  return (
    <Field
      {...rest}
      form={{ ...form, set }}
      className="lk-code"
      autoComplete="one-time-code"
      onCompositionStart={() => void (isComposing.current = true)}
      onCompositionEnd={({ currentTarget: { name, value } }) => {
        isComposing.current = false
        set(name as never, value as never)
      }}
    />
  )
}
