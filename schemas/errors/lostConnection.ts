/** What a lost connection was, in words, by the codes of Node, undici and Bun. Browsers tell none. */

/** The first whose codes fit. `#` is the place. */
const faults: ReadonlyArray<readonly [codes: RegExp, happened: string]> = [
  [/REFUSED/i, "Nothing listens at #"],
  [/ENOTFOUND|EAI_AGAIN/, "The name in # leads nowhere"],
  [/CERT|ISSUER|SIGNATURE|HOSTNAME/, "The certificate of # is not trusted"],
  [/SSL|TLS|EPROTO/, "# does not speak TLS"],
  [/TIMEDOUT|TIMEOUT/, "# did not answer in time"],
  [/RESET|SOCKET|EPIPE/, "The connection to # broke off"]
]

/** What happened; `undefined` for a code that says nothing. On this machine, the platform is mostly the emulator. */
export const lostConnection = (place: string, code: string): string | undefined => {
  const happened = faults.find(([codes]) => codes.test(code))?.[1].replace("#", () => place)
  if (happened?.startsWith("The certificate")) {
    return `${happened} (${code}). Behind a company's proxy, set NODE_EXTRA_CA_CERTS to the file of its certificates`
  }
  return happened?.startsWith("N") && /\/\/(?:localhost|127\.)/.test(place)
    ? `${happened} (${code}). Is the emulator running? npx latchkey emulator`
    : happened && `${happened} (${code})`
}
