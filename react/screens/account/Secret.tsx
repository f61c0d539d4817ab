/** A secret to copy. */
"use client"
import * as Redacted from "effect/Redacted"
import { type ReactNode, useId, useRef, useState } from "react"
import { Button } from "../elements/Button.tsx"
import { useAccountTexts } from "./accountTexts.ts"
import { LiveRegion } from "./LiveRegion.tsx"

/** Characters per line that fit next to the button. */
const lineLength = 24

/**
 * A read-only field that shows the whole secret, with a copy button. Without clipboard access, the button selects the
 * text.
 */
export const Secret = ({ label, shown, value }: {
  readonly label: string
  readonly value: Redacted.Redacted
  /** Formats the secret for display, for example in groups of characters. */
  readonly shown?: ((value: string) => string) | undefined
}): ReactNode => {
  const { copy } = useAccountTexts()
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [copied, setCopied] = useState(false)
  const text = Redacted.value(value)
  const take = () =>
    navigator.clipboard?.writeText(text).then(() => setCopied(true), () => field.current?.select())
      ?? field.current?.select()
  return (
    <div className="lk-field">
      <div className="lk-label">
        <label htmlFor={id}>{label}</label>
      </div>
      <div className="lk-row lk-copy">
        <textarea
          ref={field}
          id={id}
          className="lk-input lk-mono"
          readOnly
          value={shown?.(text) ?? text}
          rows={Math.ceil(text.length / lineLength)}
          autoComplete="off"
          spellCheck={false}
          dir="ltr"
          onFocus={(event) => event.target.select()}
        />
        <Button onClick={() => void take()}>{copy.label}</Button>
      </div>
      <LiveRegion>{copied && copy.done}</LiveRegion>
    </div>
  )
}
