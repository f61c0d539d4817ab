/** Options for sending a program's requests. */
import type * as Layer from "effect/Layer"
import { type Fetch, layerFetch, layerRetryPolicy, type PolicyInput, type Transport } from "../../layers/call/index.ts"
import type { InvalidConfiguration } from "../../schemas/errors/CallError.ts"
import { withSettings } from "./withSettings.ts"

/** Options for sending requests. */
export interface SendingOptions {
  /** The `fetch` for requests. @default the runtime's own `fetch`, looked up for each request */
  readonly fetch?: Fetch | undefined
  /**
   * Retry policy and timeouts of calls: changes to the defaults, such as `{ attempts: 2, perAttempt: "1 minute" }`, or
   * a `Schedule` over failed attempts.
   *
   * @default `RetryPolicy.defaults`: five attempts of 30 s
   */
  readonly retryPolicy?: PolicyInput | undefined
}

/** The transport and the retry policy of the options. */
export const layerSending = ({ fetch, retryPolicy }: SendingOptions): Layer.Layer<Transport, InvalidConfiguration> =>
  withSettings(
    layerFetch({ fetch }),
    retryPolicy === undefined ? undefined : layerRetryPolicy(retryPolicy)
  )
