/** Signing in without leaving the page. */
"use client"
import { type ComponentType, type ReactNode, useState } from "react"
import type { Page as PageName } from "../../../src/flows/redirects/index.ts"
import type { EnterOptions } from "../../parts/useEnter.ts"
import { usePages } from "../../parts/usePages.ts"
import { Screen } from "../elements/Screen.tsx"
import { useWords } from "../Language.tsx"
import { lazyComponent } from "../lazyComponent.ts"
import { signIn } from "../texts/english.ts"
import { Modal } from "./Modal.tsx"

const english = { signIn }

/** What `SignInDialog` takes. */
export interface SignInDialogProps extends Pick<EnterOptions, "onSignedIn"> {
  /** Whether it is shown. A button of yours opens it. */
  readonly open: boolean
  /** People closed it, or are signed in. */
  readonly onClose: () => void
  /** What it begins with. @default "signIn" */
  readonly start?: "signIn" | "signUp"
}

/** What the dialog shows. The code comes when it is shown: a page that has the dialog waits for none of it. */
const views = {
  signIn: lazyComponent(async () => (await import("../SignIn.tsx")).SignInLive),
  signUp: lazyComponent(async () => (await import("../SignUp.tsx")).SignUpLive),
  forgotPassword: lazyComponent(async () => (await import("../ForgotPassword.tsx")).ForgotPasswordLive),
  mfa: lazyComponent(async () => (await import("../Mfa.tsx")).MfaLive)
} satisfies { readonly [P in PageName]?: ComponentType<EnterOptions> }

type View = keyof typeof views

/** Those that links in it lead to. */
const linked = ["signIn", "signUp", "forgotPassword"] as const

/**
 * The sign-in screen in a dialog over a page of yours, from the same parts and in the same looks. Signing up, a
 * forgotten password and a second factor are asked for in it too. Who goes to a provider, opens a mailed link, or has
 * an account that is not open yet comes back to the page by way of others.
 */
export const SignInDialog = ({ onClose, onSignedIn, open, start = "signIn" }: SignInDialogProps): ReactNode => {
  const { signIn } = useWords(english)
  const urls = usePages()
  const [view, setView] = useState<View>()
  const Shown: ComponentType<EnterOptions> = views[view ?? start]
  const close = () => {
    setView(undefined)
    onClose()
  }
  const follow = (href: string): boolean => {
    const leadsTo = (page: PageName) => isSamePage(href, urls[page])
    const next = linked.find(leadsTo)
    if (next !== undefined) setView(next)
    // whoever is signed in goes on here
    else if (leadsTo("afterSignIn")) close()
    else return false
    return true
  }
  return (
    <Modal open={open} label={signIn.plainTitle} onClose={close} onFollow={follow}>
      <Screen key={view ?? start}>
        <Shown
          onSecondFactor={() => setView("mfa")}
          onSignedIn={(entered) => {
            onSignedIn?.(entered)
            close()
          }}
        />
      </Screen>
    </Modal>
  )
}

const isSamePage = (href: string, page: string): boolean => {
  const url = new URL(page, location.href)
  return href.replace(/[?#].*/, "") === url.origin + url.pathname
}
