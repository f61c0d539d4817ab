/** The known errors that screens can show, derived from the flows that they run. */
import type * as Effect from "effect/Effect"
import type { KnownError } from "../../../schemas/KnownError.ts"
import type * as flows from "../../../src/flows/index.ts"

type ErrorOf<F> = F extends (...args: any) => Effect.Effect<any, infer E, any> ? E : never

/** All errors of the flows, exported from one namespace. */
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

/** Tag of an error that screens can show. */
export type ScreenError = Extract<
  { readonly [Name in Screened]: ErrorsOf<(typeof flows)[Name]> }[Screened],
  KnownError
>["_tag"]
