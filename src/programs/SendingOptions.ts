/** How a program's requests are sent. */
import type * as Layer from "effect/Layer"
import { type Fetch, layerFetch, layerRetryPolicy, type PolicyInput, type Transport } from "../../layers/call/index.ts"
import type { InvalidConfiguration } from "../../schemas/errors/CallError.ts"
import { withSettings } from "./withSettings.ts"

/** How requests are sent. */
export interface SendingOptions {
  /** @default the runtime's own `fetch`, looked up at each request */
  readonly fetch?: Fetch | undefined
  /**
   * When calls are tried again, and how long they may take: numbers that are to differ from the defaults, as in
   * `{ attempts: 2, perAttempt: "1 minute" }`, or a `Schedule` over failed attempts.
   *
   * @default five attempts of 30 s, as `RetryPolicy.defaults` says
   */
  readonly retryPolicy?: PolicyInput | undefined
}

/** The transport and the retry policy that the options ask for. */
export const layerSending = ({ fetch, retryPolicy }: SendingOptions): Layer.Layer<Transport, InvalidConfiguration> =>
  withSettings(
    layerFetch({ fetch }),
    retryPolicy === undefined ? undefined : layerRetryPolicy(retryPolicy)
  )
