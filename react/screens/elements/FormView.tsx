/** The form element. */
"use client"
import { type ReactNode, useCallback, useEffect, useRef } from "react"
import type { Form } from "../../parts/form/useForm.ts"
import { ProblemNotice } from "./Notice.tsx"

/**
 * A form that never submits its fields in a URL. After a failed submission, focus moves to the first invalid field, or
 * otherwise to the message above the button.
 */
export const FormView = ({ children, form, label }: {
  readonly form: Pick<Form<never>, "failures" | "pending" | "problem" | "props">
  /** Accessible name, for pages with several forms. */
  readonly label?: string | undefined
  /** The fields and the submit button. */
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
