/** Keeps the email address that the user typed in one form for the next form. WCAG 2.2, 3.3.7. */
"use client"
import { useEffect, useRef, useSyncExternalStore } from "react"
import { useStorage } from "./useStorage.ts"

/** Key in the tab's session storage. Other pages and servers could read the address in a URL. */
const key = "latchkey-email"

/** Returns the address typed in this tab. `undefined` on servers, and if no address was typed. */
export const useKeptEmail = (): string | undefined =>
  useSyncExternalStore(never, useStorage("session", key).read, () => undefined)

/** Returns a function that clears the address after sign-in. */
export const useForgetEmail = (): () => void => {
  const { write } = useStorage("session", key)
  return () => write("")
}

const never = () => () => {}

interface EmailForm {
  readonly ready: boolean
  readonly values: { readonly email: string }
  readonly set: (field: "email", value: string) => void
}

/** Shares the address between the forms of a tab. A form starts with the address typed last. */
export const useSharedEmail = (...forms: ReadonlyArray<EmailForm>): void => {
  const before = useRef<ReadonlyArray<string>>(undefined)
  const kept = useStorage("session", key)
  useEffect(() => {
    // Until hydration, the form's values may lack text that the user has already typed.
    if (!forms.every(({ ready }) => ready)) return
    const now = forms.map(({ values }) => values.email)
    const typed = before.current === undefined
      ? now.find((email) => email !== "") ?? kept.read()
      : now.find((email, at) => email !== before.current?.[at])
    before.current = now
    if (typed === undefined) return
    kept.write(typed)
    for (const form of forms) if (form.values.email !== typed) form.set("email", typed)
  })
}
