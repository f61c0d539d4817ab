/** One emulator instance: its state, clock and settings. Handlers and the request pipeline are built on it. */
import type * as Clock from "effect/Clock"
import type * as Duration from "effect/Duration"
import type { Emitter } from "./Emitter.ts"
import type { PlatformEvent, WebhookEndpoint } from "./events.ts"
import type { Feature } from "./features.ts"
import type { KeyRing } from "./keys.ts"
import type { RevisionRules } from "./revisions.ts"
import type { Mail, Store } from "./Store.ts"

export interface Platform {
  readonly store: Store
  /** Behavior that differs between revisions of the platform. */
  readonly rules: RevisionRules
  /** Features that no revision has, and that the seed switched on. */
  readonly features: ReadonlySet<Feature>
  /** Current time in milliseconds since the epoch, by the emulator's clock. */
  readonly now: () => number
  /** Clock used for delays. Unlike the emulator's time, it can't be moved. */
  readonly clock: Clock.Clock
  /** Base URL without `/api/v1`. Set once the emulator listens. */
  baseUrl: string
  readonly keys: KeyRing
  /** Whether pictures have URLs of the emulator. Otherwise they keep their data URLs, for pages that can't request them. */
  linksPictures: boolean
  /** bcrypt rounds for new password hashes. */
  readonly passwordRounds: number
  readonly accessTokenSeconds: number
  /** Maximum number of members in a team that owns projects, or `null` if project `internal` has no seat limit. */
  readonly ownerSeats: number | null
  /** OpenID provider for all providers on shared keys. `undefined` uses the emulator's own sign-in page. */
  sharedOAuthProvider: SharedOAuthProvider | undefined
  /** Fixed challenge for every passkey ceremony, in base64url. `undefined` generates a new one each time. */
  passkeyChallenge: string | undefined
  /** Whether providers on shared keys issue access tokens too, as on the platform's development servers. */
  readonly sharedOAuthAccessTokens: boolean
  /** Whether requesting a password reset takes equally long for unknown addresses, as on the platform. */
  readonly hidesUnknownAddresses: boolean
  /** Time after which a managed domain is verified, in milliseconds. */
  readonly domainVerificationMillis: number
  /** Whether sign-up without a verification callback URL is accepted. No email is sent in that case. */
  readonly signUpWithoutCallback: boolean
  /**
   * Whether the payment provider declines the next charge. Replaced when the emulator's faults are created, because a
   * fault can decline charges.
   */
  declinesCard: () => boolean
  /** Secret of the signatures of the payment provider's events. */
  readonly paymentWebhookSecret: string
  /** Delay between the check and the change of a quantity, if a fault causes one. Replaced like `declinesCard`. */
  writesLate: () => Duration.Duration | undefined
  /** Webhook events. Emitted by the functions that change the state, see `model/events.ts`. */
  readonly events: Emitter<PlatformEvent>
  /** Webhook endpoints by id. They aren't part of the state: the seed and the program configure them. */
  readonly webhooks: Map<string, WebhookEndpoint>
  /** Number of endpoint ids generated so far, including those of removed endpoints. */
  webhooksNamed: number
  /** Emails being sent. Emitted after the email was added to the outbox. */
  readonly mails: Emitter<Mail>
}

/** OpenID provider that stands in for all providers on shared keys, with the platform's client credentials there. */
export interface SharedOAuthProvider {
  readonly issuer: string
  /** @default the provider's id in the project */
  readonly clientId?: string | undefined
  readonly clientSecret?: string | undefined
}

/** URL of the API. The issuer of access tokens starts with it. */
export const apiUrl = (platform: Platform): string => `${platform.baseUrl}/api/v1`
