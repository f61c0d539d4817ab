/** Messages of failures. */
import type { CallError, InvalidConfiguration } from "../../../schemas/errors/CallError.ts"
import type { Documented } from "../../../schemas/site.ts"

export type Failure =
  | CallError
  | InvalidConfiguration
  | Documented & { readonly _tag: string; readonly message: string }

const reasonOf = (error: Failure) => error._tag === "CallError" ? (error as CallError).reason : error

export const tagOf = (error: Failure): string => reasonOf(error)._tag

/** Returns the message of a failure: what happened, why, and what to do. */
export const sentenceOf = (error: Failure): string => {
  const reason = reasonOf(error) as CallError["reason"]
  return reason._tag === "ConnectionFailed" ? `${error.message}${proxy()}` : error.message
}

/** Returns a sentence about the proxy settings, which Node's `fetch` ignores by default. Omits the URL, which may have a password. */
const proxy = (): string => {
  const name = ["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy"].find((name) => process.env[name])
  return name === undefined
    ? ""
    : process.env["NODE_USE_ENV_PROXY"] === "1"
    ? ` Requests go through the proxy in ${name}.`
    : ` ${name} is set, but Node uses it only with NODE_USE_ENV_PROXY=1.`
}
