/** Every kind of sign-in, in a browser that stores no cookies for the page. docs/laws.md E8. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Passkeys } from "../../../../layers/browser/Passkeys.ts"
import { Tabs, tabsOf } from "../../../../layers/browser/Tabs.ts"
import type { Project as ProjectService } from "../../../../layers/call/Project.ts"
import { CookiePage, layerCookies } from "../../../../layers/session/browserCookies.ts"
import { Session } from "../../../../layers/session/Session.ts"
import type { ClientAccess } from "../../../../schemas/access.ts"
import { Emulator } from "../../../../src/emulator/index.ts"
import * as currentUser from "../../../../src/flows/account/currentUser.ts"
import * as signIn from "../../../../src/flows/authentication/signIn.ts"
import * as signUp from "../../../../src/flows/authentication/signUp.ts"
import * as oauth from "../../../../src/flows/oauth/oauth.ts"
import * as passkeys from "../../../../src/flows/passkeys/passkeys.ts"
import * as Client from "../../../../src/programs/Client.ts"
import { cookieJar } from "../../../support/platform/cookieJar.ts"
import { scriptedPasskeys } from "../../../support/platform/scriptedPasskeys.ts"
import { scriptedBrowser } from "../scriptedBrowser.ts"

const ada = { email: "ada@example.com", password: "correct horse" }
const page = "http://localhost:3000/handler/sign-in"
const code = "a".repeat(45)

/** Creates a page that stores cookies, or that drops all cookies because they are blocked. */
const pageOf = (blocked: boolean): CookiePage => {
  const jar = cookieJar()
  return {
    read: () => jar.read(page),
    write: (cookie) => blocked ? undefined : jar.set(cookie, page),
    secure: false,
    host: "localhost",
    framed: false,
    events: undefined
  }
}

const platformWith = (tokenStore: Client.SessionOptions["tokenStore"], cookiePage = pageOf(true)) =>
  Client.layerNoProject({ tokenStore }).pipe(
    Layer.provideMerge(Emulator.layerProject()),
    Layer.provideMerge(Emulator.layer({ users: [ada] })),
    Layer.provide([Layer.succeed(CookiePage, cookiePage), Layer.succeed(Tabs, tabsOf({}))])
  )

const requests = Emulator.useSync((emulator) => emulator.requests.list().map(({ method, path }) => `${method} ${path}`))

/** Runs a flow in a browser with a page and passkeys. */
const inBrowser = <A, E, R>(flow: Effect.Effect<A, E, R>) =>
  Effect.gen(function*() {
    const { context } = yield* scriptedBrowser(page, { cookiesBlocked: true })
    const { service } = yield* scriptedPasskeys()
    return yield* flow.pipe(Effect.provideContext(context), Effect.provideService(Passkeys, service))
  })

type Failure = { readonly _tag: string; readonly message: string }

const signIns: { readonly [name: string]: Effect.Effect<unknown, Failure, ClientAccess | Session | ProjectService> } = {
  "signIn.withPassword": signIn.withPassword(ada),
  "signIn.sendCode": signIn.sendCode({ email: ada.email }),
  "signIn.withCode": signIn.withCode({ code: "ABC123", nonce: "n".repeat(39) }),
  "signIn.withLink": signIn.withLink({ code }),
  "signIn.withTotp": signIn.withTotp({ totp: "123456", attemptCode: code }),
  "signUp.withPassword": signUp.withPassword(ada),
  "signUp.anonymously": signUp.anonymously(),
  "currentUser.get, or: anonymous": currentUser.get({ or: "anonymous" }),
  "passkeys.signIn": passkeys.signIn(),
  "passkeys.signInByAutofill": passkeys.signInByAutofill(),
  "oauth.signIn": oauth.signIn({ provider: "github" })
}

describe("a browser that stores no cookies", () => {
  for (const [name, flow] of Object.entries(signIns)) {
    it.effect(`E8: in a browser that stores no cookies, ${name} fails before anything is sent`, () =>
      Effect.gen(function*() {
        const error = yield* Effect.flip(inBrowser(flow))

        assert.strictEqual(error._tag, name === "oauth.signIn" ? "OAuthNotPossible" : "CookiesBlocked")
        assert.match(error.message, /needs a cookie, and this browser stores none for this page\. Allow cookies/)
        assert.deepStrictEqual(yield* requests, [])
      }).pipe(Effect.provide(platformWith(layerCookies()))))
  }

  it.effect("E8: in a browser that stores no cookies, sign-in succeeds with a memory store that the program has chosen", () =>
    Effect.gen(function*() {
      yield* signIn.withPassword(ada)

      assert.strictEqual((yield* Session).state()._tag, "SignedIn")
    }).pipe(Effect.provide(platformWith("memory"))))
})

describe("a browser that stores cookies", () => {
  it.effect("checking whether the browser stores cookies leaves no cookie behind", () => {
    const cookiePage = pageOf(false)
    return Effect.gen(function*() {
      yield* signIn.withPassword(ada)

      const names = cookiePage.read().split("; ").map((cookie) => cookie.split("=")[0])
      assert.deepStrictEqual(names.map((name) => name!.split("-")[1]), ["refresh", "access"])
    }).pipe(Effect.provide(platformWith(layerCookies(), cookiePage)))
  })
})
