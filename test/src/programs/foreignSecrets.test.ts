/**
 * Programs with two copies of Effect, such as one in a bundle and one in its sources. One copy can't read secrets that
 * the other copy wrapped.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import { Diagnostics } from "../../../layers/call/Diagnostics.ts"
import * as Project from "../../../layers/call/Project.ts"
import { layerFetch } from "../../../layers/call/Transport.ts"
import { Session } from "../../../layers/session/Session.ts"
import { layerExplicit, TokenStore } from "../../../layers/session/TokenStore.ts"
import { tokenStoreOf } from "../../../layers/session/tokenStoreOf.ts"
import { CallError, InvalidConfiguration } from "../../../schemas/errors/CallError.ts"
import * as Admin from "../../../src/programs/Admin.ts"
import * as Client from "../../../src/programs/Client.ts"
import { createClient } from "../../../src/promise/index.ts"
import { VerifierMisconfigured, verifyWebhook } from "../../../src/verify.ts"
import { everyEndpoint, everyFlow, inputsOf } from "../../support/contract/everyCall.ts"
import {
  baseUrl,
  projectId,
  publishableClientKey,
  secretServerKey,
  superSecretAdminKey
} from "../../support/contract/project.ts"

/** Returns a secret that this copy of Effect can't read, as if another copy had wrapped it. */
const foreign = (): Redacted.Redacted => {
  const secret = Redacted.make("canary")
  Redacted.wipeUnsafe(secret)
  return secret
}

const withForeign = (value: unknown): unknown =>
  Redacted.isRedacted(value)
    ? foreign()
    : Array.isArray(value)
    ? value.map(withForeign)
    : typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype
    ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withForeign(each)]))
    : value

const hasSecret = (value: unknown): boolean =>
  Redacted.isRedacted(value) || (typeof value === "object" && value !== null && Object.values(value).some(hasSecret))

let sent = 0
const fetch = async () => {
  sent++
  return new Response("no", { status: 400 })
}

const everyLevel = Admin.layerNoProject().pipe(
  Layer.provideMerge(Client.layerNoProject()),
  Layer.provideMerge(
    Project.layer({ projectId, baseUrl, publishableClientKey, secretServerKey, superSecretAdminKey })
  ),
  Layer.provide(layerFetch({ fetch })),
  Layer.provide(Layer.succeed(Diagnostics, []))
)

const exitOf = (call: () => unknown) => {
  const made = Effect.suspend(() => {
    const result = call()
    if (Stream.isStream(result)) return Stream.runDrain(Stream.take(result as Stream.Stream<unknown, unknown, any>, 1))
    return Effect.isEffect(result) ? result as Effect.Effect<unknown, unknown, any> : Effect.succeed(result)
  })
  return Effect.exit(Effect.provide(made, everyLevel) as Effect.Effect<unknown, unknown>)
}

describe("a secret wrapped by another copy of effect", () => {
  it.effect("every endpoint rejects a secret wrapped by another copy of effect as InvalidInput, without a request", () =>
    Effect.gen(function*() {
      sent = 0
      let refused = 0
      for (const { endpoint, input } of everyEndpoint.filter(({ input }) => hasSecret(input))) {
        const exit = yield* exitOf(() => endpoint(withForeign(input) as never))

        assert.isTrue(Exit.isFailure(exit) && !Exit.hasDies(exit), endpoint.spec.name)
        const error = Cause.squash((exit as Exit.Failure<unknown, unknown>).cause)
        assert.instanceOf(error, CallError)
        assert.strictEqual((error as CallError).reason._tag, "InvalidInput", endpoint.spec.name)
        assert.include((error as CallError).message, "wrapped by this copy of effect")
        refused++
      }
      assert.strictEqual(sent, 0)
      assert.isAbove(refused, 20)
    }))

  it.live("a secret wrapped by another copy of effect causes no defect in any flow", () =>
    Effect.gen(function*() {
      for (const { call, name } of everyFlow) {
        for (const input of inputsOf({ call, name }).filter(hasSecret).slice(0, 2)) {
          const exit = yield* Effect.timeoutOption(exitOf(() => call(...input.map(withForeign))), "3 seconds")

          if (exit._tag === "Some") assert.notInclude(String(exit.value), "Unable to get redacted value", name)
        }
      }
    }), 60_000)

  for (const key of ["publishableClientKey", "secretServerKey", "superSecretAdminKey"] as const) {
    it.effect(`a secret wrapped by another copy of effect is rejected as InvalidConfiguration if passed as ${key}`, () =>
      Effect.gen(function*() {
        const error = yield* Effect.flip(Project.make({ projectId, [key]: foreign() }))

        assert.instanceOf(error, InvalidConfiguration)
        assert.strictEqual(error.setting, key)
        assert.include(error.message, "another copy of effect")
      }))
  }

  it.effect("a secret wrapped by another copy of effect is rejected as InvalidConfiguration in a token store", () =>
    Effect.gen(function*() {
      for (const tokens of [{ accessToken: foreign() }, { refreshToken: foreign(), accessToken: "a" }]) {
        const error = yield* Effect.flip(
          Effect.provide(TokenStore, tokenStoreOf(tokens).pipe(Layer.provide(Project.layer({ projectId }))))
        )

        assert.include(error.message, "another copy of effect")
      }
    }))

  it.effect("a secret wrapped by another copy of effect counts as no session in a custom store", () =>
    Effect.gen(function*() {
      const { state } = yield* Session

      assert.strictEqual(state()._tag, "SignedOut")
    }).pipe(
      Effect.provide(
        Client.layerNoProject({
          tokenStore: layerExplicit({ accessToken: foreign(), refreshToken: foreign() })
        }).pipe(
          Layer.provide(Project.layer({ projectId })),
          Layer.provide(layerFetch({ fetch }))
        )
      )
    ))

  it("a secret wrapped by another copy of effect makes a client's promises reject with InvalidConfiguration", async () => {
    await using client = createClient({ projectId, baseUrl, fetch, publishableClientKey: foreign() })

    const error = await client.calls.projects.getCurrent().then(() => assert.fail("resolved"), (thrown) => thrown)

    assert.instanceOf(error, InvalidConfiguration)
  })

  it("a secret wrapped by another copy of effect is rejected as a webhook secret", async () => {
    const headers = {
      "webhook-id": "m",
      "webhook-timestamp": String(Math.floor(Date.now() / 1000)),
      "webhook-signature": "v1,AAAA"
    }
    const request = new Request("http://app.localhost/hook", { method: "POST", body: "{}", headers })

    const error = await verifyWebhook(request, foreign()).then(() => assert.fail("believed"), (thrown) => thrown)

    assert.instanceOf(error, VerifierMisconfigured)
  })
})
