/** Flows of the example app in `examples/expo`, performed by pressing and typing. */
import * as assert from "node:assert/strict"
import type { RunningEmulator } from "../../src/emulator/index.ts"
import { digitsAt } from "../../src/emulator/model/accounts/totp.ts"
import type { Phone, PhoneOptions } from "./Phone.ts"

/** Where the flows run: an emulator, and phones on which the app is installed. */
export interface Stage {
  readonly platform: RunningEmulator
  readonly start: (options?: Pick<PhoneOptions, "browse" | "keychain">) => Phone
}

export const password = "correct horse battery staple"

const hour = 3_600_000

const credentials = async (phone: Phone, email: string, button: string) => {
  await phone.type("Email", email)
  await phone.type("Password", password)
  await phone.press(button)
  await phone.sees(`Hello ${email}`)
}

const signUp = async (phone: Phone, email: string) => {
  await phone.press("Create an account")
  await phone.sees("I have an account")
  await credentials(phone, email, "Sign up")
}

const signOut = async (phone: Phone) => {
  await phone.press("Sign out")
  await phone.sees("Create an account")
}

/** Moves the clocks of the phone and of the platform. */
const wait = (phone: Phone, { clock }: RunningEmulator, millis: number) => {
  clock.advance(millis)
  phone.advance(millis)
}

/** Converts a secret from base32 to base64. */
const secretOf = (base32: string): string => {
  const bits = [...base32].map((digit) =>
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(digit).toString(2).padStart(5, "0")
  )
  const bytes = bits.join("").match(/.{8}/g) ?? []
  return Buffer.from(bytes.map((each) => Number.parseInt(each, 2))).toString("base64")
}

/** The flows by title. Each starts signed out. */
export const flows: { readonly [name: string]: (stage: Stage) => Promise<void> } = {
  "sign-up, the session after a restart, a refresh after an hour, sign-out": async ({ platform, start }) => {
    const keychain = new Map<string, string>()
    const email = "grace@example.com"
    {
      using phone = start({ keychain })
      await signUp(phone, email)
      assert.notEqual(keychain.size, 0)
    }
    platform.clock.advance(hour)
    using phone = start({ keychain })
    await phone.sees(`Hello ${email}`)
    phone.becomes("background")
    wait(phone, platform, hour)
    platform.requests.clear()
    phone.becomes("active")
    await phone.type("Team name", "Compilers")
    await phone.press("Create a team")
    await phone.sees("Team: Compilers")
    assert.ok(platform.requests.list().some(({ path }) => path.endsWith("/auth/oauth/token")), "nothing was refreshed")
    await signOut(phone)
    assert.equal(keychain.size, 0)
    assert.ok(
      platform.requests.list().some(({ method, path }) =>
        method === "DELETE" && path.endsWith("/auth/sessions/current")
      )
    )
  },

  "sign-in with a wrong and with the right password, teams": async ({ platform, start }) => {
    const email = "ada@example.com"
    await platform.users.add({ email, password })
    using phone = start()
    await phone.type("Email", email)
    await phone.type("Password", "wrong password")
    await phone.press("Sign in")
    await phone.sees("Wrong")
    await credentials(phone, email, "Sign in")
    await phone.type("Team name", "Analysts")
    await phone.press("Create a team")
    await phone.sees("Team: Analysts")
    await phone.type("Team name", "Poets")
    await phone.press("Create a team")
    await phone.sees("Team: Poets")
    await phone.press("Switch to Analysts")
    await phone.sees("Team: Analysts")
  },

  "sign-in with a code by email": async ({ platform, start }) => {
    const email = "barbara@example.com"
    using phone = start()
    await phone.type("Email", email)
    await phone.press("Email me a code")
    await phone.sees(`Enter the code sent to ${email}`)
    const { text } = platform.outbox.byAddress(email)[0]!
    await phone.type("Code", /\b[A-Z0-9]{6}\b/.exec(text)![0])
    await phone.press("Continue")
    await phone.sees(`Hello ${email}`)
  },

  "an authenticator app, and a sign-in with its code": async ({ platform, start }) => {
    const email = "katherine@example.com"
    await platform.users.add({ email, password })
    using phone = start()
    await credentials(phone, email, "Sign in")
    await phone.press("Set up an authenticator app")
    const secret = secretOf(await phone.finds(/(?<=Key: +)[A-Z2-7]{16,}/))
    const code = () => digitsAt(secret, platform.clock.now().getTime())
    await phone.type("Authenticator code", code())
    await phone.press("Turn on")
    await phone.sees("Remove the authenticator app")
    await signOut(phone)
    // each code works once
    wait(phone, platform, 60_000)
    await phone.type("Email", email)
    await phone.type("Password", password)
    await phone.press("Sign in")
    await phone.sees("Enter the code of your authenticator app")
    await phone.type("Authenticator code", code())
    await phone.press("Continue")
    await phone.sees(`Hello ${email}`)
  },

  "sign-in with a provider, cancelled and completed": async ({ platform, start }) => {
    let cancels = true
    using phone = start({
      browse: (authorizeUrl) =>
        cancels
          ? Promise.resolve(null)
          : platform.oauth.signIn({ authorizeUrl, account: { email: "joan@example.com", name: "Joan Clarke" } })
    })
    await phone.press("Continue with github")
    await phone.sees("did not give access")
    cancels = false
    await phone.press("Continue with github")
    await phone.sees("Hello Joan Clarke")
    await signOut(phone)
  }
}
