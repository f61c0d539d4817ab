/** The markup around the fields of a form. */
"use client"
import { type ReactNode, useCallback, useEffect, useRef } from "react"
import type { Form } from "../../parts/form/useForm.ts"
import { ProblemNotice } from "./Notice.tsx"

/**
 * A form, whose fields no browser puts into an address. After a submission that failed the focus goes to the first field that is wrong, else to the sentence above the
 * button.
 */
export const FormView = ({ children, form, label }: {
  readonly form: Pick<Form<never>, "failures" | "pending" | "problem" | "props">
  /** For assistive technology, where a page has several forms. */
  readonly label?: string
  /** The fields, and the button that submits. */
  readonly children: ReactNode
}): ReactNode => {
  const element = useRef<HTMLFormElement>(null)
  const { failures, pending, problem, props } = form
  const { ref } = props
  const attach = useCallback((form: HTMLFormElement | null) => {
    element.current = form
    ref(form)
  }, [ref])
  useEffect(() => {
    if (failures === 0) return
    const wrong = element.current?.querySelector<HTMLElement>("[aria-invalid=\"true\"]")
      ?? element.current?.querySelector<HTMLElement>("[role=\"alert\"]")
    wrong?.focus()
  }, [failures])
  return (
    <form
      {...props}
      ref={attach}
      className="lk-stack lk-form"
      aria-label={label}
      aria-busy={pending}
    >
      <ProblemNotice problem={problem} />
      {children}
    </form>
  )
}
