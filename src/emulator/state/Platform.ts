/** One emulated platform: its state, its clock and its settings. What handlers and the pipeline stand on. */
import type * as Clock from "effect/Clock"
import type { Emitter } from "./Emitter.ts"
import type { PlatformEvent, WebhookEndpoint } from "./events.ts"
import type { KeyRing } from "./keys.ts"
import type { RevisionRules } from "./revisions.ts"
import type { Mail, Store } from "./Store.ts"

/** An emulated platform. */
export interface Platform {
  readonly store: Store
  /** What it does where revisions of the platform differ. */
  readonly rules: RevisionRules
  /** Milliseconds since the epoch, by the emulator's clock. */
  readonly now: () => number
  /** What the platform waits by. Unlike its time, it cannot be moved. */
  readonly clock: Clock.Clock
  /** The address it is reached at, without `/api/v1`. Known once it listens. */
  baseUrl: string
  readonly keys: KeyRing
  /** bcrypt rounds of new password hashes. */
  readonly passwordRounds: number
  readonly accessTokenSeconds: number
  /** How many members a team of project owners may have; `null` where seats are nothing that project `internal` has. */
  readonly ownerSeats: number | null
  /** Where providers on shared keys lead; `undefined`: to the emulator's own sign-in page. */
  sharedOAuthProvider: SharedOAuthProvider | undefined
  /** The challenge of every passkey ceremony in base64url; `undefined`: a new one each time. */
  passkeyChallenge: string | undefined
  /** Providers on shared keys give access tokens too, as on the platform's development servers. */
  readonly sharedOAuthAccessTokens: boolean
  /** Asking for a reset code takes as long for an address without account as the platform lets it take. */
  readonly hidesUnknownAddresses: boolean
  /** Signing up without a verification callback URL is fine, and mails nothing. */
  readonly signUpWithoutCallback: boolean
  /** What webhooks tell of. Emitted by the functions that change the state, see `model/events.ts`. */
  readonly events: Emitter<PlatformEvent>
  /** Where the events are posted, by id. Not part of the state: the seed and the program set them up. */
  readonly webhooks: Map<string, WebhookEndpoint>
  /** How many of them were given an id here, those that are removed included. */
  webhooksNamed: number
  /** Mails on their way out, after the outbox has them. */
  readonly mails: Emitter<Mail>
}

/** An OpenID provider that plays all providers on shared keys, and the platform's account there. */
export interface SharedOAuthProvider {
  readonly issuer: string
  /** @default the project's id of the provider */
  readonly clientId?: string
  readonly clientSecret?: string
}

/** Where the API is: the issuer of tokens begins with it. */
export const apiUrl = (platform: Platform): string => `${platform.baseUrl}/api/v1`
