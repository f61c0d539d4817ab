/** The second step of signing in by mail, for screens whose people may never need it. */
"use client"
import { type ComponentProps, type ReactNode, Suspense, useEffect } from "react"
import { Working } from "../elements/MessageCard.tsx"
import { useWords } from "../Language.tsx"
import { lazyComponent } from "../lazyComponent.ts"
import { signIn } from "../texts/english.ts"
import type { CodeSent } from "./CodeSent.tsx"

const english = { signIn }

const load = async () => (await import("./CodeSent.tsx")).CodeSent

const Lazy = lazyComponent(load)

/** Asks for the code that was mailed. */
export const MailedCode = (props: ComponentProps<typeof CodeSent>): ReactNode => (
  <Suspense fallback={<Working title={useWords(english).signIn.codeTitle} />}>
    <Lazy {...props} />
  </Suspense>
)

/** Has its code come while the mail is being sent. */
export const useCodeAhead = (sending: boolean | undefined): void => {
  useEffect(() => {
    if (sending === true) load().catch(() => {}) // whoever shows the step hears of it
  }, [sending])
}
