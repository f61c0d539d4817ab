import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { requestStore } from "../../../../layers/session/requestStore.ts"
import { layer as layerSession, Session } from "../../../../layers/session/Session.ts"
import { layerExplicit, layerMemory, TokenStore } from "../../../../layers/session/TokenStore.ts"
import {
  accessToken,
  authHeaders,
  authJson,
  authorizationHeader
} from "../../../../src/flows/authentication/authHeaders.ts"
import { project } from "../../../support/contract/project.ts"
import { tokenPlatform } from "../../../support/platform/tokenPlatform.ts"

/** A client without a session. */
const client = Effect.gen(function*() {
  const platform = yield* tokenPlatform
  const context = yield* Layer.build(Layer.fresh(
    layerSession().pipe(Layer.provide([platform.layer, project, layerMemory()]))
  ))
  return { platform, session: Context.get(context, Session), context }
})

const storeOf = (headers: Record<string, string>) =>
  Effect.flatMap(
    Layer.build(Layer.provide(requestStore({ headers }).layer, project)),
    (context) => Context.get(context, TokenStore).get
  )

describe("authHeaders", () => {
  it.effect("authHeaders and authorizationHeader return headers from which the back end reads the same session", () =>
    Effect.gen(function*() {
      const { context, platform, session } = yield* client
      const tokens = platform.signIn()
      yield* session.keep(tokens)

      const headers = yield* Effect.provide(authHeaders(), context)
      const authorization = yield* Effect.provide(authorizationHeader(), context)

      for (const sent of [headers, { authorization: authorization! }]) {
        const read = yield* storeOf(sent)
        assert.strictEqual(Redacted.value(read!.accessToken!), Redacted.value(tokens.accessToken))
        assert.strictEqual(Redacted.value(read!.refreshToken!), Redacted.value(tokens.refreshToken))
      }
    }))

  it.effect("authHeaders returns null for both tokens and the bearer when signed out, even if the platform reports the sign-out during the call", () =>
    Effect.gen(function*() {
      const { context, platform, session } = yield* client
      const out = { accessToken: null, refreshToken: null }

      assert.deepStrictEqual(yield* Effect.provide(authJson(), context), out)
      assert.isNull(yield* Effect.provide(authorizationHeader(), context))
      assert.isNull(yield* storeOf(yield* Effect.provide(authHeaders(), context)))

      const tokens = platform.signIn()
      platform.revoke(tokens)
      yield* session.keep({ refreshToken: tokens.refreshToken })
      assert.deepStrictEqual(yield* Effect.provide(authJson(), context), out)
    }))

  it.effect("accessToken returns the valid token without a request, and a new token with forceRefresh", () =>
    Effect.gen(function*() {
      const { context, platform, session } = yield* client
      const tokens = platform.signIn()
      yield* session.keep(tokens)

      const first = yield* Effect.provide(accessToken(), context)
      const forced = yield* Effect.provide(accessToken({ forceRefresh: true }), context)
      const next = yield* Effect.provide(accessToken(), context)

      assert.strictEqual(first, Redacted.value(tokens.accessToken))
      assert.notStrictEqual(forced, first)
      assert.strictEqual(next, forced)
    }))

  it.effect("accessToken returns null when signed out, even if the platform reports the sign-out during the call", () =>
    Effect.gen(function*() {
      const { context, platform, session } = yield* client

      assert.isNull(yield* Effect.provide(accessToken({ forceRefresh: true }), context))

      const tokens = platform.signIn()
      platform.revoke(tokens)
      yield* session.keep(tokens)
      assert.isNull(yield* Effect.provide(accessToken({ forceRefresh: true }), context))
    }))

  it.effect("authHeaders returns null as the refresh token of a session that has none", () =>
    Effect.gen(function*() {
      const platform = yield* tokenPlatform
      const { accessToken } = platform.signIn()
      const context = yield* Layer.build(Layer.fresh(
        layerSession().pipe(
          Layer.provide([platform.layer, project, layerExplicit({ accessToken, refreshToken: undefined })])
        )
      ))

      assert.deepStrictEqual(yield* Effect.provide(authJson(), context), {
        accessToken: Redacted.value(accessToken),
        refreshToken: null
      })
    }))
})
