/** Every state of the components for an app's own pages: picture, menus, message card. */
import { type ReactNode, useEffect, useRef, useState } from "react"
import { sectionIds } from "../../../../react/parts/account/openSection.ts"
import { AccountSettingsView } from "../../../../react/screens/account/AccountSettings.tsx"
import { Modal } from "../../../../react/screens/dialog/Modal.tsx"
import { MessageCard } from "../../../../react/screens/elements/MessageCard.tsx"
import { UserAvatarView } from "../../../../react/screens/elements/UserAvatar.tsx"
import { Loading } from "../../../../react/screens/elements/Waiting.tsx"
import { ImpersonationBannerView } from "../../../../react/screens/ImpersonationBanner.tsx"
import { TeamSwitcherView } from "../../../../react/screens/TeamSwitcher.tsx"
import { UserButtonView } from "../../../../react/screens/UserButton.tsx"
import { CallError, Offline } from "../../../../schemas/errors/CallError.ts"
import { nothing } from "./forms.ts"
import { accountProfile, accountSessions, accountSettings } from "./settings.tsx"
import { signIn } from "./signIn.tsx"

/** An app's page with a component in its header. */
const page = (piece: ReactNode) => (
  <main className="lk-page">
    <div className="lk-card lk-wide">
      <div className="lk-row lk-apart">
        <h1 className="lk-name">A page of yours</h1>
        {piece}
      </div>
      <p className="lk-soft">What people came for.</p>
    </div>
  </main>
)

/** Presses the button in this element, which opens its menu. */
export const Opened = ({ children }: { readonly children: ReactNode }) => {
  const around = useRef<HTMLDivElement>(null)
  useEffect(() => around.current!.querySelector("button")!.click(), [])
  return <div ref={around} style={{ minBlockSize: "30rem" }}>{children}</div>
}

const portrait = `data:image/svg+xml,${
  encodeURIComponent(
    "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'><path fill='#395' d='M0 0h8v8H0z'/></svg>"
  )
}`

const ada = {
  step: "signedIn",
  userId: "ada",
  userName: "Ada Lovelace",
  email: "ada@example.com",
  pictureUrl: null,
  settingsUrl: "/handler/account-settings",
  signOut: nothing,
  signingOut: false
} as const

const signedOut = { step: "signedOut", signInUrl: "/handler/sign-in", signUpUrl: "/handler/sign-up" } as const

const restricted = {
  step: "restricted",
  userId: "ada",
  userName: "ada@example.com",
  email: "ada@example.com",
  pictureUrl: null,
  onboardingUrl: "/handler/onboarding",
  signOut: nothing,
  signingOut: false
} as const

const unknown = { step: "unknown", signInUrl: "/handler/sign-in", signOut: nothing, signingOut: false } as const

const extraItems = [{ text: "Keyboard shortcuts", onClick: nothing }]

/** The items of `useAccountItems`. */
const accountItems = [
  { text: "Switch to ada@work.example", whenSignedOut: true, onClick: nothing },
  { text: "Add another account", onClick: nothing },
  { text: "Sign out of all accounts", onClick: nothing }
]

export const userButton = {
  loading: page(<UserButtonView state={{ step: "loading" }} />),
  picture: page(<UserButtonView state={{ ...ada, pictureUrl: portrait }} />),
  "with name": page(<UserButtonView showUserInfo state={ada} />),
  "signing out": page(<UserButtonView state={{ ...ada, signingOut: true }} />),
  "signed out": page(<UserButtonView state={signedOut} />),
  open: <Opened>{page(<UserButtonView extraItems={extraItems} state={ada} />)}</Opened>,
  "open with name": <Opened>{page(<UserButtonView showUserInfo extraItems={extraItems} state={ada} />)}</Opened>,
  "several accounts": <Opened>{page(<UserButtonView extraItems={accountItems} state={ada} />)}</Opened>,
  "several accounts, signed out": (
    <Opened>{page(<UserButtonView extraItems={accountItems} state={signedOut} />)}</Opened>
  ),
  "open, restricted": <Opened>{page(<UserButtonView state={restricted} />)}</Opened>,
  "open, signed out": <Opened>{page(<UserButtonView state={signedOut} />)}</Opened>,
  "open, not known who": <Opened>{page(<UserButtonView state={unknown} />)}</Opened>
}

