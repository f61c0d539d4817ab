/** The step of an email sign-in that reads the code, loaded on demand. */
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

/** Shows a field for the emailed code. */
export const MailedCode = (props: ComponentProps<typeof CodeSent>): ReactNode => (
  <Suspense fallback={<Working title={useWords(english).signIn.codeTitle} />}>
    <Lazy {...props} />
  </Suspense>
)

/** Loads the code of this step while the email is being sent. */
export const useCodeAhead = (sending: boolean | undefined): void => {
  useEffect(() => {
    if (sending === true) load().catch(() => {}) // the step reports the error when it renders
  }, [sending])
}
