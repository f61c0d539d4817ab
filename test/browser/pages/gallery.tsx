/** Every screen in every state, without a platform: `/?screen=signIn&state=offline&scheme=dark&lang=en`. */
import { createRoot } from "react-dom/client"
import { Language } from "../../../react/screens/Language.tsx"
import "../../../react/screens/screens.css"
import { ar } from "../../../react/screens/texts/ar.ts"
import { de } from "../../../react/screens/texts/de.ts"
import { en } from "../../../react/screens/texts/en.ts"
import * as account from "./gallery/account.tsx"
import * as settings from "./gallery/settings.tsx"
import * as signIn from "./gallery/signIn.tsx"
import * as steps from "./gallery/steps.tsx"

const gallery: { readonly [screen: string]: { readonly [state: string]: React.ReactNode } } = {
  ...signIn,
  ...account,
  ...settings,
  ...steps
}

declare global {
  /** The states of every screen, for the test to go through. */
  var states: { readonly [screen: string]: ReadonlyArray<string> }
  /** Shows one. Resolves when it is drawn. */
  var show: (screen: string, state: string, scheme: "light" | "dark", dir?: "ltr" | "rtl") => Promise<void>
  /** What the screens speak from now on. */
  var speak: (lang: keyof typeof languages) => void
}

const languages = { ar, de, en }

let spoken: keyof typeof languages = "en"

globalThis.speak = (lang) => {
  spoken = lang
  document.documentElement.lang = lang
}

const root = createRoot(document.getElementById("app")!)

globalThis.states = Object.fromEntries(Object.entries(gallery).map(([screen, states]) => [screen, Object.keys(states)]))
globalThis.show = async (screen, state, scheme, dir = languages[spoken].dir) => {
  document.documentElement.dataset.lkScheme = scheme
  root.render(
    <Language key={`${screen} ${state}`} texts={{ ...languages[spoken], dir }}>
      <div>{gallery[screen]?.[state]}</div>
    </Language>
  )
  await new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))
}

const asked = new URL(location.href).searchParams
void show(
  asked.get("screen") ?? "signIn",
  asked.get("state") ?? "everything",
  asked.get("scheme") === "dark" ? "dark" : "light"
)
