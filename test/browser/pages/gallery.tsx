/**
 * All screens in all states, without a platform. Shows one with `/?screen=signIn&state=offline`, or many below each
 * other in any look, so that a check covers all of them.
 */
import { isValidElement } from "react"
import { flushSync } from "react-dom"
import { createRoot } from "react-dom/client"
import { Brand } from "../../../react/screens/Brand.tsx"
import { Language } from "../../../react/screens/Language.tsx"
import "latchkey/react/screens.css"
import "latchkey/react/themes/candy.css"
import "latchkey/react/themes/paper.css"
import "latchkey/react/themes/slate.css"
import { ar } from "../../../react/screens/languages/ar.ts"
import { de } from "../../../react/screens/languages/de.ts"
import { en } from "../../../react/screens/texts/en.ts"
import * as account from "./gallery/account.tsx"
import * as billing from "./gallery/billing.tsx"
import * as pieces from "./gallery/pieces.tsx"
import * as settings from "./gallery/settings.tsx"
import * as signIn from "./gallery/signIn.tsx"
import * as steps from "./gallery/steps.tsx"

const { Pressed: _, ...sections } = settings
const { Opened: __, ...ofOtherPages } = pieces

const gallery: { readonly [screen: string]: { readonly [state: string]: React.ReactNode } } = {
  ...signIn,
  ...account,
  ...steps,
  ...sections,
  ...billing,
  ...ofOtherPages
}

const languages = { ar, de, en }

/** Appearance in which a state is rendered. */
export interface Look {
  readonly lang?: keyof typeof languages
  readonly scheme?: "light" | "dark"
  /** A theme of the package. */
  readonly theme?: string
  /**
   * Whether a state replaces the previous one in the same React root, as in real use. @default each state has a new
   * root
   */
  readonly inPlace?: boolean
  /** Whether a state is all that the app renders, without an element around it. */
  readonly isPage?: boolean
}

/** A state of a screen. */
export interface Shown {
  readonly screen: string
  readonly state: string
  /** Whether the state contains an open dialog or menu. It closes when focus moves elsewhere. */
  readonly isAlone: boolean
}

declare global {
  /** Every state of every screen. */
  var states: ReadonlyArray<Shown>
  /** Renders only the given states, below each other. */
  var show: (shown: ReadonlyArray<Shown>, look?: Look) => void
}

const root = createRoot(document.getElementById("app")!)

globalThis.states = Object.entries(gallery).flatMap(([screen, states]) =>
  Object.entries(states).map(([state, node]) => ({
    screen,
    state,
    isAlone: isValidElement(node) && (node.type === settings.Pressed || node.type === pieces.Opened)
  }))
)

globalThis.show = (shown, { inPlace = false, isPage = false, lang = "en", scheme = "light", theme } = {}) => {
  const { dataset } = document.documentElement
  dataset.lkScheme = scheme
  dataset.lkTheme = theme ?? ""
  document.documentElement.lang = lang
  document.documentElement.dir = languages[lang].dir
  // In the new look, an open menu would keep its position of the previous look, so render the states again.
  if (!inPlace) flushSync(() => root.render(null))
  flushSync(() =>
    root.render(
      <Language texts={languages[lang]}>
        {shown.map(({ screen, state }) => {
          const key = inPlace ? screen : `${screen}, ${state}`
          const content = <Brand key={key} name="Analytical Engines">{gallery[screen]?.[state]}</Brand>
          return isPage ? content : <div key={key} data-state={`${screen}, ${state}`}>{content}</div>
        })}
      </Language>
    )
  )
}

const parameters = new URL(location.href).searchParams
show(
  states.filter(({ screen, state }) =>
    screen === (parameters.get("screen") ?? "signIn") && state === (parameters.get("state") ?? "everything")
  )
)
