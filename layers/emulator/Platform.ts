/** One emulated platform: its state, its clock and its settings. What handlers and the pipeline stand on. */
import type { PlatformEvent } from "./events.ts"
import type { Hook } from "./Hook.ts"
import type { KeyRing } from "./keys.ts"
import type { Mail, Store } from "./Store.ts"

/** An emulated platform. */
export interface Platform {
  readonly store: Store
  /** Milliseconds since the epoch, by the emulator's clock. */
  readonly now: () => number
  /** The address it is reached at, without `/api/v1`. Known once it listens. */
  baseUrl: string
  readonly keys: KeyRing
  /** bcrypt rounds of new password hashes. */
  readonly passwordRounds: number
  readonly accessTokenSeconds: number
  /** How many members a team of project owners may have. */
  readonly ownerSeats: number
  /** Providers on shared keys give access tokens too, as on the platform's development servers. */
  readonly sharedOAuthAccessTokens: boolean
  /** What webhooks tell of. Raised by the functions that change the state, see `events.ts`. */
  readonly events: Hook<PlatformEvent>
  /** Mails on their way out, after the outbox has them. */
  readonly mails: Hook<Mail>
}

/** Where the API is: the issuer of tokens begins with it. */
export const apiUrl = (platform: Platform): string => `${platform.baseUrl}/api/v1`
