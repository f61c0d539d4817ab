/** Every state of the account settings, section by section. */
import * as Redacted from "effect/Redacted"
import { type ReactNode, useEffect, useRef } from "react"
import { deviceOf } from "../../../../react/parts/account/deviceOf.ts"
import { PictureNotReadable } from "../../../../react/parts/account/PictureNotReadable.ts"
import type { ApiKeyItem } from "../../../../react/parts/account/useApiKeysSection.ts"
import type { Picture } from "../../../../react/parts/account/usePicture.ts"
import { InputProblem } from "../../../../react/parts/form/InputProblem.ts"
import { AccountSettingsView } from "../../../../react/screens/account/AccountSettings.tsx"
import { ApiKeysView } from "../../../../react/screens/account/ApiKeys.tsx"
import { ConnectionsView } from "../../../../react/screens/account/Connections.tsx"
import { DeletionView } from "../../../../react/screens/account/Deletion.tsx"
import { EmailsView } from "../../../../react/screens/account/Emails.tsx"
import { MfaView } from "../../../../react/screens/account/MfaSettings.tsx"
import { NotificationsView } from "../../../../react/screens/account/Notifications.tsx"
import { PasskeysView } from "../../../../react/screens/account/Passkeys.tsx"
import { PasswordView } from "../../../../react/screens/account/Password.tsx"
import { ProfileView } from "../../../../react/screens/account/Profile.tsx"
import { SessionsView } from "../../../../react/screens/account/Sessions.tsx"
import { TeamInvitationsView } from "../../../../react/screens/account/team/TeamInvitations.tsx"
import { TeamMembersView } from "../../../../react/screens/account/team/TeamMembers.tsx"
import { TeamSettingsView } from "../../../../react/screens/account/team/TeamPage.tsx"
import { TeamProfileView } from "../../../../react/screens/account/team/TeamProfile.tsx"
import { TeamView } from "../../../../react/screens/account/team/TeamSection.tsx"
import { TeamsView } from "../../../../react/screens/account/Teams.tsx"
import {
  ContactChannelAlreadyUsedForAuthBySomeoneElse,
  InvalidTotpCode,
  PasswordConfirmationMismatch
} from "../../../../schemas/errors/index.ts"
import { form, nothing } from "./forms.ts"
import { each, failed, loading, offline, page } from "./section.tsx"

/** Presses the last button in this element, which opens its dialog. */
export const Pressed = ({ children }: { readonly children: ReactNode }) => {
  const around = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const dialogs = around.current!.querySelectorAll("dialog")
    dialogs[dialogs.length - 1]!.showModal()
  }, [])
  return <div ref={around}>{children}</div>
}

const picture = (state: Partial<Picture> = {}): Picture => ({
  url: null,
  choose: nothing,
  remove: nothing,
  pending: false,
  problem: undefined,
  ...state
})

const portrait = `data:image/svg+xml,${
  encodeURIComponent(
    "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'><path fill='#c96' d='M0 0h8v8H0z'/><circle cx='4' cy='3' r='1.6' fill='#fff'/><path fill='#fff' d='M1 8a3 3 0 0 1 6 0z'/></svg>"
  )
}`

const named = form({ displayName: "Ada Lovelace" }, { isChanged: false })

const profile = { userId: "ada", userName: "Ada Lovelace", form: named, picture: picture() }

const displayNamed = (state: object) => form({ displayName: "Ada" }, state)

export const accountSettings = {
  leaving: <AccountSettingsView step="leaving" />,
  over: <AccountSettingsView step="over" homeUrl="/" signInUrl="/handler/sign-in" />,
  "least of sections": page("profile", <ProfileView {...profile} />, [
    "profile",
    "emails",
    "mfa",
    "sessions",
    "notifications"
  ])
}

export const accountProfile = {
  ready: page("profile", <ProfileView {...profile} />),
  "with a picture": page("profile", <ProfileView {...profile} picture={picture({ url: portrait })} />),
  saving: page(
    "profile",
    <ProfileView {...profile} form={displayNamed({ pending: true })} picture={picture({ pending: true })} />
  ),
  saved: page("profile", <ProfileView {...profile} form={displayNamed({ done: true })} />),
  "no picture": page(
    "profile",
    <ProfileView {...profile} picture={picture({ problem: new PictureNotReadable() })} />
  ),
  error: page("profile", <ProfileView {...profile} form={displayNamed({ problem: offline })} />)
}

const channel = { userId: "u", type: "email", isVerified: true, isPrimary: false, usedForAuth: false } as const

const channels = [
  { ...channel, id: "1", value: "ada@example.com", isPrimary: true, usedForAuth: true },
  { ...channel, id: "2", value: "ada.lovelace+analytical.engines@correspondence.example.org", isVerified: false },
  { ...channel, id: "3", value: "countess@example.net", usedForAuth: true }
]

