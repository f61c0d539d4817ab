/** A select with its label. */
"use client"
import { type ReactNode, useId } from "react"

/** A labelled select for a form's field. */
export const SelectField = <Name extends string>({ form, label, name, options }: {
  readonly label: string
  readonly name: Name
  readonly form: {
    readonly values: { readonly [N in Name]: string }
    readonly set: (field: Name, value: string) => void
  }
  readonly options: ReadonlyArray<readonly [value: string, text: string]>
}): ReactNode => {
  const id = useId()
  return (
    <div className="lk-field">
      <div className="lk-label">
        <label htmlFor={id}>{label}</label>
      </div>
      <select
        id={id}
        name={name}
        className="lk-input"
        value={form.values[name]}
        onChange={(event) => form.set(name, event.target.value)}
      >
        {options.map(([value, text]) => <option key={value} value={value}>{text}</option>)}
      </select>
    </div>
  )
}
