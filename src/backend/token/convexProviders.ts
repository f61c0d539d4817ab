/** Configuration of Convex, which verifies access tokens by itself. */
import { audienceEndings, issuerPaths, type Kind, settingsOf, type VerifierOptions } from "./settings.ts"

/** The project, and the accepted tokens. */
export interface ConvexOptions
  extends Pick<VerifierOptions, "anonymous" | "baseUrl" | "issuers" | "projectId" | "restricted">
{}

/** An issuer of tokens, as Convex's `auth.config.ts` describes it. */
export interface ConvexProvider {
  readonly type: "customJwt"
  /** Audience of the tokens. */
  readonly applicationID: string
  readonly issuer: string
  /** URL of the public keys. */
  readonly jwks: string
  readonly algorithm: "ES256"
}

/**
 * Returns the providers for Convex's `auth.config.ts`: one for each address of the platform and, with `anonymous` or
 * `restricted`, additional ones for the tokens of these users. Throws `VerifierMisconfigured` for invalid options.
 *
 * @example
 * ```ts
 * import { convexProviders } from "latchkey/verify"
 *
 * const [{ applicationID }] = convexProviders({ projectId: "11111111-1111-4111-8111-111111111111" })
 * console.log(applicationID) // 11111111-1111-4111-8111-111111111111
 * ```
 */
export const convexProviders = (options: ConvexOptions): [ConvexProvider, ...Array<ConvexProvider>] => {
  const { anonymous, apiUrls, keysUrl, projectId, restricted } = settingsOf(options)
  const kinds: ReadonlyArray<Kind> = [
    "regular",
    ...(anonymous ? ["anonymous"] as const : []),
    ...(restricted ? ["restricted"] as const : [])
  ]
  const [first, ...others] = apiUrls.flatMap((url) =>
    kinds.map((kind): ConvexProvider => ({
      type: "customJwt",
      applicationID: `${projectId}${audienceEndings[kind]}`,
      issuer: `${url}/${issuerPaths[kind]}/${projectId}`,
      jwks: keysUrl,
      algorithm: "ES256"
    }))
  )
  return [first!, ...others]
}
