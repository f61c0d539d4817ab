/** Options with an invalid time or number fail when they are first used, instead of changing what a program does. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as KeyValueStore from "effect/persistence/KeyValueStore"
import * as Persistence from "effect/persistence/Persistence"
import * as RateLimiter from "effect/persistence/RateLimiter"
import * as SharedRateLimitGate from "../../../layers/fleet/SharedRateLimitGate.ts"
import * as SharedRecords from "../../../layers/fleet/SharedRecords.ts"
import * as SharedResponses from "../../../layers/fleet/SharedResponses.ts"
import * as SessionLedger from "../../../layers/SessionLedger.ts"
import * as httpApi from "../../../src/backend/httpApi/index.ts"
import * as rpc from "../../../src/backend/rpc/index.ts"
import { Emulator } from "../../../src/emulator/index.ts"
import * as Server from "../../../src/programs/Server.ts"
import { createAuthenticator, createVerifier } from "../../../src/verify.ts"
import { accessToken, projectId } from "../../support/contract/project.ts"

const notTimes: ReadonlyArray<any> = [NaN, -1, "nonsense", "-5 minutes"]

const tagOf = <E>(layer: Layer.Layer<any, E, any>) =>
  Effect.map(
    Effect.flip(Effect.scoped(Layer.build(Layer.fresh(layer)))),
    (error) => (error as { readonly _tag?: string })._tag
  ) as Effect.Effect<string | undefined>

const emulator = Layer.provideMerge(Emulator.layerProject(), Emulator.layer())
const limiter = Layer.fresh(RateLimiter.layer.pipe(Layer.provide(RateLimiter.layerStoreMemory)))
const persistence = Layer.fresh(Persistence.layerBackingMemory)

describe("an option with an invalid time or number", () => {
  for (const value of notTimes) {
    const shown = String(value)

    it.effect(`fresh-1: layers for back ends fail with InvalidConfiguration for the time ${shown}`, () =>
      Effect.gen(function*() {
        const server = Layer.provide(Server.layerNoProject(), emulator)
        const layers: Record<string, Layer.Layer<any, unknown, any>> = {
          verdictsFor: Layer.provide(httpApi.layerPermissions({ verdictsFor: value }), server),
          verdictsForRpc: Layer.provide(rpc.layerPermissions({ verdictsFor: value }), server),
          timeout: Layer.provide(
            SharedRecords.layerKeyValue({ timeout: value }),
            KeyValueStore.layerMemory
          ),
          keysFor: Layer.provide(SharedResponses.layer({ keysFor: value }), [emulator, persistence]),
          apiKeysFor: Layer.provide(SharedResponses.layer({ apiKeysFor: value }), [emulator, persistence]),
          window: Layer.provide(SharedRateLimitGate.layer({ unverified: { window: value } }), limiter) as Layer.Layer<
            any,
            unknown
          >,
          limit: Layer.provide(SharedRateLimitGate.layer({ unverified: { limit: value } }), limiter) as Layer.Layer<
            any,
            unknown
          >
        }
        const found = yield* Effect.all(Object.values(layers).map(tagOf))

        assert.deepStrictEqual(
          Object.keys(layers).map((name, index) => [name, found[index]]),
          Object.keys(layers).map((name) => [name, "InvalidConfiguration"])
        )
      }))

    it(`fresh-1: an authenticator is unavailable, and explains the setting, for the time ${shown} of apiKeysFor and unverified.window`, async () => {
      for (const options of [{ apiKeysFor: value }, { unverified: { window: value } }]) {
        await using authenticator = createAuthenticator({ projectId, ...options })
        const found = await authenticator.authenticateRequest({ headers: { "x-api-key": "key" } })

        assert.strictEqual(found.status, "unavailable")
        assert.match(found.status === "unavailable" ? found.error.message : "", /apiKeysFor|unverified\.window/)
      }
    })

    it(`fresh-1: a verifier rejects with VerifierMisconfigured for the timeout ${shown}`, async () => {
      const { verify } = createVerifier({ projectId, keysTimeoutMillis: value })
      const error = await verify(accessToken()).catch((error: unknown) => error)

      assert.deepInclude(error, { _tag: "VerifierMisconfigured", setting: "keysTimeoutMillis" })
    })

    it(`D24 fresh-1: a ledger with the capacity ${shown} throws InvalidConfiguration instead of growing without a limit`, () => {
      let error: unknown
      try {
        SessionLedger.make({ capacity: value })
      } catch (thrown) {
        error = thrown
      }

      assert.strictEqual((error as { readonly _tag?: string })._tag, "InvalidConfiguration")
    })
  }

  it("a verifier rejects with VerifierMisconfigured for a branch without a name", async () => {
    for (const branch of ["", null as never]) {
      const error = await createVerifier({ projectId, branch }).verify(accessToken()).catch((error: unknown) => error)

      assert.deepInclude(error, { _tag: "VerifierMisconfigured", setting: "branch" })
    }
  })
})
