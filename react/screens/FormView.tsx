/** The markup around the fields of a form. */
"use client"
import { type ReactNode, useEffect, useRef } from "react"
import type { Form } from "../parts/useForm.ts"
import { ProblemNotice } from "./Notice.tsx"

/**
 * A form. After a submission that failed the focus goes to the first field that is wrong, else to the sentence above the
 * button.
 */
export const FormView = ({ children, form, label }: {
  readonly form: Pick<Form<never>, "failures" | "pending" | "problem" | "submit">
  /** For assistive technology, where a page has several forms. */
  readonly label?: string
  /** The fields, and the button that submits. */
  readonly children: ReactNode
}): ReactNode => {
  const element = useRef<HTMLFormElement>(null)
  const { failures, pending, problem, submit } = form
  useEffect(() => {
    if (failures === 0) return
    const wrong = element.current?.querySelector<HTMLElement>("[aria-invalid=\"true\"]")
      ?? element.current?.querySelector<HTMLElement>("[role=\"alert\"]")
    wrong?.focus()
  }, [failures])
  return (
    <form
      ref={element}
      className="lk-stack"
      noValidate
      aria-label={label}
      aria-busy={pending}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <ProblemNotice problem={problem} />
      {children}
    </form>
  )
}
