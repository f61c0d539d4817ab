/** Options for a verifier, and the issuers, audiences and keys that follow from the options. docs/protocol.md §9. */
import type { CarriesClock } from "../../../layers/environment/index.ts"
import { parseUrl, withoutTrailingSlashes } from "../../../schemas/address.ts"
import { addressesOf, hostedBaseUrl } from "../../../schemas/hosted.ts"
import type { Now } from "./clock.ts"
import { VerifierMisconfigured } from "./errors.ts"
import type { Fetch } from "./keySet.ts"

/** Options for a verifier: the project, and the accepted tokens. */
export interface VerifierOptions extends CarriesClock {
  /** Project id: a UUID, or `internal`. */
  readonly projectId: string
  /** URL at which this server reaches the platform, without `/api/v1`. @default the hosted platform */
  readonly baseUrl?: string | undefined
  /**
   * Other URLs of the same platform that tokens may have as issuer, because browsers may reach the platform under
   * another name.
   */
  readonly issuers?: ReadonlyArray<string> | undefined
  /** Whether to accept tokens of anonymous users. @default false */
  readonly anonymous?: boolean | undefined
  /** Whether to accept tokens of restricted users. @default false */
  readonly restricted?: boolean | undefined
  /** @default "main" */
  readonly branch?: string | undefined
  /** Tolerated clock skew of this server in seconds, from 0 to 60. @default 5 */
  readonly clockToleranceSeconds?: number | undefined
  /** @default the runtime's own `fetch` */
  readonly fetch?: Fetch | undefined
  /** Clock, in milliseconds since the epoch. @default the clock of an emulator's project, otherwise the machine's clock */
  readonly now?: Now | undefined
  /** Timeout for fetching the platform's keys, in milliseconds. @default 5000 */
  readonly keysTimeoutMillis?: number | undefined
}

const maxToleranceSeconds = 60

/** Kinds of users, each with its own issuer and audience. */
export type Kind = "regular" | "anonymous" | "restricted"

export const issuerPaths: { readonly [K in Kind]: string } = {
  regular: "projects",
  anonymous: "projects-anonymous-users",
  restricted: "projects-restricted-users"
}

export const audienceEndings: { readonly [K in Kind]: string } = {
  regular: "",
  anonymous: ":anon",
  restricted: ":restricted"
}

/** Checked options. */
export interface Settings {
  readonly projectId: string
  readonly branch: string
  readonly anonymous: boolean
  readonly restricted: boolean
  readonly tolerance: number
  /** Base URLs including `/api/v1`. */
  readonly apiUrls: ReadonlyArray<string>
  /** Issuers of all kinds of users. */
  readonly issuers: Array<string>
  /** Audiences of all kinds of users. */
  readonly audiences: Array<string>
  readonly keysUrl: string
}

/** Checks the options of a verifier. Throws `VerifierMisconfigured`. */
export const settingsOf = (options: VerifierOptions): Settings => {
  const { anonymous = false, branch = "main", clockToleranceSeconds: tolerance = 5, projectId, restricted = false } =
    options
  if (typeof projectId !== "string" || !/^(?:internal|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i.test(projectId)) {
    throw new VerifierMisconfigured(
      "projectId",
      "is neither a UUID nor \"internal\"",
      "Copy it from the project's settings."
    )
  }
  if (typeof tolerance !== "number" || !(tolerance >= 0 && tolerance <= maxToleranceSeconds)) {
    throw new VerifierMisconfigured(
      "clockToleranceSeconds",
      `is not a number from 0 to ${maxToleranceSeconds}`,
      "Correct the clock if its skew is larger."
    )
  }
  if (typeof branch !== "string" || branch === "") {
    throw new VerifierMisconfigured("branch", "is not a name", "Omit it to use \"main\".")
  }
  const { keysTimeoutMillis = 1 } = options
  if (!(keysTimeoutMillis > 0 && keysTimeoutMillis < 2 ** 31)) {
    throw new VerifierMisconfigured(
      "keysTimeoutMillis",
      "is not a number of milliseconds above 0 and below 2^31",
      "Omit it to use 5000."
    )
  }
  const base = addressOf("baseUrl", options.baseUrl ?? hostedBaseUrl)
  const platforms = [base, ...(options.issuers ?? []).map((each) => addressOf("issuers", each))]
  const apiUrls = platforms.flatMap(addressesOf).map((each) => `${each}/api/v1`)
  const parameters = new URLSearchParams()
  if (anonymous) parameters.set("include_anonymous", "true")
  if (restricted) parameters.set("include_restricted", "true")
  const query = parameters.toString()
  return {
    projectId,
    branch,
    anonymous,
    restricted,
    tolerance,
    apiUrls,
    issuers: apiUrls.flatMap((api) => Object.values(issuerPaths).map((path) => `${api}/${path}/${projectId}`)),
    audiences: Object.values(audienceEndings).map((ending) => projectId + ending),
    keysUrl: `${base}/api/v1/projects/${projectId}/.well-known/jwks.json${query === "" ? "" : `?${query}`}`
  }
}

const addressOf = (setting: string, text: unknown): string => {
  const next = `Use a URL such as ${hostedBaseUrl}, without /api/v1.`
  const url = typeof text === "string" ? parseUrl(text) : undefined
  if (url === undefined) throw new VerifierMisconfigured(setting, "is not a URL", next)
  const { hash, origin, password, pathname, protocol, search, username } = url
  const root = withoutTrailingSlashes(pathname)
  if (!/^https?:$/.test(protocol) || `${username}${password}${search}${hash}` !== "" || root.endsWith("/api/v1")) {
    throw new VerifierMisconfigured(setting, "is not the URL of a platform", next)
  }
  return origin + root
}