const emailsReady = {
  step: "ready",
  channels,
  add: form({ email: "" }),
  verify: each(),
  makePrimary: each(),
  setUsedForAuth: each<[boolean]>(),
  remove: each()
} as const

export const accountEmails = {
  loading: page("emails", <EmailsView {...loading} />),
  failed: page("emails", <EmailsView {...failed} />),
  empty: page("emails", <EmailsView {...emailsReady} channels={[]} />),
  ready: page("emails", <EmailsView {...emailsReady} />),
  busy: page("emails", <EmailsView {...emailsReady} verify={each({ busy: "2" })} remove={each({ busy: "3" })} />),
  sent: page("emails", <EmailsView {...emailsReady} verify={each({ done: "2" })} />),
  taken: page(
    "emails",
    <EmailsView
      {...emailsReady}
      add={form({ email: "ada@example.com" }, {
        problems: { email: new InputProblem({ fault: "known", field: "email" }) }
      })}
      setUsedForAuth={each<[boolean]>({
        problem: new ContactChannelAlreadyUsedForAuthBySomeoneElse({ type: "email" })
      })}
    />
  ),
  removing: (
    <Pressed>
      {page("emails", <EmailsView {...emailsReady} />)}
    </Pressed>
  )
}

const passwords = { oldPassword: "", password: "", repeated: "" }

export const accountPassword = {
  change: page(
    "password",
    <PasswordView step="change" form={form(passwords)} userName="ada@example.com" saved={false} />
  ),
  set: page(
    "password",
    <PasswordView step="set" form={form({ password: "", repeated: "" })} userName="ada@example.com" saved={false} />
  ),
  wrong: page(
    "password",
    <PasswordView
      step="change"
      form={form({ oldPassword: "horse", password: "engine", repeated: "engines" }, {
        problems: {
          oldPassword: new PasswordConfirmationMismatch(),
          password: new InputProblem({ fault: "tooShort", field: "password" }),
          repeated: new InputProblem({ fault: "mismatch", field: "repeated" })
        }
      })}
      userName="ada@example.com"
      saved={false}
    />
  ),
  saving: page(
    "password",
    <PasswordView step="change" form={form(passwords, { pending: true })} userName="ada@example.com" saved={false} />
  ),
  saved: page("password", <PasswordView step="change" form={form(passwords)} userName="ada@example.com" saved />)
}

const passkeys = {
  hasPasskey: false,
  supported: true,
  add: nothing,
  adding: false,
  cancelled: false,
  added: false,
  remove: nothing,
  removing: false,
  problem: undefined
}

export const accountPasskeys = {
  none: page("passkeys", <PasskeysView {...passkeys} />),
  adding: page("passkeys", <PasskeysView {...passkeys} adding />),
  cancelled: page("passkeys", <PasskeysView {...passkeys} cancelled />),
  added: page("passkeys", <PasskeysView {...passkeys} hasPasskey added />),
  unsupported: page("passkeys", <PasskeysView {...passkeys} supported={false} />),
  error: page("passkeys", <PasskeysView {...passkeys} hasPasskey problem={offline} />),
  removing: (
    <Pressed>
      {page("passkeys", <PasskeysView {...passkeys} hasPasskey />)}
    </Pressed>
  )
}

const enrolment = {
  secret: Redacted.make("JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"),
  uri: Redacted.make("otpauth://totp/Acme:ada%40example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Acme")
}

export const accountMfa = {
  off: page("mfa", <MfaView step="off" begin={nothing} beginning={false} problem={undefined} />),
  error: page("mfa", <MfaView step="off" begin={nothing} beginning={false} problem={offline} />),
  "set up": page(
    "mfa",
    <MfaView step="setUp" enrolment={enrolment} form={form({ totp: "" })} cancel={nothing} />
  ),
  "wrong code": page(
    "mfa",
    <MfaView
      step="setUp"
      enrolment={enrolment}
      form={form({ totp: "123456" }, { problems: { totp: new InvalidTotpCode() } })}
      cancel={nothing}
    />
  ),
  on: page("mfa", <MfaView step="on" turnOff={nothing} turningOff={false} problem={undefined} />)
}

const at = (day: number) => new Date(Date.UTC(2026, 4, day, 9, 30))

const session = { userId: "u", isImpersonation: false }

