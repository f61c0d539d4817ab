/** Messages about errors and results. */
"use client"
import * as Effect from "effect/Effect"
import { type ReactNode, useState } from "react"
import { countDown } from "../../parts/form/countDown.ts"
import { useLasting } from "../../useLasting.ts"
import { useWords } from "../Language.tsx"
import { slot } from "../Slots.tsx"
import { lang, problems, signIn } from "../texts/english.ts"
import { retryAfterSeconds, useProblemText, waitText } from "./problemText.ts"

const english = { lang, problems, signIn }

/** A box that assistive technology announces when it appears: immediately for `danger`, otherwise politely. */
export const Notice = ({ children, look, title }: {
  readonly look: "danger" | "good" | "plain"
  readonly title?: string | undefined
  readonly children?: ReactNode | undefined
}): ReactNode => (
  <NoticeSlot
    look={look}
    role={look === "danger" ? "alert" : "status"}
    // Lets a form focus the box after a failed submission whose error belongs to no field.
    tabIndex={look === "danger" ? -1 : undefined}
  >
    {title === undefined ? null : <strong>{title}</strong>}
    {children}
  </NoticeSlot>
)

const NoticeSlot = slot("Notice", ({ look, ...rest }) => <div {...rest} className="lk-note" data-look={look} />)

/** Shows an error as a translated message. Renders nothing without an error. */
export const ProblemNotice = ({ problem }: { readonly problem: unknown }): ReactNode => {
  const text = useProblemText(problem)
  const seconds = retryAfterSeconds(problem)
  if (text === undefined) return null
  return (
    <Notice look="danger">
      {seconds === undefined ? text : <Wait problem={problem} seconds={seconds} />}
    </Notice>
  )
}

/** Shows a countdown every second, and announces it every ten seconds. */
const Wait = ({ problem, seconds }: { readonly problem: unknown; readonly seconds: number }) => {
  const texts = useWords(english)
  const left = useCountdown(problem)
  const spoken = left === seconds ? left : Math.min(seconds, Math.ceil(left / 10) * 10)
  return (
    <>
      <span aria-hidden="true">{waitText(left, texts)}</span>
      <span className="lk-hidden">{waitText(spoken, texts)}</span>
    </>
  )
}

/** Returns the remaining seconds until a rate limit ends. */
const useCountdown = (problem: unknown): number => {
  const [left, setLeft] = useState(retryAfterSeconds(problem) ?? 0)
  useLasting(() => {
    const fiber = Effect.runFork(countDown(retryAfterSeconds(problem) ?? 0, setLeft))
    return () => fiber.interruptUnsafe()
  }, [problem])
  return left
}
