/** Requests that only clients of later revisions send. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { gzipSync } from "node:zlib"
import { Session } from "../../../../layers/session/Session.ts"
import * as Analytics from "../../../../schemas/endpoints/analytics.ts"
import * as Anonymous from "../../../../schemas/endpoints/anonymous.ts"
import * as Cli from "../../../../schemas/endpoints/cli.ts"
import * as CredentialScanning from "../../../../schemas/endpoints/credentialScanning.ts"
import * as Otp from "../../../../schemas/endpoints/otp.ts"
import * as Password from "../../../../schemas/endpoints/password.ts"
import * as SessionReplays from "../../../../schemas/endpoints/sessionReplays.ts"
import * as Users from "../../../../schemas/endpoints/users.ts"
import { Emulator } from "../../../../src/emulator/index.ts"
import { overBothTransports } from "../../../support/platform/transports.ts"
import { authorizeUrl, browser, exchange } from "../support/browser.ts"
import { ann, callbackUrl, lastMail, send, signUp } from "../support/support.ts"

const tagOf = <A, E extends { readonly _tag: string; readonly reason?: { readonly _tag: string } }, R>(
  effect: Effect.Effect<A, E, R>
) => Effect.map(Effect.flip(effect), (error) => error.reason?._tag ?? error._tag)

const id = "3f0c1a52-7d4e-4b8a-9c6d-2e1f5a7b9c0d"

const events = {
  sessionReplaySegmentId: id,
  batchId: id,
  sentAt: new Date(2),
  events: [{ eventType: "$page-view", eventAt: new Date(1), data: { path: "/" } }]
}

const replay = (howMany: number) => ({
  browserSessionId: id,
  sessionReplaySegmentId: id,
  batchId: id,
  startedAt: new Date(1),
  sentAt: new Date(2),
  events: Array.from({ length: howMany }, () => ({ type: 4 }))
})

const token = Redacted.make("of the widget")

overBothTransports(({ emulated }) => {
  describe("batches of visitor events", () => {
    it.effect("the emulator accepts batches of visitor events from every session", () =>
      Effect.gen(function*() {
        yield* Effect.flatMap(Anonymous.signUp(), (tokens) => Effect.flatMap(Session, (it) => it.keep(tokens)))

        assert.deepStrictEqual(yield* Analytics.sendEvents(events), { inserted: 1 })
        const taken = yield* SessionReplays.sendBatch(replay(2))
        assert.deepStrictEqual([taken.batchId, taken.deduped], [id, false])
      }).pipe(Effect.provide(emulated({ apps: ["analytics"] }))))

    it.effect("the emulator accepts compressed batches of visitor events", () =>
      Effect.gen(function*() {
        const { accessToken } = yield* signUp()

        const answer = yield* send("POST", "/api/v1/analytics/events/batch", {
          level: "client",
          headers: {
            "content-type": "application/octet-stream",
            "x-stack-access-token": Redacted.value(accessToken)
          },
          body: gzipSync(JSON.stringify({ events: [] })).toString("latin1")
        })

        assert.deepStrictEqual([answer.status, answer.json], [200, { inserted: 0 }])
      }).pipe(Effect.provide(emulated({ apps: ["analytics"] }))))

    it.effect("USER_AUTHENTICATION_REQUIRED: analytics.sendEvents and sessionReplays.sendBatch fail when signed out", () =>
      Effect.gen(function*() {
        assert.strictEqual(yield* tagOf(Analytics.sendEvents(events)), "UserAuthenticationRequired")
        assert.strictEqual(yield* tagOf(SessionReplays.sendBatch(replay(1))), "UserAuthenticationRequired")
      }).pipe(Effect.provide(emulated({ apps: ["analytics"] }))))

    it.effect("the emulator rejects empty batches of visitor events and batches that are too long", () =>
      Effect.gen(function*() {
        yield* signUp()

        assert.strictEqual(yield* tagOf(SessionReplays.sendBatch(replay(0))), "HttpFailure")
        assert.strictEqual(yield* tagOf(SessionReplays.sendBatch(replay(5001))), "HttpFailure")
        assert.strictEqual(yield* tagOf(Analytics.sendEvents({ ...events, events: [] })), "InvalidInput")
      }).pipe(Effect.provide(emulated({ apps: ["analytics"] }))))
  })

  it.effect("API_KEY_NOT_FOUND: credentialScanning.revoke of an unknown key fails", () =>
    Effect.gen(function*() {
      assert.strictEqual(
        yield* tagOf(CredentialScanning.revoke({ apiKey: Redacted.make("sk_gone") })),
        "ApiKeyNotFound"
      )
    }).pipe(Effect.provide(emulated({ apps: ["analytics"] }))))

  describe("bot challenge", () => {
    const signUpWith = (challenge: object) =>
      Password.signUp({ ...ann, verificationCallbackUrl: callbackUrl, ...challenge })

    it.effect("the emulator accepts a sign-up with a solved bot challenge, and a sign-up without challenge fields", () =>
      Effect.gen(function*() {
        const { email: _, ...rest } = ann
        for (
          const [n, challenge] of [
            {},
            { botChallengeToken: token },
            { botChallengeToken: token, botChallengePhase: "invisible" },
            { botChallengeToken: token, botChallengePhase: "visible" }
          ].entries()
        ) {
          yield* signUpWith({ ...rest, email: `ann${n}@example.com`, ...challenge })
        }
      }).pipe(Effect.provide(emulated())))

    it.effect("a sign-up whose bot challenge fails requires the visible challenge first, and is then rejected", () =>
      Effect.gen(function*() {
        assert.deepStrictEqual(
          yield* Effect.all([
            tagOf(signUpWith({ botChallengePhase: "invisible" })),
            tagOf(signUpWith({ botChallengePhase: "visible" })),
            tagOf(signUpWith({ botChallengeUnavailable: "true" })),
            tagOf(signUpWith({ botChallengeUnavailable: "true", botChallengeToken: token })),
            tagOf(Otp.sendSignInCode({ email: ann.email, callbackUrl, botChallengePhase: "invisible" }))
          ]),
          ["BotChallengeRequired", "BotChallengeFailed", "BotChallengeFailed", "HttpFailure", "BotChallengeRequired"]
        )
      }).pipe(Effect.provide(emulated())))

    it.effect("a code sent without a bot challenge creates no account, but signs in existing users", () =>
      Effect.gen(function*() {
        const unavailable = { botChallengeUnavailable: "true" } as const
        yield* Otp.sendSignInCode({ email: ann.email, callbackUrl, ...unavailable })
        const refused = yield* tagOf(Otp.signIn({ code: (yield* lastMail(ann.email)).code }))
        yield* Otp.sendSignInCode({ email: ann.email, callbackUrl })
        yield* Otp.signIn({ code: (yield* lastMail(ann.email)).code })

        yield* Otp.sendSignInCode({ email: ann.email, callbackUrl, ...unavailable })
        const { isNewUser } = yield* Otp.signIn({ code: (yield* lastMail(ann.email)).code })

        assert.strictEqual(refused, "BotChallengeFailed")
        assert.isFalse(isNewUser)
      }).pipe(Effect.provide(emulated())))
  })

  describe("oauth.authorize with a JSON response", () => {
    const seed = { config: { oauthProviders: [{ id: "github", type: "shared" }] } } as const

    for (const names of [["stack_response_mode"], ["stack_response_mode", "hexclave_response_mode"]]) {
      it.live(`oauth.authorize responds with the URL as JSON, and signs in without a cookie (${names.join(", ")})`, () =>
        Effect.gen(function*() {
          const { cookies, open, submit } = yield* browser

          const response = yield* open(yield* authorizeUrl(Object.fromEntries(names.map((name) => [name, "json"]))))
          const way = JSON.parse(response.text).location
          const chosen = yield* submit(way, { email: ann.email, name: "Ann", verified: "on" })
          const back = yield* open(chosen.location)
          const session = yield* exchange(back.location)

          assert.strictEqual(response.status, 200)
          assert.strictEqual(cookies.size, 0)
          assert.isTrue(session.isNewUser)
        }).pipe(Effect.provide(emulated(seed))))
    }

    it.live("BOT_CHALLENGE_FAILED: oauth.callback of a new user fails after the challenge could not be loaded", () =>
      Effect.gen(function*() {
        const { oauth } = yield* Emulator
        const authorizeAs = (challenge: { readonly [name: string]: string }) =>
          Effect.flatMap(
            authorizeUrl({ error_redirect_url: "http://localhost:3000/handler/error", ...challenge }),
            (url) => Effect.promise(() => oauth.signIn({ authorizeUrl: url, account: { email: ann.email } }))
          )

        const end = yield* authorizeAs({ bot_challenge_unavailable: "true" })

        assert.strictEqual(new URL(end).searchParams.get("errorCode"), "BOT_CHALLENGE_FAILED")
      }).pipe(Effect.provide(emulated(seed))))
  })

  describe("anonymous sessions of a CLI login", () => {
    it.effect("a CLI login reports the tool's anonymous session, and gives it to the browser once", () =>
      Effect.gen(function*() {
        const { refreshToken } = yield* Anonymous.signUp()
        const { loginCode } = yield* Cli.create({ anonRefreshToken: refreshToken })

        const before = yield* Cli.check({ loginCode })
        const claimed = yield* Cli.claimAnonymousSession({ loginCode })
        const after = yield* Cli.check({ loginCode })

        assert.deepStrictEqual([before, after], [{ cliSessionState: "anonymous" }, { cliSessionState: "none" }])
        assert.deepStrictEqual(claimed.refreshToken, refreshToken)
        yield* (yield* Session).keep(claimed)
        assert.isTrue((yield* Users.getMe()).isAnonymous)
        assert.strictEqual(yield* tagOf(Cli.claimAnonymousSession({ loginCode })), "HttpFailure")
      }).pipe(Effect.provide(emulated())))

    it.effect("a CLI login accepts only a valid session of an anonymous user as the tool's anonymous session", () =>
      Effect.gen(function*() {
        const { refreshToken } = yield* signUp()

        assert.strictEqual(yield* tagOf(Cli.create({ anonRefreshToken: refreshToken })), "HttpFailure")
        assert.strictEqual(yield* tagOf(Cli.create({ anonRefreshToken: Redacted.make("gone") })), "HttpFailure")
        const { loginCode } = yield* Cli.create()
        assert.deepStrictEqual(yield* Cli.check({ loginCode }), { cliSessionState: "none" })
      }).pipe(Effect.provide(emulated())))
  })

  it.effect("endpoints for a single item validate the parameters of the list endpoint, and otherwise ignore these parameters", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      const requested = (query: string) =>
        Effect.map(send("GET", `/api/v1/users/${userId}?${query}`, { level: "server" }), ({ json, status }) => [
          status,
          json?.id ?? json?.code
        ])

      assert.deepStrictEqual(yield* requested("include_anonymous=true&limit=1&desc=false"), [200, userId])
      assert.deepStrictEqual(yield* requested("include_anonymous=perhaps"), [400, "SCHEMA_ERROR"])
      assert.deepStrictEqual(yield* requested("surprise=yes"), [400, "SCHEMA_ERROR"])
    }).pipe(Effect.provide(emulated())))
})
