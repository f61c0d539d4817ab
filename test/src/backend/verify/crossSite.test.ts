/** Cross-site request forgery against sessions that are stored in cookies. OWASP ASVS 5.0 V3.5. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { Authenticator, type AuthenticatorOptions } from "../../../../src/backend/verify/Authenticator.ts"
import { isCrossSite, originsOf } from "../../../../src/backend/verify/crossSite.ts"
import { Emulator } from "../../../../src/emulator/index.ts"
import { emulated, signUp } from "../../emulator/support/support.ts"

const withBackEnd = (options?: AuthenticatorOptions) =>
  Authenticator.layer(options).pipe(Layer.provideMerge(emulated()))

type Headers = { readonly [name: string]: string }

/** Returns how a request with valid session cookies is authenticated. */
const outcomeOf = Effect.map(
  Effect.all([signUp(), Emulator, Authenticator]),
  ([{ accessToken, refreshToken }, { project }, { authenticate }]) => {
    const refresh = Redacted.value(refreshToken)
    const access = encodeURIComponent(JSON.stringify([refresh, Redacted.value(accessToken)]))
    const record = encodeURIComponent(JSON.stringify({ refresh_token: refresh, updated_at_millis: 1 }))
    const cookie = `__Host-stack-refresh-${project.projectId}--default=${record}; stack-access=${access}`
    return (method: string | undefined, headers: Headers, credentials: Headers = { cookie }) =>
      Effect.map(
        authenticate({ method, headers: { host: "app.example.com:8443", ...credentials, ...headers } }),
        (found) => found.status === "signed-out" ? found.reason : found.status
      )
  }
)

const ownOrigin = "https://app.example.com:8443"

