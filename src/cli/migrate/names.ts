/**
 * The names of the platform's SDK that the command rewrites, and those that it only lists. Each `row` is a name in the tables of
 * `docs/guides/names-of-the-platforms-sdk.md`, which a test compares with this file.
 */

/** Entries of this package that migrated code imports. */
export type Entry = "latchkey/nextjs" | "latchkey/promise" | "latchkey/react" | "latchkey/react/screens"

/** Kinds of objects whose members are known. */
export type Kind = "client" | "next" | "server" | "user" | "serverUser" | "serverTeam"

/** An export of the platform's packages. */
export interface Export {
  readonly to: string
  readonly from: Entry
  /** Level of the app, if the export is a class whose instances are apps. */
  readonly app?: "client" | "server"
  /** Whether the export is only a type. */
  readonly isType?: boolean
}

const screen = (to: string): Export => ({ to, from: "latchkey/react/screens" })
const userType: Export = { to: "User", from: "latchkey/react", isType: true }
const serverType = (to: string): Export => ({ to, from: "latchkey/promise", isType: true })

/** Exports by the name of the first brand. */
export const exported: { readonly [name: string]: Export } = {
  StackClientApp: { to: "createClient", from: "latchkey/promise", app: "client" },
  StackServerApp: { to: "createServer", from: "latchkey/promise", app: "server" },
  StackProvider: { to: "LatchkeyProvider", from: "latchkey/react" },
  useStackApp: { to: "useClient", from: "latchkey/react" },
  useUser: { to: "useUser", from: "latchkey/react" },
  StackHandler: screen("LatchkeyHandler"),
  SignIn: screen("SignIn"),
  SignUp: screen("SignUp"),
  EmailVerification: screen("EmailVerification"),
  PasswordReset: screen("PasswordReset"),
  ForgotPassword: screen("ForgotPassword"),
  AccountSettings: screen("AccountSettings"),
  CliAuthConfirmation: screen("CliConfirmation"),
  UserButton: screen("UserButton"),
  UserAvatar: screen("UserAvatar"),
  SelectedTeamSwitcher: screen("SelectedTeamSwitcher"),
  TeamSwitcher: screen("TeamSwitcher"),
  CurrentUser: userType,
  CurrentInternalUser: userType,
  User: userType,
  ServerUser: serverType("ServerUser"),
  CurrentServerUser: serverType("ServerUser"),
  Team: { to: "Team", from: "latchkey/react", isType: true },
  ServerTeam: serverType("ServerTeam"),
  ContactChannel: { to: "ContactChannel", from: "latchkey/react", isType: true }
}

/** How a call's arguments change. Calls with other arguments are listed. */
export type Takes =
  /** No argument. */
  | "nothing"
  /** Any arguments, unchanged. */
  | "same"
  /** Positional arguments that become fields of one object. An object with fields of `rest` may follow them. */
  | { readonly fields: ReadonlyArray<string>; readonly rest?: ReadonlyArray<string> }
  /** No argument, or an object with some of these fields. `values`: values that have other names now, by field. */
  | {
    readonly options: ReadonlyArray<string>
    readonly values?: { readonly [field: string]: { readonly [before: string]: string } }
  }
  /** An object with some of these fields, and `noRedirect`. */
  | { readonly signIn: ReadonlyArray<string> }
  /** An object, by its name, of which only the id is needed. */
  | { readonly idOf: string }
  /** The id of the object that has the method, sent in this field, and an object or, with `field`, a single value. */
  | { readonly withId: string; readonly field?: string }
  /** Only the id of the object that has the method, sent in this field. */
  | { readonly onlyId: string }

/** A member of an app or a user. */
export interface Member {
  readonly to: string
  readonly takes: Takes
  /** Whether the member returned its errors in a `Result`. */
  readonly isResult?: boolean
  /** Call that a browser app makes afterwards, because the platform's SDK made it automatically. */
  readonly then?: string
  /** Whether the member is a hook, which is no longer called on an object. */
  readonly isHook?: boolean
}

const nothing = (to: string): Member => ({ to, takes: "nothing" })
const hook = (to: string, takes: Takes): Member => ({ to, takes, isHook: true })

const redirects = Object.fromEntries(
  [
    "signIn",
    "signUp",
    "signOut",
    "home",
    "afterSignIn",
    "afterSignUp",
    "afterSignOut",
    "accountSettings",
    "forgotPassword"
  ].map((page) => [`redirectTo${page[0]!.toUpperCase()}${page.slice(1)}`, nothing(`redirectTo.${page}`)])
)

const signOut: Member = { ...nothing("signOut"), then: "redirectTo.afterSignOut" }

const tokens = {
  getAuthJson: nothing("authJson"),
  getAuthHeaders: nothing("authHeaders"),
  getAuthorizationHeader: nothing("authorizationHeader"),
  getAccessToken: nothing("accessToken")
}

