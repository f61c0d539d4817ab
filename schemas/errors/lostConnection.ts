/** Describes a lost connection based on the error codes of Node, undici and Bun. Browsers give no code. */

/** Descriptions by error code; the first match wins. `#` stands for the address. */
const faults: ReadonlyArray<readonly [codes: RegExp, happened: string]> = [
  [/REFUSED/i, "Nothing listens at #"],
  [/ENOTFOUND|EAI_AGAIN/, "The host name of # was not found"],
  [/CERT|ISSUER|SIGNATURE|HOSTNAME/, "The certificate of # is not trusted"],
  [/SSL|TLS|EPROTO/, "# does not speak TLS"],
  [/TIMEDOUT|TIMEOUT/, "# did not respond in time"],
  [/RESET|SOCKET|EPIPE/, "The connection to # was interrupted"]
]

/** Whether a URL points to this machine. */
export const isLoopback = (url: string): boolean =>
  /^https?:\/\/(?:(?:[^/?#:]+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])(?:[:/?#]|$)/i.test(url)

/**
 * Returns a description of the failure, or `undefined` for an unknown code. Browsers give no code. For a local address,
 * the description suggests starting the emulator.
 */
export const lostConnection = (place: string, code: string): string | undefined => {
  const isHere = isLoopback(place)
  const happened = isHere && code === "" && "document" in globalThis
    ? `Nothing listens at ${place}, or the browser isn't allowed to reach it`
    : faults.find(([codes]) => codes.test(code))?.[1].replace("#", () => place).concat(` (${code})`)
  if (happened?.startsWith("The certificate")) {
    return `${happened}. Behind a company's proxy, set NODE_EXTRA_CA_CERTS to the file of its certificates`
  }
  return isHere && happened?.startsWith("Nothing")
    ? `${happened}. Is the emulator running? npx latchkey emulator`
    : happened
}