const sessions = [
  {
    ...session,
    id: "1",
    createdAt: at(2),
    lastUsedAt: at(9),
    isCurrentSession: true,
    lastUsedAtEndUserIpInfo: { ip: "203.0.113.7", cityName: "London", countryCode: "GB" }
  },
  {
    ...session,
    id: "2",
    createdAt: at(1),
    lastUsedAt: at(8),
    lastUsedAtEndUserIpInfo: { ip: "2001:db8::8a2e:370:7334", countryCode: "IT" }
  },
  { ...session, id: "3", createdAt: at(3) }
]

const sessionsReady = {
  step: "ready",
  sessions,
  now: at(9),
  device: deviceOf("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/153.0 Safari/537.36"),
  revoke: each(),
  revokeOthers: nothing,
  revokingOthers: false,
  problem: undefined
} as const

export const accountSessions = {
  loading: page("sessions", <SessionsView {...loading} />),
  failed: page("sessions", <SessionsView {...failed} retrying />),
  ready: page("sessions", <SessionsView {...sessionsReady} />),
  many: page(
    "sessions",
    <SessionsView
      {...sessionsReady}
      sessions={[
        ...sessions,
        ...Array.from({ length: 20 }, (_, n) => ({ ...session, id: `${n + 4}`, createdAt: at(1) }))
      ]}
    />
  ),
  only: page("sessions", <SessionsView {...sessionsReady} sessions={sessions.slice(0, 1)} />),
  agents: page(
    "sessions",
    <SessionsView
      {...sessionsReady}
      sessions={[
        ...sessions.map((each) => ({ ...each, agentName: null })),
        { ...session, id: "4", createdAt: at(4), lastUsedAt: at(9), agentName: "Release notes" },
        { ...session, id: "5", createdAt: at(5), agentName: "N".repeat(100) }
      ]}
      revoke={each({ busy: "5" })}
    />
  ),
  revoking: page("sessions", <SessionsView {...sessionsReady} revoke={each({ busy: "2" })} />),
  error: page("sessions", <SessionsView {...sessionsReady} problem={offline} />)
}

const account = { userId: "u", allowSignIn: true, allowConnectedAccounts: true }

const connectionsReady = {
  step: "ready",
  accounts: [
    { ...account, id: "1", type: "github", email: "ada@example.com" },
    { ...account, id: "2", type: "spotify", allowSignIn: false }
  ],
  available: ["google", "microsoft"],
  link: each(),
  unlink: each(),
  lastWayIn: undefined
} as const

export const accountConnections = {
  loading: page("connections", <ConnectionsView {...loading} />),
  failed: page("connections", <ConnectionsView {...failed} />),
  empty: page("connections", <ConnectionsView {...connectionsReady} accounts={[]} />),
  ready: page("connections", <ConnectionsView {...connectionsReady} />),
  leaving: page("connections", <ConnectionsView {...connectionsReady} link={each({ busy: "google" })} />),
  "last way in": (
    <Pressed>
      {page("connections", <ConnectionsView {...connectionsReady} lastWayIn="2" />)}
    </Pressed>
  )
}

const preferences = [
  { notificationCategoryId: "1", notificationCategoryName: "Transactional", enabled: true, canDisable: false },
  { notificationCategoryId: "2", notificationCategoryName: "Marketing", enabled: true, canDisable: true },
  { notificationCategoryId: "3", notificationCategoryName: "Analytical digest", enabled: false, canDisable: true }
]

const set = each<[boolean]>()

export const accountNotifications = {
  loading: page("notifications", <NotificationsView {...loading} />),
  failed: page("notifications", <NotificationsView {...failed} />),
  empty: page("notifications", <NotificationsView step="ready" preferences={[]} set={set} />),
  ready: page("notifications", <NotificationsView step="ready" preferences={preferences} set={set} />),
  error: page(
    "notifications",
    <NotificationsView step="ready" preferences={preferences} set={each<[boolean]>({ problem: offline })} />
  )
}

const key = { type: "user", userId: "u", isPublic: false, createdAt: at(1) } as const

const keys: ReadonlyArray<ApiKeyItem> = [
  { ...key, id: "1", description: "Nightly backup", expiresAt: at(30), value: { lastFour: "a81f" }, invalid: null },
  { ...key, id: "2", description: "Build server", value: { lastFour: "03cd" }, invalid: null },
  { ...key, id: "3", description: "Old laptop", value: { lastFour: "77e0" }, invalid: "manually-revoked" },
  { ...key, id: "4", description: "Trial", expiresAt: at(2), value: { lastFour: "9b12" }, invalid: "expired" }
]

const apiKeysReady = {
  step: "ready",
  keys,
  create: form({ description: "", lifetime: "90" }),
  created: undefined,
  dismiss: nothing,
  revoke: each()
} as const

