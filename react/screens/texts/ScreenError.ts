/** The known errors that a screen can meet, read off the flows that screens run. */
import type * as Effect from "effect/Effect"
import type { KnownError } from "../../../schemas/KnownError.ts"
import type * as flows from "../../../src/flows/index.ts"

type ErrorOf<F> = F extends (...args: any) => Effect.Effect<any, infer E, any> ? E : never

/** Every error of the flows of one namespace. */
type ErrorsOf<Namespace> = { readonly [Name in keyof Namespace]: ErrorOf<Namespace[Name]> }[keyof Namespace]

type Screened =
  | "cliLogin"
  | "connectedAccounts"
  | "contactChannels"
  | "currentProject"
  | "currentUser"
  | "emailVerification"
  | "memberProfiles"
  | "notificationPreferences"
  | "oauth"
  | "oauthProviders"
  | "passkeys"
  | "password"
  | "permissions"
  | "sessions"
  | "signIn"
  | "signUp"
  | "teamInvitations"
  | "teamApiKeys"
  | "teams"
  | "totp"
  | "userApiKeys"

/** The tag of such an error. */
export type ScreenError = Extract<
  { readonly [Name in Screened]: ErrorsOf<(typeof flows)[Name]> }[Screened],
  KnownError
>["_tag"]
