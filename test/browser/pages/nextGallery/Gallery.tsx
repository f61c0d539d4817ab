"use client"
import * as Effect from "effect/Effect"
import { createClient } from "latchkey/promise"
import * as react from "latchkey/react"
import * as screens from "latchkey/react/screens"
import { type ReactNode, Suspense, useEffect } from "react"

const { LatchkeyHandler, useUser } = { ...react, ...screens }

const greeting = react.read("greeting", Effect.succeed("hello"), { of: "everyone" })

const client = createClient()

/** A component that renders one of the exports. */
type Show = () => ReactNode

/** Hooks and functions, by the names of the exports. */
type HookOf<Entry> = Extract<keyof Entry, `use${string}`>

/** Components; the only exported class is an error. */
type ComponentOf<Entry> = Exclude<Extract<keyof Entry, Capitalize<string & keyof Entry>>, "DeferredToBrowser">

const hooks: { readonly [Name in HookOf<typeof react> | HookOf<typeof screens>]: Show } = {
  useAction: () => String(react.useAction(() => Effect.void).isPending),
  useApiKeys: () => react.useApiKeys().length,
  useClient: () => typeof react.useClient().authHeaders,
  useConnectedAccount: () => String(react.useConnectedAccount("github") === null),
  useContactChannels: () => react.useContactChannels().length,
  useNotificationPreferences: () => react.useNotificationPreferences().length,
  usePermission: () => String(react.usePermission("read")),
  useProject: () => react.useProject().displayName,
  useRead: () => react.useRead(greeting),
  useReadState: () => react.useReadState(greeting)._tag,
  useRunEffect: () => typeof react.useRunEffect(),
  useSession: () => react.useSession()._tag,
  useSessions: () => react.useSessions().length,
  useTeam: () => react.useTeam("none")?.displayName,
  useTeams: () => react.useTeams().length,
  useTexts: () => screens.useTexts().lang,
  useUser: () => useUser()?.displayName ?? "nobody"
}

const components: { readonly [Name in ComponentOf<typeof react> | ComponentOf<typeof screens>]: Show } = {
  AccountSettings: () => <screens.AccountSettings />,
  AccountSettingsDialog: () => (
    <>
      closed<screens.AccountSettingsDialog open={false} onClose={() => {}} />
    </>
  ),
  AgentConfirmation: () => <screens.AgentConfirmation />,
  Brand: () => <screens.Brand name="Notes">with a name</screens.Brand>,
  CliConfirmation: () => <screens.CliConfirmation />,
  ConfirmIdentity: () => <screens.ConfirmIdentity />,
  EmailVerification: () => <screens.EmailVerification />,
  ErrorScreen: () => <screens.ErrorScreen />,
  FailureBoundary: () => <react.FailureBoundary failed={() => "failed"}>well</react.FailureBoundary>,
  ForgotPassword: () => <screens.ForgotPassword />,
  ImpersonationBanner: () => <screens.ImpersonationBanner />,
  Language: () => <screens.Language texts={screens.de}>Deutsch</screens.Language>,
  LatchkeyHandler: () => <LatchkeyHandler path="/handler/sign-in" />,
  // The app's own provider, in addition to the one in the layout.
  LatchkeyProvider: () => (
    <react.LatchkeyProvider project={{}} fallback="one moment">
      <Name />
    </react.LatchkeyProvider>
  ),
  MagicLink: () => <screens.MagicLink />,
  MessageCard: () => <screens.MessageCard title="Title" text="Text" actions={[{ label: "Home", to: "/" }]} />,
  Mfa: () => <screens.Mfa />,
  OAuthCallback: () => <screens.OAuthCallback />,
  Onboarding: () => <screens.Onboarding />,
  PageProvider: () => (
    <react.PageProvider
      client={client}
      settings={{ projectId: "", publishableClientKey: undefined, baseUrl: "", extraRequestHeaders: {} }}
      handed={{ person: null, claims: null, user: null }}
      offered={undefined}
      fallback="one moment"
    >
      <p>page</p>
    </react.PageProvider>
  ),
  PasswordReset: () => <screens.PasswordReset />,
  RequireUser: () => <react.RequireUser fallback="nobody">{(user) => user.displayName}</react.RequireUser>,
  SelectedTeamSwitcher: () => <screens.SelectedTeamSwitcher />,
  SignIn: () => <screens.SignIn />,
  SignInDialog: () => (
    <>
      closed<screens.SignInDialog open={false} onClose={() => {}} />
    </>
  ),
  SignedIn: () => <react.SignedIn>{(user) => user.displayName}</react.SignedIn>,
  SignedOut: () => <react.SignedOut>nobody</react.SignedOut>,
  SignOut: () => <screens.SignOut />,
  SignUp: () => <screens.SignUp />,
  Slots: () => <screens.Slots components={{}}>with slots</screens.Slots>,
  TeamInvitation: () => <screens.TeamInvitation />,
  TeamSettings: () => <screens.TeamSettings teamId="33333333-3333-4333-8333-333333333333" />,
  TeamSwitcher: () => <screens.TeamSwitcher teamId={null} />,
  UserAvatar: () => <screens.UserAvatar />,
  UserButton: () => <screens.UserButton showUserInfo />
}

/** Options of `useUser` that navigate or throw. */
const choices: { readonly [name: string]: Show } = {
  "useUser redirect": () => useUser({ or: "redirect" }).displayName,
  "useUser throw": () => useUser({ or: "throw" }).displayName,
  "useUser anonymous": () => String(useUser({ or: "anonymous" }).isAnonymous)
}

const shows: { readonly [name: string]: Show } = { ...hooks, ...components, ...choices }

function Name() {
  return useUser()?.displayName ?? "nobody"
}

/** Renders each export as in an app, with a fallback or an error boundary. */
export const Gallery = ({ names }: { readonly names: ReadonlyArray<string> }) => {
  useEffect(() => {
    document.body.dataset["alive"] = names.join()
  }, [names])
  return names.map((name) => {
    const Show = shows[name]!
    return (
      <section key={name} aria-label={name}>
        <react.FailureBoundary failed={() => "failed"}>
          <Suspense fallback="waiting">
            <Show />
          </Suspense>
        </react.FailureBoundary>
      </section>
    )
  })
}
