/** Multi-factor authentication with an authenticator app. `npm run example -- examples/guides/secondFactor.ts` */
import { startEmulator } from "latchkey/emulator"
import { createClient, MultiFactorAuthenticationRequired, reveal } from "latchkey/promise"
import { createHmac } from "node:crypto"

/** Returns the code that an authenticator app shows, according to RFC 6238 with its default parameters. */
const codeFor = (secret: string): string => {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, "0")).join("")
  const key = Buffer.from(bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)))
  const hash = createHmac("sha1", key).update(counter).digest()
  return String((hash.readUInt32BE(hash.at(-1)! & 15) & 0x7fffffff) % 1_000_000).padStart(6, "0")
}

await using platform = await startEmulator({ users: [{ email: "ada@example.com", password: "correct horse" }] })
await using client = createClient(platform.project)
const credentials = { email: "ada@example.com", password: "correct horse" }
await client.signIn.withPassword(credentials)

// #region begin
const { secret, uri } = await client.totp.begin()
const qrCode = reveal(uri) // "otpauth://totp/…": draw it as a QR code
const secretText = reveal(secret) // for users who can't scan the QR code
// #endregion
console.log(`QR code: ${qrCode.replace(/secret=\w+/, "secret=…")}`)
let totp = codeFor(secretText)

// #region enable
// the code proves that the app has the secret, which is then stored
const user = await client.totp.enable({ secret, totp })
console.log(`MFA enabled: ${user.requiresTotpMfa}`)
// #endregion
await client.signOut()
totp = codeFor(secretText)

// #region sign-in
try {
  await client.signIn.withPassword(credentials)
} catch (error) {
  if (!(error instanceof MultiFactorAuthenticationRequired)) throw error
  // the attempt is stored in this client or, in a browser, in the current tab
  await client.signIn.withTotp({ totp })
}
// #endregion
console.log(`signed in: ${(await client.currentUser.get({ or: "throw" })).primaryEmail}`)

// #region disable
await client.totp.disable()
// #endregion
await client.signOut()
await client.signIn.withPassword(credentials)
console.log("without MFA, the password is sufficient")