describe("a request with the session's cookies", () => {
  it.effect("session cookies are rejected if a page of another origin sends them with an unsafe method", () =>
    Effect.gen(function*() {
      const outcome = yield* outcomeOf

      for (const method of ["POST", "PUT", "PATCH", "DELETE", "post", "LINK"]) {
        for (
          const headers of [
            { "sec-fetch-site": "cross-site", origin: "https://evil.example" },
            { "sec-fetch-site": "same-site", origin: "https://other.example.com" },
            { "sec-fetch-site": "cross-site" },
            { "sec-fetch-site": "something-new" },
            { origin: "https://evil.example" },
            { origin: "https://app.example.com" },
            { origin: "http://app.example.com:8443" },
            { origin: "https://app.example.com:8443.evil.example" },
            { origin: "null" },
            { origin: "" }
          ]
        ) {
          assert.strictEqual(yield* outcome(method, headers), "cross-site", `${method} ${JSON.stringify(headers)}`)
        }
      }
    }).pipe(Effect.provide(withBackEnd())))

  it.effect("session cookies are rejected if a page of another origin opens a WebSocket, although the method is GET", () =>
    Effect.gen(function*() {
      const outcome = yield* outcomeOf

      for (const asks of [{ upgrade: "websocket" }, { upgrade: "WebSocket" }, { "sec-fetch-mode": "websocket" }]) {
        const evil = { ...asks, origin: "https://evil.example.com" }
        assert.strictEqual(yield* outcome("GET", evil), "cross-site")
        assert.strictEqual(yield* outcome("GET", { ...evil, "sec-fetch-site": "same-site" }), "cross-site")
        assert.strictEqual(yield* outcome("GET", { ...asks, origin: ownOrigin }), "signed-in")
        assert.strictEqual(yield* outcome("GET", asks), "signed-in", "sent by a program")
      }
    }).pipe(Effect.provide(withBackEnd())))

  it.effect("session cookies are accepted from the site's own pages, from direct navigation, from programs, and with safe methods", () =>
    Effect.gen(function*() {
      const outcome = yield* outcomeOf

      assert.strictEqual(yield* outcome("POST", { "sec-fetch-site": "same-origin", origin: ownOrigin }), "signed-in")
      assert.strictEqual(yield* outcome("POST", { "sec-fetch-site": "none" }), "signed-in")
      assert.strictEqual(yield* outcome("POST", { origin: ownOrigin }), "signed-in", "a browser without Fetch Metadata")
      assert.strictEqual(yield* outcome("POST", {}), "signed-in", "no browser")
      const link = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" }
      for (const method of ["GET", "HEAD", "OPTIONS", undefined]) {
        assert.strictEqual(yield* outcome(method, link), "signed-in", String(method))
      }
    }).pipe(Effect.provide(withBackEnd())))

  it.effect("session cookies are accepted if the origin's scheme matches the scheme of the request, if that is known", () =>
    Effect.gen(function*() {
      const { authenticate } = yield* Authenticator
      const { accessToken } = yield* signUp()
      const cookie = `stack-access=${encodeURIComponent(JSON.stringify(["", Redacted.value(accessToken)]))}`
      const from = (
        scheme: string,
        more: Headers = {},
        rest: { readonly url?: string; readonly socket?: object } = {}
      ) => {
        const headers = { host: "app.example.com", origin: `${scheme}://app.example.com`, cookie, ...more }
        return Effect.map(
          authenticate({ method: "POST", headers, ...rest }),
          (found) => found.status === "signed-out" ? found.reason : found.status
        )
      }

      for (
        const [actualScheme, more, rest] of [
          ["https", { "x-forwarded-proto": "https" }],
          ["https", { cookie: `${cookie}; stack-is-https=true` }],
          ["https", {}, { url: "https://app.example.com/notes" }],
          ["https", {}, { socket: { encrypted: true } }],
          ["http", { "x-forwarded-proto": "http" }]
        ] as const
      ) {
        for (const scheme of ["http", "https"]) {
          const expected = scheme === actualScheme ? "signed-in" : "cross-site"
          assert.strictEqual(yield* from(scheme, more, rest), expected, JSON.stringify([scheme, more, rest]))
        }
      }
      // A proxy may terminate TLS without adding a header. Therefore this site may have either scheme.
      for (const scheme of ["http", "https"]) {
        assert.strictEqual(yield* from(scheme, {}, { url: "http://app.example.com/notes", socket: {} }), "signed-in")
      }
    }).pipe(Effect.provide(withBackEnd({ cookies: { readOlderCookies: true } }))))

  it.effect("if the method is unknown, session cookies are accepted with the site's own origin, or without an Origin header, as in navigations", () =>
    Effect.gen(function*() {
      const outcome = yield* outcomeOf

      assert.strictEqual(yield* outcome(undefined, { origin: "https://evil.example" }), "cross-site")
      assert.strictEqual(yield* outcome(undefined, { origin: ownOrigin }), "signed-in")
      assert.strictEqual(yield* outcome(undefined, { "sec-fetch-site": "cross-site" }), "signed-in")
    }).pipe(Effect.provide(withBackEnd())))

  it.effect("session cookies of cross-origin requests are accepted from trusted origins only", () =>
    Effect.gen(function*() {
      const outcome = yield* outcomeOf
      const from = (origin: string) => outcome("POST", { "sec-fetch-site": "same-site", origin })

      assert.strictEqual(yield* from("https://admin.example.com"), "signed-in")
      assert.strictEqual(yield* from("http://localhost:3000"), "signed-in")
      assert.strictEqual(yield* from("https://admin.example.com.evil.example"), "cross-site")
      assert.strictEqual(yield* from("http://admin.example.com"), "cross-site")
    }).pipe(Effect.provide(withBackEnd({ trustedOrigins: ["https://admin.example.com/", "http://localhost:3000"] }))))

  it("a request with an unknown method or without a host counts as cross-site", () => {
    const from = (method: string, headers: Headers) => isCrossSite({ method, headers }, new Set())
    const origin = "https://app.example.com"

    assert.isTrue(from("FORGET", { origin: "https://evil.example" }))
    assert.isTrue(from("GETTER", { origin: "https://evil.example" }))
    assert.isTrue(from("POST", { origin }))
    assert.isFalse(from("POST", { origin, host: "app.example.com" }))
  })

  it("trustedOrigins accepts only strings", () => {
    for (const origin of [7, new URL("https://app.example.com"), undefined]) {
      assert.deepStrictEqual(originsOf([origin as never]), { problem: String(origin) })
    }
  })

  it.effect("a cross-site request is accepted with credentials that a page can't make a browser send", () =>
    Effect.gen(function*() {
      const outcome = yield* outcomeOf
      const { accessToken } = yield* signUp({ email: "bob@example.com", password: Redacted.make("correct horse") })

      const found = yield* outcome("POST", { "sec-fetch-site": "cross-site", origin: "https://spa.example" }, {
        authorization: `Bearer ${Redacted.value(accessToken)}`
      })

      assert.strictEqual(found, "signed-in")
    }).pipe(Effect.provide(withBackEnd())))

  for (const text of ["admin.example.com", "https://admin.example.com/path", "*", "ftp://admin.example.com"]) {
    it.effect(`the authenticator reports ${text} as an invalid trusted origin`, () =>
      Effect.gen(function*() {
        const found = yield* Authenticator.use(({ authenticate }) => authenticate({ headers: {} }))

        assert.strictEqual(found.status, "unavailable")
        if (found.status !== "unavailable") return
        assert.strictEqual(found.error._tag, "VerifierMisconfigured")
        assert.include(found.error.message, `trustedOrigins has ${text}, which is not an origin.`)
      }).pipe(Effect.provide(withBackEnd({ trustedOrigins: [text] }))))
  }
})
