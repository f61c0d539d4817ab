/** Renders all routes of docs/protocol.md §23.1 with one component. */
"use client"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { type ComponentType, type ReactNode, useEffect, useState } from "react"
import { Navigation, PageHistory } from "../../layers/browser/index.ts"
import { type HandlerPage, resolveHandlerPage } from "../../src/flows/redirects/index.ts"
import { currentUser, project } from "../../src/reads.ts"
import { useRunEffect } from "../index.ts"
import { askFor } from "../parts/form/askFor.ts"
import { usePages } from "../parts/usePages.ts"
import { useSetting } from "../useSetting.ts"
import type { AccountSettingsProps } from "./account/AccountSettings.tsx"
import { Placed, type ScreenProps } from "./elements/Main.tsx"
import { MessageCard } from "./elements/MessageCard.tsx"
import { Loading, Waiting } from "./elements/Waiting.tsx"
import { useWords } from "./Language.tsx"
import { lazyComponent } from "./lazyComponent.ts"
import type { SignInProps } from "./SignIn.tsx"
import { common, error } from "./texts/english.ts"

const english = { common, error }

/** Loads a screen's code when its route is opened. */
const screens: { readonly [Page in HandlerPage]: ComponentType<SignInProps & AccountSettingsProps> } = {
  signIn: lazyComponent(async () => (await import("./SignIn.tsx")).SignIn),
  signUp: lazyComponent(async () => (await import("./SignUp.tsx")).SignUp),
  signOut: lazyComponent(async () => (await import("./SignOut.tsx")).SignOut),
  emailVerification: lazyComponent(async () => (await import("./EmailVerification.tsx")).EmailVerification),
  passwordReset: lazyComponent(async () => (await import("./PasswordReset.tsx")).PasswordReset),
  forgotPassword: lazyComponent(async () => (await import("./ForgotPassword.tsx")).ForgotPassword),
  oauthCallback: lazyComponent(async () => (await import("./OAuthCallback.tsx")).OAuthCallback),
  magicLinkCallback: lazyComponent(async () => (await import("./MagicLink.tsx")).MagicLink),
  accountSettings: lazyComponent(async () => (await import("./account/AccountSettings.tsx")).AccountSettings),
  error: lazyComponent(async () => (await import("./ErrorScreen.tsx")).ErrorScreen),
  teamInvitation: lazyComponent(async () => (await import("./TeamInvitation.tsx")).TeamInvitation),
  mfa: lazyComponent(async () => (await import("./Mfa.tsx")).Mfa),
  onboarding: lazyComponent(async () => (await import("./Onboarding.tsx")).Onboarding),
  confirm: lazyComponent(async () => (await import("./confirm/ConfirmIdentity.tsx")).ConfirmIdentity),
  cliAuthConfirm: lazyComponent(async () => (await import("./confirm/CliConfirmation.tsx")).CliConfirmation),
  agentAuthConfirm: lazyComponent(async () => (await import("./confirm/AgentConfirmation.tsx")).AgentConfirmation)
}

/** Pages that need both the project's configuration and the user. */
const waitForBoth: ReadonlyArray<HandlerPage> = ["signIn", "signUp", "accountSettings", "confirm"]

/** Props of `LatchkeyHandler`. */
export interface LatchkeyHandlerProps extends ScreenProps {
  /**
   * The page's path from your router. If set, the screen renders on the server too, and follows the router in every
   * browser.
   * @default the page's URL, known only in the browser
   */
  readonly path?: string | undefined
  /** Shown for a path without a screen. @default a message and a link to the home page */
  readonly notFound?: ReactNode | undefined
  /** See {@link SignInProps}. @default true */
  readonly passkeyUpgrade?: SignInProps["passkeyUpgrade"] | undefined
  /** See {@link SignInProps}. @default "password" */
  readonly firstMethod?: SignInProps["firstMethod"] | undefined
  /** Whether the account settings have a billing section, for apps that sell products. @default false */
  readonly billing?: AccountSettingsProps["billing"] | undefined
  /** Your own sections in the account settings. */
  readonly extraItems?: AccountSettingsProps["extraItems"] | undefined
}

/**
 * Renders the screen for any route below the handler path. Mount it in your router at `/handler/*`. Redirects to pages
 * that you configured elsewhere.
 *
 * @example
 * ```tsx
 * import { LatchkeyHandler } from "latchkey/react/screens"
 *
 * const Page = () => <LatchkeyHandler path="/handler/forgot-password" />
 * <Page /> // …Reset…
 * ```
 */
export const LatchkeyHandler = ({ fullPage, ...props }: LatchkeyHandlerProps): ReactNode => (
  <Placed fullPage={fullPage}>
    <Found {...props} />
  </Placed>
)

const Found = (
  { billing, extraItems, firstMethod, notFound, passkeyUpgrade, path }: Omit<LatchkeyHandlerProps, "fullPage">
) => {
  const urls = usePages()
  const here = useHere(path === undefined)
  const runEffect = useRunEffect()
  const address = path === undefined ? here : new URL(path, here ?? nowhere)
  const found = address === undefined ? undefined : resolveHandlerPage(address, urls)
  const elsewhere = found?._tag === "Moved" ? found.href : undefined
  useEffect(() => {
    if (elsewhere === undefined) return
    void runEffect(Effect.flatMap(Navigation, ({ go }) => go(elsewhere, { replace: true })))
  }, [elsewhere, runEffect])
  const isAwaited = found?._tag === "Page" && waitForBoth.includes(found.page)
  useEffect(() => {
    // Starts the requests while the screen's code loads.
    if (isAwaited) void runEffect(askFor(project, currentUser))
  }, [isAwaited, runEffect])
  const shape = <Loading wide={found?._tag === "Page" && found.page === "accountSettings"} />
  if (found === undefined || found._tag === "Moved") return shape
  if (found._tag === "NotFound") return notFound ?? <NotFound home={urls.home} />
  const Screen = screens[found.page]
  return (
    <Waiting key={found.page} until={shape}>
      <Screen
        {...found.page === "signIn"
          ? { passkeyUpgrade, firstMethod }
          : found.page === "accountSettings"
          ? { billing, extraItems }
          : {}}
      />
    </Waiting>
  )
}

/** Origin for a path that has no origin. It is never requested. */
const nowhere = "https://latchkey.invalid"

/**
 * Returns the page's current URL, and updates it after navigations. `undefined` on a server, and until the first
 * effect.
 */
const useHere = (wanted: boolean): URL | undefined => {
  const runEffect = useRunEffect()
  const history = useSetting(PageHistory)
  const [href, setHref] = useState<string>()
  useEffect(() => {
    if (!wanted) return
    const look = () =>
      void runEffect(Effect.map(Navigation, ({ here }) => here()?.href)).then((exit) => {
        if (Exit.isSuccess(exit)) setHref(exit.value)
      })
    look()
    return history().onNavigation(look)
  }, [history, runEffect, wanted])
  return href === undefined ? undefined : new URL(href)
}

const NotFound = ({ home }: { readonly home: string }) => {
  const { common, error } = useWords(english)
  return <MessageCard title={error.notFound} text={error.notFoundHint} actions={[{ label: common.home, to: home }]} />
}
