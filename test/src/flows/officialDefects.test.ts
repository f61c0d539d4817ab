/**
 * Defects of the platform's own client that Latchkey's client doesn't have. The numbers are from the list of defects.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import { layerClient } from "../../../layers/access/access.ts"
import { Passkeys } from "../../../layers/browser/Passkeys.ts"
import { Diagnostics } from "../../../layers/call/Diagnostics.ts"
import { requestStore } from "../../../layers/session/requestStore.ts"
import { layer as layerSession, Session } from "../../../layers/session/Session.ts"
import * as ConnectedAccounts from "../../../schemas/endpoints/connectedAccounts.ts"
import * as Users from "../../../schemas/endpoints/users.ts"
import * as currentUser from "../../../src/flows/account/currentUser.ts"
import * as userApiKeys from "../../../src/flows/account/userApiKeys.ts"
import * as passkeys from "../../../src/flows/passkeys/passkeys.ts"
import * as serverContactChannels from "../../../src/server/contactChannels.ts"
import * as serverSessions from "../../../src/server/sessions.ts"
import * as serverTeams from "../../../src/server/teams.ts"
import * as serverUsers from "../../../src/server/users.ts"
import { settled } from "../../support/contract/calls.ts"
import { accessToken, project, refreshToken, signedIn, storeWith } from "../../support/contract/project.ts"
import { otherId, teamId, userId, wireApiKey, wireServerUser, wireUser } from "../../support/contract/wireEntities.ts"
import { conversation } from "../../support/platform/conversation.ts"
import { scriptedPasskeys } from "../../support/platform/scriptedPasskeys.ts"
import { answer, json, knownError, lost, scriptedTransport } from "../../support/platform/scriptedTransport.ts"
import { tokenPlatform } from "../../support/platform/tokenPlatform.ts"
import { overBothTransports } from "../../support/platform/transports.ts"
import { asServer, signUp } from "../emulator/support/support.ts"

describe("defects of the platform's own client", () => {
  it.effect("Latchkey avoids platform SDK defect 1: a session with an access token but no refresh token is used until the token expires", () =>
    Effect.gen(function*() {
      const token = accessToken()
      const { layer, requests } = scriptedTransport(json(wireUser))

      yield* settled(currentUser.get(), layer, signedIn(token, null))

      assert.strictEqual(requests[0]?.headers["x-stack-access-token"], token)
    }))

  it.effect("Latchkey avoids platform SDK defect 2: a failed refresh is retried, and succeeds once the platform is reachable", () =>
    Effect.gen(function*() {
      const platform = yield* tokenPlatform
      const kept = platform.signIn()
      const session = layerSession().pipe(
        Layer.provide(storeWith(undefined, Redacted.value(kept.refreshToken))),
        Layer.provide(project),
        Layer.provide(platform.layer)
      )

      const tokens = yield* Effect.gen(function*() {
        const { tokens } = yield* Session
        platform.meet(knownError("PROJECT_NOT_FOUND", 404))
        yield* Effect.flip(tokens())
        platform.meet(undefined)
        yield* TestClock.adjust("6 seconds")
        return yield* tokens()
      }).pipe(Effect.provide(session), Effect.provideService(Diagnostics, []))

      assert.isTrue(Option.isSome(tokens))
    }))

  it.effect("Latchkey avoids platform SDK defect 3: the access token is read from a cookie that also contains the refresh token", () =>
    Effect.gen(function*() {
      const token = accessToken()
      const cookie = `stack-refresh=${refreshToken}; stack-access=${
        encodeURIComponent(JSON.stringify([refreshToken, token]))
      }`
      const { layer, requests } = scriptedTransport(json(wireUser))

      const level = layerClient().pipe(
        Layer.provideMerge(layerSession()),
        Layer.provide(requestStore({ headers: { cookie, host: "localhost" } }).layer),
        Layer.provideMerge(project)
      )
      yield* settled(currentUser.get(), layer, level)

      assert.strictEqual(requests[0]?.headers["x-stack-access-token"], token)
      assert.strictEqual(requests[0]?.headers["x-stack-refresh-token"], refreshToken)
    }))

  it.effect("Latchkey avoids platform SDK defect 4: a back end's request to end a session names the user", () =>
    Effect.gen(function*() {
      const { requestLines } = yield* conversation(
        "server",
        serverSessions.revoke({ id: otherId, userId }),
        json({ success: true })
      )

      assert.deepStrictEqual(requestLines, [`DELETE /auth/sessions/${otherId}?user_id=${userId}`])
    }))

  it.effect("Latchkey avoids platform SDK defect 6: changing an API key sends no unknown fields", () =>
    Effect.gen(function*() {
      const key = json({ ...wireApiKey, type: "user", user_id: userId })
      const changed = yield* conversation("client", userApiKeys.describe({ id: otherId, description: "CI" }), key)
      const withMore = { id: otherId, description: "CI", expiresAt: new Date(5) }
      const more = yield* conversation("client", userApiKeys.describe(withMore), key)

      assert.deepStrictEqual(changed.requestLines, [`PATCH /user-api-keys/${otherId} {"description":"CI"}`])
      assert.deepStrictEqual(more.requestLines, changed.requestLines)
    }))

  it.effect("Latchkey avoids platform SDK defect 7: a back end can turn one-time codes and passkeys of a user on and off", () =>
    Effect.gen(function*() {
      const { requestLines } = yield* conversation(
        "server",
        serverUsers.update({ userId, otpAuthEnabled: true, passkeyAuthEnabled: false }),
        json(wireServerUser)
      )

      assert.deepStrictEqual(requestLines, [
        `PATCH /users/${userId} {"otp_auth_enabled":true,"passkey_auth_enabled":false}`
      ])
    }))

  it.effect("Latchkey avoids platform SDK defect 8: a back end removes team members at server level", () =>
    Effect.gen(function*() {
      const { requests } = yield* conversation(
        "server",
        serverTeams.removeMember({ teamId, userId }),
        json({ success: true })
      )

      assert.strictEqual(requests[0]?.headers["x-stack-access-type"], "server")
      assert.include(requests[0]?.url, `/team-memberships/${teamId}/${userId}`)
    }))

  it.effect("Latchkey avoids platform SDK defect 11: requesting a token of an account that isn't connected fails with an error that the caller can handle", () =>
    Effect.gen(function*() {
      const { failure } = yield* conversation(
        "client",
        ConnectedAccounts.createAccessToken({ userId: "me", providerId: "google" }),
        knownError("OAUTH_CONNECTION_NOT_CONNECTED_TO_USER", 400)
      )

      assert.strictEqual(failure()._tag, "OAuthConnectionNotConnectedToUser")
    }))

  it.effect("Latchkey avoids platform SDK defect 12: an error that contains only a message can be read", () =>
    Effect.gen(function*() {
      const { failure } = yield* conversation(
        "server",
        serverContactChannels.add({ userId, value: "ada@example.com" }),
        knownError("SCHEMA_ERROR", 400, undefined, "The sentence.")
      )

      assert.strictEqual(failure().reason._tag, "SchemaError")
      assert.strictEqual(failure().reason.platformText, "The sentence.")
    }))

  it.effect("Latchkey avoids platform SDK defect 13: sign-in with a passkey reports a lost connection and MFA with their own errors", () =>
    Effect.gen(function*() {
      const browser = yield* scriptedPasskeys()
      const signIn = Effect.provideService(passkeys.signIn(), Passkeys, browser.service)
      const begun = json({
        options_json: { rpId: "THIS_VALUE_WILL_BE_REPLACED.example.com", challenge: "AAAA" },
        code: "c".repeat(45)
      })
      const agreeing = Effect.andThen(
        Effect.forkChild(Effect.flatMap(browser.prompt, (prompt) => prompt.agree())),
        signIn
      )
      const mfa = knownError("MULTI_FACTOR_AUTHENTICATION_REQUIRED", 400, { attempt_code: "a".repeat(45) })

      const offline = yield* conversation("client", signIn, lost)
      const lostLater = yield* conversation("client", agreeing, begun, lost)
      const second = yield* conversation("client", agreeing, begun, mfa)

      assert.strictEqual(offline.failure().reason._tag, "ConnectionFailed")
      assert.strictEqual(lostLater.failure().reason._tag, "ConnectionFailed")
      assert.strictEqual(second.failure()._tag, "MultiFactorAuthenticationRequired")
    }))

  it.effect("Latchkey avoids platform SDK defect 14: the next caller retries a failed anonymous sign-up", () =>
    Effect.gen(function*() {
      const tokens = { access_token: accessToken({ exp: 4e9 }), refresh_token: refreshToken, user_id: userId }
      const { layer } = scriptedTransport(lost, json(tokens), json({ ...wireUser, is_anonymous: true }))
      const twice = Effect.gen(function*() {
        yield* Effect.flip(currentUser.get({ or: "anonymous" }))
        return yield* currentUser.get({ or: "anonymous" })
      })

      const exit = yield* settled(twice, layer)

      assert.strictEqual(exit._tag === "Success" && exit.value.id, userId)
    }))

  it.effect("Latchkey avoids platform SDK defect 15: a program can handle an error with an unknown code", () =>
    Effect.gen(function*() {
      const { failure } = yield* conversation(
        "server",
        Users.get({ userId }),
        answer(
          200,
          { "content-type": "application/json", "x-stack-known-error": "NEW_RULE", "x-stack-actual-status": "418" },
          JSON.stringify({ code: "NEW_RULE", error: "A new rule.", details: { why: "because" } })
        )
      )

      assert.strictEqual(failure().reason._tag, "UnexpectedKnownError")
      assert.deepInclude(failure().reason, { code: "NEW_RULE", status: 418 })
      assert.deepStrictEqual(Redacted.value(failure().reason.details), { why: "because" })
    }))

  overBothTransports(({ emulated }) => {
    it.effect("Latchkey avoids platform SDK defect 5: the sessions are read from the list in the response", () =>
      Effect.gen(function*() {
        const { userId } = yield* signUp()

        const sessions = yield* asServer(serverSessions.list({ userId }))

        assert.deepStrictEqual(sessions.map((session) => session.userId), [userId])
      }).pipe(Effect.provide(emulated())))

    it.effect("Latchkey avoids platform SDK defect 9: anonymous users are listed if requested", () =>
      Effect.gen(function*() {
        yield* asServer(serverUsers.create({ isAnonymous: true }))

        const usual = yield* asServer(Stream.runCollect(serverUsers.stream()))
        const all = yield* asServer(Stream.runCollect(serverUsers.stream({ includeAnonymous: true })))

        assert.deepStrictEqual([usual.length, all.length], [0, 1])
      }).pipe(Effect.provide(emulated())))

    it.effect("Latchkey avoids platform SDK defect 10: a passkey is created for the given host", () =>
      Effect.gen(function*() {
        const browser = yield* scriptedPasskeys("https://app.example.com")
        yield* signUp()

        const registering = yield* passkeys.register({ hostname: "example.com" }).pipe(
          Effect.provideService(Passkeys, browser.service),
          Effect.forkChild
        )

        assert.strictEqual((yield* browser.prompt).options.rp.id, "example.com")
        yield* Fiber.interrupt(registering)
      }).pipe(Effect.provide(emulated())))
  })
})