const client: { readonly [name: string]: Member } = {
  ...tokens,
  ...redirects,
  getUser: { to: "currentUser.get", takes: { options: ["or", "includeRestricted"] } },
  useUser: hook("useUser", { options: ["or", "includeRestricted"] }),
  getProject: nothing("currentProject.get"),
  useProject: hook("useProject", "nothing"),
  signOut,
  signInWithOAuth: { to: "oauth.signIn", takes: { fields: ["provider"], rest: ["returnTo"] } },
  callOAuthCallback: nothing("oauth.callback"),
  signInWithCredential: { to: "signIn.withPassword", takes: { signIn: ["email", "password"] }, isResult: true },
  signUpWithCredential: {
    to: "signUp.withPassword",
    takes: { signIn: ["email", "password", "verificationCallbackUrl"] },
    isResult: true
  },
  sendMagicLinkEmail: { to: "signIn.sendCode", takes: { fields: ["email"], rest: ["callbackUrl"] }, isResult: true },
  sendForgotPasswordEmail: {
    to: "password.sendResetCode",
    takes: { fields: ["email"], rest: ["callbackUrl"] },
    isResult: true
  },
  verifyEmail: { to: "emailVerification.verify", takes: { fields: ["code"] }, isResult: true }
}

const user: { readonly [name: string]: Member } = {
  ...tokens,
  signOut,
  update: {
    to: "currentUser.update",
    takes: { options: ["displayName", "profileImageUrl", "clientMetadata", "selectedTeamId"] }
  },
  setDisplayName: { to: "currentUser.update", takes: { fields: ["displayName"] } },
  setClientMetadata: { to: "currentUser.update", takes: { fields: ["clientMetadata"] } },
  delete: nothing("currentUser.delete"),
  setSelectedTeam: { to: "teams.select", takes: { idOf: "teamId" } },
  createTeam: { to: "teams.create", takes: { options: ["displayName", "profileImageUrl"] } },
  leaveTeam: { to: "teams.leave", takes: { idOf: "teamId" } },
  listTeams: nothing("teams.list"),
  useTeams: hook("useTeams", "nothing"),
  useTeam: hook("useTeam", "same"),
  getActiveSessions: nothing("sessions.list"),
  listContactChannels: nothing("contactChannels.list"),
  useContactChannels: hook("useContactChannels", "nothing")
}

const server: { readonly [name: string]: Member } = {
  listUsers: {
    to: "users.list",
    takes: {
      options: ["limit", "cursor", "query", "orderBy", "desc"],
      values: { orderBy: { signedUpAt: "signed_up_at" } }
    }
  },
  createUser: {
    to: "users.create",
    takes: {
      options: [
        "displayName",
        "primaryEmail",
        "primaryEmailAuthEnabled",
        "primaryEmailVerified",
        "profileImageUrl",
        "password",
        "clientMetadata",
        "clientReadOnlyMetadata",
        "serverMetadata"
      ]
    }
  },
  listTeams: nothing("teams.list"),
  createTeam: { to: "teams.create", takes: { options: ["displayName", "profileImageUrl", "creatorUserId"] } },
  getProject: nothing("currentProject.get")
}

const serverUser: { readonly [name: string]: Member } = {
  update: { to: "users.update", takes: { withId: "userId" } },
  delete: { to: "users.delete", takes: { onlyId: "userId" } },
  setDisplayName: { to: "users.update", takes: { withId: "userId", field: "displayName" } },
  setPrimaryEmail: { to: "users.update", takes: { withId: "userId", field: "primaryEmail" } },
  setServerMetadata: { to: "users.update", takes: { withId: "userId", field: "serverMetadata" } },
  setClientMetadata: { to: "users.update", takes: { withId: "userId", field: "clientMetadata" } },
  setClientReadOnlyMetadata: { to: "users.update", takes: { withId: "userId", field: "clientReadOnlyMetadata" } }
}

const serverTeam: { readonly [name: string]: Member } = {
  update: { to: "teams.update", takes: { withId: "teamId" } },
  delete: { to: "teams.delete", takes: { onlyId: "teamId" } },
  addUser: { to: "teams.addMember", takes: { withId: "teamId", field: "userId" } },
  removeUser: { to: "teams.removeMember", takes: { withId: "teamId", field: "userId" } }
}

const next: { readonly [name: string]: Member } = {
  getUser: { to: "currentUser", takes: "nothing" }
}

/** Members by the kind of the object. */
export const members: { readonly [Name in Kind]: { readonly [name: string]: Member } } = {
  client,
  next,
  server,
  user,
  serverUser,
  serverTeam
}

/** Options for the app object that the new functions also accept. */
export const appOptions = [
  "projectId",
  "publishableClientKey",
  "secretServerKey",
  "superSecretAdminKey",
  "baseUrl",
  "extraRequestHeaders",
  "tokenStore",
  "urls",
  "redirectMethod",
  "oauthScopesOnSignIn"
]

/** Options that had no effect, or no longer have one. */
export const droppedOptions = ["noAutomaticPrefetch"]

/** Options that `createLatchkeyNext` chooses by itself. */
export const chosenByNext = ["tokenStore", "inheritsFrom", "redirectMethod"]

/** Packages of both brands. Other packages of the platform are only listed. */
export const packages = [
  "@stackframe/stack",
  "@stackframe/react",
  "@stackframe/js",
  "@hexclave/next",
  "@hexclave/react",
  "@hexclave/js"
]

/** Returns the name of the first brand. */
export const firstBrand = (name: string): string =>
  name.replace(/^(use)?Hexclave(?=[A-Z])/, (_, use: string = "") => `${use}Stack`)
