/** The schemas of entities and inputs, for programs that send them to other programs. */
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { schemasOf } from "../compiled/schemasOf.ts"
import type { AnyEndpoint, EndpointCall } from "../Endpoint.ts"

type InputOf<Endpoint> = Endpoint extends EndpointCall<any, infer Input, any, any> ? Input : never

type OutputOf<Endpoint> = Endpoint extends EndpointCall<any, any, infer Output, any> ? Output : never

/** Options for {@link inputOf} and {@link outputOf}. */
export interface SecretsOption {
  /**
   * `sent`: secrets are part of the encoded form, as plain strings. `refused`: a value with a secret can be neither
   * encoded nor decoded.
   * @default "refused"
   */
  readonly secrets?: "sent" | "refused" | undefined
}

const holdsSecret = (value: unknown): boolean =>
  Redacted.isRedacted(value)
  || (typeof value === "object" && value !== null && !(value instanceof Date) && Object.values(value).some(holdsSecret))

const withoutSecrets = Schema.makeFilter(
  (value: unknown) => !holdsSecret(value),
  { expected: "a value without secrets; to send its secrets as text, pass { secrets: \"sent\" }" }
)

const guarded = (schema: Schema.Codec<any, any>, { secrets = "refused" }: SecretsOption) =>
  secrets === "sent" ? schema : schema.check(withoutSecrets)

/**
 * Returns the schema of an endpoint's output, with the wire names of the platform in its encoded form. A value with a
 * secret, such as a new API key, isn't encoded unless `secrets` is `sent`.
 *
 * @example
 * ```ts
 * import * as Schema from "effect/Schema"
 * import { outputOf, Teams } from "latchkey/schemas"
 *
 * const team = Schema.decodeUnknownSync(outputOf(Teams.get))({ id: "t1", display_name: "Blue", profile_image_url: null })
 * console.log(team.displayName) // Blue
 * ```
 */
export const outputOf = <Endpoint extends AnyEndpoint>(
  endpoint: Endpoint,
  options: SecretsOption = {}
): Schema.Codec<OutputOf<Endpoint>, unknown> => guarded(schemasOf(endpoint).output, options)

/**
 * Returns the schema of an endpoint's input, so that your own endpoint can take the same fields. The encoded form has
 * the platform's wire names. An input with a secret, such as a password, isn't encoded unless `secrets` is `sent`.
 *
 * @example
 * ```ts
 * import { inputOf, Teams } from "latchkey/schemas"
 * import * as Schema from "effect/Schema"
 *
 * const input = Schema.decodeUnknownSync(inputOf(Teams.create))({ display_name: "Blue" })
 * console.log(input.displayName) // Blue
 * ```
 */
export const inputOf = <Endpoint extends AnyEndpoint>(
  endpoint: Endpoint,
  options: SecretsOption = {}
): Schema.Codec<InputOf<Endpoint>, unknown> => guarded(schemasOf(endpoint).inputSchema, options)
