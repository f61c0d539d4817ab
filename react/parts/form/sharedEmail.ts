/** The address that people type is asked for once: it goes with them from one way in to the next. WCAG 2.2, 3.3.7. */
"use client"
import { useEffect, useRef, useSyncExternalStore } from "react"

/** In the tab's session storage: addresses of pages are read by others. */
const key = "latchkey-email"

/** Browsers may forbid storage, and servers have none. */
const inTab = <A>(ask: (storage: Storage) => A): A | undefined => {
  try {
    return ask(sessionStorage)
  } catch {
    return undefined
  }
}

const keptEmail = () => inTab((storage) => storage.getItem(key)) || undefined

const keepEmail = (email: string) => inTab((storage) => storage.setItem(key, email))

/** Whoever is in types it no more. */
export const forgetEmail = () => keepEmail("")

/** The address that was typed in this tab. `undefined` on a server, and when it is not known. */
export const useKeptEmail = (): string | undefined => useSyncExternalStore(never, keptEmail, () => undefined)

const never = () => () => {}

interface EmailForm {
  readonly ready: boolean
  readonly values: { readonly email: string }
  readonly set: (field: "email", value: string) => void
}

/** Keeps the same address in the forms, from the tab's last one on. */
export const useSharedEmail = (...forms: ReadonlyArray<EmailForm>): void => {
  const before = useRef<ReadonlyArray<string>>(undefined)
  useEffect(() => {
    // what was typed before the page was alive is among the values from then on
    if (!forms.every(({ ready }) => ready)) return
    const now = forms.map(({ values }) => values.email)
    const typed = before.current === undefined
      ? now.find((email) => email !== "") ?? keptEmail()
      : now.find((email, at) => email !== before.current?.[at])
    before.current = now
    if (typed === undefined) return
    keepEmail(typed)
    for (const form of forms) if (form.values.email !== typed) form.set("email", typed)
  })
}
