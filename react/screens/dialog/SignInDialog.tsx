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
import { isSamePage, Modal } from "./Modal.tsx"

const english = { signIn }

/** Props of `SignInDialog`. */
export interface SignInDialogProps extends Pick<EnterOptions, "onSignedIn"> {
  /** Whether the dialog is shown. */
  readonly open: boolean
  /** Called when the user closes the dialog or has signed in. */
  readonly onClose: () => void
  /** The first screen. @default "signIn" */
  readonly start?: "signIn" | "signUp" | undefined
}

/** The dialog's screens. Their code loads when the dialog opens, so that it doesn't delay the page. */
const views = {
  signIn: lazyComponent(async () => (await import("../SignIn.tsx")).SignInLive),
  signUp: lazyComponent(async () => (await import("../SignUp.tsx")).SignUpLive),
  forgotPassword: lazyComponent(async () => (await import("../ForgotPassword.tsx")).ForgotPasswordLive),
  mfa: lazyComponent(async () => (await import("../Mfa.tsx")).MfaLive)
} satisfies { readonly [P in PageName]?: ComponentType<EnterOptions> }

type View = keyof typeof views

/** Screens that links in the dialog can open. */
const linked = ["signIn", "signUp", "forgotPassword"] as const

/**
 * The sign-in screen in a dialog over your page. Sign-up, password reset and MFA open in the dialog too. OAuth
 * providers, links in emails and the onboarding page leave your page and return to it.
 *
 * @example
 * ```tsx
 * import { SignInDialog } from "latchkey/react/screens"
 * import { useState } from "react"
 *
 * const SignInButton = () => {
 *   const [open, setOpen] = useState(false)
 *   const dialog = <SignInDialog open={open} onClose={() => setOpen(false)} />
 *   return <><button onClick={() => setOpen(true)}>Sign in</button>{dialog}</>
 * }
 * <SignInButton /> // <button>Sign in</button>…
 * ```
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
    // A signed-in user continues on this page.
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
