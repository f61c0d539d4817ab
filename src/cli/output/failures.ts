/** Describes failures. */
import type { CallError, InvalidConfiguration } from "../../../schemas/errors/CallError.ts"
import type { Documented } from "../../../schemas/site.ts"

export type Failure =
  | CallError
  | InvalidConfiguration
  | Documented & { readonly _tag: string; readonly message: string }

const reasonOf = (error: Failure) => error._tag === "CallError" ? (error as CallError).reason : error

export const tagOf = (error: Failure): string => reasonOf(error)._tag

/** Describes a failure: what went wrong, why, and what to do. */
export const sentenceOf = (error: Failure): string => {
  const reason = reasonOf(error) as CallError["reason"]
  return reason._tag === "ConnectionFailed" ? `${error.message}${proxy()}` : error.message
}

/** Describes the proxy settings, which Node's `fetch` ignores by default. The proxy's URL may hold a password. */
const proxy = (): string => {
  const name = ["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy"].find((name) => process.env[name])
  return name === undefined
    ? ""
    : process.env["NODE_USE_ENV_PROXY"] === "1"
    ? ` Requests go through the proxy in ${name}.`
    : ` ${name} is set, but Node uses it only with NODE_USE_ENV_PROXY=1.`
}