const impersonated = {
  step: "impersonated",
  userName: "Ada Lovelace",
  email: "ada@example.com",
  end: nothing,
  ending: false
} as const

/** An app's page with a banner at its top. */
const below = (banner: ReactNode) => (
  <>
    {banner}
    {page(null)}
  </>
)

export const impersonationBanner = {
  shown: below(<ImpersonationBannerView state={impersonated} />),
  "by a person": below(<ImpersonationBannerView by="Grace Hopper" state={impersonated} />),
  ending: below(<ImpersonationBannerView state={{ ...impersonated, ending: true }} />),
  "without a name": below(<ImpersonationBannerView state={{ ...impersonated, userName: "" }} />)
}

const user = { id: "u", displayName: "Ada Lovelace", primaryEmail: null, profileImageUrl: null }

export const userAvatar = {
  sizes: page(
    <span className="lk-row">
      <UserAvatarView size={24} user={user} />
      <UserAvatarView size={40} user={{ ...user, profileImageUrl: portrait }} />
      <UserAvatarView size={72} user={user} />
    </span>
  ),
  nobody: page(<UserAvatarView size={40} user={null} />)
}

const teams = [
  { id: "1", displayName: "Analytical Engines", profileImageUrl: null },
  { id: "2", displayName: "Countess & Sons", profileImageUrl: portrait },
  { id: "3", displayName: "", profileImageUrl: null }
]

const offline = new CallError({ endpoint: "currentUser.update", reason: new Offline() })

const ready = {
  step: "ready",
  teams,
  current: teams[0]!,
  settingsUrl: "/handler/account-settings#/teams/1",
  createUrl: "/handler/account-settings#/teams",
  choose: nothing,
  pending: false,
  problem: undefined
} as const

export const teamSwitcher = {
  loading: page(<TeamSwitcherView state={{ step: "loading" }} />),
  failed: page(<TeamSwitcherView state={{ step: "failed", problem: offline, retry: nothing, retrying: false }} />),
  ready: page(<TeamSwitcherView state={ready} />),
  "no team": page(<TeamSwitcherView allowNull state={{ ...ready, current: null }} />),
  switching: page(<TeamSwitcherView state={{ ...ready, pending: true }} />),
  error: page(<TeamSwitcherView state={{ ...ready, problem: offline }} />),
  open: <Opened>{page(<TeamSwitcherView allowNull hasLinks state={ready} />)}</Opened>,
  "open, in no team": (
    <Opened>
      {page(<TeamSwitcherView hasLinks state={{ ...ready, teams: [], current: null, settingsUrl: undefined }} />)}
    </Opened>
  )
}

const Ask = ({ children, label }: { readonly label: string; readonly children: ReactNode }) => {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button className="lk-button" onClick={() => setOpen(true)}>{label}</button>
      <Modal
        open={open}
        label={label}
        focusesField={label === "Sign in"}
        onClose={() => setOpen(false)}
        onFollow={() => true}
      >
        {children}
      </Modal>
    </>
  )
}

const ask = (children: ReactNode, label = "Sign in") => <Opened>{page(<Ask label={label}>{children}</Ask>)}</Opened>

export const signInDialog = {
  everything: ask(signIn.everything),
  loading: ask(<Loading />),
  busy: ask(signIn.busy),
  "code sent": ask(signIn["code sent"])
}

const settings = (children: ReactNode) => ask(children, "Account settings")

export const accountSettingsDialog = {
  ready: settings(accountProfile.ready),
  sessions: settings(accountSessions.ready),
  "no section chosen": settings(
    <AccountSettingsView
      {...ada}
      step="open"
      homeUrl="/"
      sections={sectionIds}
      current="profile"
      isChosen={false}
      teamId={undefined}
    >
      {null}
    </AccountSettingsView>
  ),
  loading: settings(<Loading wide />),
  over: settings(accountSettings.over)
}

export const messageCard = {
  message: (
    <MessageCard
      title="Your trial is over"
      text="Choose a plan to go on. Nothing is deleted for 30 days."
      actions={[{ label: "Choose a plan", to: "/plans" }, { label: "Not now", onPress: nothing }]}
    />
  ),
  "with more": (
    <MessageCard title="Welcome aboard" look="good" actions={[{ label: "Continue", onPress: nothing, busy: true }]}>
      <p>Anything can stand here.</p>
    </MessageCard>
  )
}