export const accountApiKeys = {
  loading: page("api-keys", <ApiKeysView {...loading} />),
  failed: page("api-keys", <ApiKeysView {...failed} />),
  empty: page("api-keys", <ApiKeysView {...apiKeysReady} keys={[]} />),
  ready: page("api-keys", <ApiKeysView {...apiKeysReady} />),
  created: page(
    "api-keys",
    <ApiKeysView
      {...apiKeysReady}
      created={{ description: "Nightly backup", value: Redacted.make(`sk_${"k3y".repeat(28)}`) }}
    />
  ),
  creating: page(
    "api-keys",
    <ApiKeysView
      {...apiKeysReady}
      create={form({ description: "Nightly backup", lifetime: "30" }, { pending: true })}
      revoke={each({ busy: "2" })}
    />
  )
}

const teams = [
  { id: "1", displayName: "Analytical Engines", profileImageUrl: null },
  { id: "2", displayName: "Countess & Sons", profileImageUrl: portrait },
  { id: "3", displayName: "", profileImageUrl: null }
]

const teamsReady = {
  step: "ready",
  teams,
  selectedTeamId: "1",
  select: each(),
  create: form({ displayName: "" })
} as const

const every = {
  update: true,
  delete: true,
  readMembers: true,
  removeMembers: true,
  invite: true,
  manageApiKeys: true
}

const guest = { ...every, update: false, delete: false, readMembers: false, invite: false, manageApiKeys: false }

const team = {
  step: "ready",
  team: teams[0]!,
  may: every,
  rename: form({ displayName: "Analytical Engines" }),
  picture: picture(),
  leave: nothing,
  delete: nothing,
  pending: false,
  problem: undefined
} as const

const members = [
  { teamId: "1", userId: "u", displayName: "Ada Lovelace", profileImageUrl: null },
  { teamId: "1", userId: "v", displayName: "Charles Babbage", profileImageUrl: portrait },
  { teamId: "1", userId: "w", displayName: null, profileImageUrl: null }
]

const invitations = [{ id: "1", teamId: "1", recipientEmail: "grace@example.com", expiresAt: at(20) }]

const parts = {
  profile: <TeamProfileView step="ready" form={named} />,
  members: (
    <TeamMembersView
      mayRemove
      state={{ step: "ready", members, ownId: "u", ownName: "Ada Lovelace", remove: each() }}
    />
  ),
  invitations: (
    <TeamInvitationsView
      mayRevoke
      state={{ step: "ready", invitations, invite: form({ email: "" }), invited: "grace@example.com", revoke: each() }}
    />
  ),
  apiKeys: <ApiKeysView {...apiKeysReady} keys={[]} />
}

const waiting = {
  profile: <TeamProfileView {...loading} />,
  members: <TeamMembersView mayRemove state={failed} />,
  invitations: <TeamInvitationsView mayRevoke state={loading} />,
  apiKeys: <ApiKeysView {...loading} />
}

export const accountTeams = {
  loading: page("teams", <TeamsView {...loading} />),
  failed: page("teams", <TeamsView {...failed} />),
  empty: page("teams", <TeamsView {...teamsReady} teams={[]} />),
  ready: page("teams", <TeamsView {...teamsReady} />),
  "no creating": page("teams", <TeamsView {...teamsReady} create={undefined} />),
  team: page("teams", <TeamView state={team} {...parts} />),
  "team as a guest": page("teams", <TeamView state={{ ...team, may: guest }} {...parts} />),
  "team half there": page("teams", <TeamView state={team} {...waiting} />),
  "team loading": page("teams", <TeamView state={loading} {...parts} />),
  "team missing": page("teams", <TeamView state={{ step: "missing" }} {...parts} />)
}

export const teamSettings = {
  ready: <TeamSettingsView homeUrl="/" state={team} {...parts} />,
  "as a guest": <TeamSettingsView homeUrl="/" state={{ ...team, may: guest }} {...parts} />,
  "half there": <TeamSettingsView homeUrl="/" state={team} {...waiting} />,
  failed: <TeamSettingsView homeUrl="/" state={failed} {...parts} />,
  loading: <TeamSettingsView homeUrl="/" state={loading} {...parts} />,
  missing: <TeamSettingsView homeUrl="/" state={{ step: "missing" }} {...parts} />
}

const dangerous = (deletion: ReactNode) => page("profile", <ProfileView {...profile}>{deletion}</ProfileView>)

export const accountDeletion = {
  ask: dangerous(<DeletionView phrase="ada@example.com" form={form({ typed: "" })} />),
  wrong: dangerous(
    <DeletionView
      phrase="ada@example.com"
      form={form({ typed: "ada" }, { problems: { typed: new InputProblem({ fault: "phrase", field: "typed" }) } })}
    />
  ),
  deleting: dangerous(<DeletionView phrase="ada@example.com" form={form({ typed: "" }, { pending: true })} />)
}
