import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { Transport } from "../../../layers/call/Transport.ts"
import { layerExplicit } from "../../../layers/session/TokenStore.ts"
import { useUser } from "../../../react/index.ts"
import { useSignOut } from "../../../react/parts/index.ts"
import * as Password from "../../../schemas/endpoints/password.ts"
import * as Client from "../../../src/programs/Client.ts"
import { ada, inProcessEmulator } from "../../support/platform/inProcessEmulator.ts"
import { renderHook } from "./renderHook.ts"

describe("useSignOut", () => {
  it("useSignOut ends the local session immediately, and keeps the form on screen until the platform has revoked the session", async () => {
    const platform = await inProcessEmulator()
    const gate = Deferred.makeUnsafe<void>()
    const gated = Layer.effect(
      Transport,
      Effect.map(Transport, ({ send }) => ({
        send: (request) =>
          request.method === "DELETE" ? Effect.andThen(Deferred.await(gate), send(request)) : send(request)
      }))
    ).pipe(Layer.provide(platform.transport))
    const tokens = await Effect.runPromise(
      Effect.provide(Password.signIn({ email: ada.email, password: Redacted.make(ada.password) }), platform.client())
    )
    const client = Client.layerNoProject({ tokenStore: layerExplicit(tokens), redirectMethod: "none" }).pipe(
      Layer.provideMerge(platform.project),
      Layer.provide(gated)
    )
    const { now, until } = await renderHook(client, () => ({ user: useUser(), state: useSignOut() }))
    const { state } = now()
    if (state.step === "ask") state.form.submit()

    await until(({ user }) => assert.isNull(user))
    const meanwhile = now().state
    Deferred.doneUnsafe(gate, Effect.void)
    await until(({ state }) => assert.strictEqual(state.step, "done"))

    assert.deepStrictEqual(
      meanwhile.step === "ask" && [meanwhile.userName, meanwhile.form.pending],
      ["Ada", true]
    )
    const { state: after } = now()
    assert.isTrue(after.step === "done" && after.revoked)
  })
})
