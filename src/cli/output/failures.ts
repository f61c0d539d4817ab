/** How the command says what failed. */
import type { CallError, InvalidConfiguration } from "../../../schemas/errors/CallError.ts"

export type Failure = CallError | InvalidConfiguration | { readonly _tag: string; readonly message: string }

const reasonOf = (error: Failure) => error._tag === "CallError" ? (error as CallError).reason : error

export const tagOf = (error: Failure): string => reasonOf(error)._tag

/** What went wrong, why, and what to do. */
export const sentenceOf = (error: Failure): string => {
  const reason = reasonOf(error) as CallError["reason"]
  if (reason._tag !== "ConnectionFailed") return error.message
  const host = reason.target.replace(/ \(.*/, "")
  const why = /ENOTFOUND|EAI_AGAIN/.test(reason.fault)
    ? "its name leads nowhere (DNS)"
    : /ECONNREFUSED/.test(reason.fault)
    ? "nothing listens there"
    : /CERT|SSL|TLS|SELF_SIGNED/.test(reason.fault)
    ? "its certificate is not trusted"
    : reason.fault
  return `${host} cannot be reached: ${why}. Check the address and the network${proxy()}.`
}

/** Node's `fetch` passes proxies by unless told otherwise. Its address is not shown: it may hold a password. */
const proxy = (): string => {
  const name = ["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy"].find((name) => process.env[name])
  return name === undefined
    ? ""
    : process.env["NODE_USE_ENV_PROXY"] === "1"
    ? `, and the proxy in ${name}`
    : `; ${name} is set, but Node uses it only with NODE_USE_ENV_PROXY=1`
}
