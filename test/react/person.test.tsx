/** Effects of hooks belong to the person who was signed in when they started. */
import { assert, describe, it } from "@effect/vitest"
import { waitFor } from "@testing-library/react"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import { useEffect } from "react"
import { whilePerson } from "../../layers/access/index.ts"
import { type SharedClient, useAction, useClient, useRunEffect } from "../../react/index.ts"
import * as currentUser from "../../src/flows/account/currentUser.ts"
import * as signIn from "../../src/flows/authentication/signIn.ts"
import { signOut } from "../../src/flows/authentication/signOut.ts"
import { accessToken, signedIn as signedInWith } from "../support/contract/project.ts"
import { ada, inProcessEmulator } from "../support/platform/inProcessEmulator.ts"
import { knownError, scriptedTransport } from "../support/platform/scriptedTransport.ts"
import { type ClientLayer, show } from "./support/rendered.tsx"

/** An effect that never ends, and a record of its runs. */
const endless = () => {
  const runs = { started: 0, interrupted: 0 }
  const effect = Effect.onInterrupt(
    Effect.andThen(Effect.sync(() => runs.started++), Effect.never),
    () => Effect.sync(() => runs.interrupted++)
  )
  return { effect, runs }
}

/** Renders a component, and returns what its hooks return. */
async function hooksOf<A>(layer: ClientLayer, use: () => A): Promise<() => A> {
  let latest: { readonly value: A } | undefined
  const Hooks = () => {
    const value = use()
    useEffect(() => {
      latest = { value }
    })
    return null
  }
  show(layer, <Hooks />)
  await waitFor(() => assert.isDefined(latest))
  return () => latest!.value
}

const signedIn = async () =>
  (await inProcessEmulator({ config: { clientUserDeletionEnabled: true }, users: [ada] })).signedIn()

/** Signs out outside the hooks' effects, as another component would. */
const leave = (client: SharedClient) => client.signOut()

describe("D20: hooks that run effects", () => {
  it("D20: useRunEffect interrupts an effect when its person signs out, and can run the next effect", async () => {
    const hooks = await hooksOf(await signedIn(), () => ({ run: useRunEffect(), client: useClient() }))
    const { effect, runs } = endless()
    const exit = hooks().run(effect)
    await waitFor(() => assert.strictEqual(runs.started, 1))

    await leave(hooks().client)

    assert.isTrue(Exit.hasInterrupts(await exit))
    assert.deepStrictEqual(runs, { started: 1, interrupted: 1 })
    assert.deepStrictEqual(await hooks().run(Effect.succeed("next")), Exit.succeed("next"))
  })

  it("D20: useAction interrupts an effect when its person signs out, and shows no error", async () => {
    const { effect, runs } = endless()
    const hooks = await hooksOf(await signedIn(), () => ({ action: useAction(() => effect), client: useClient() }))
    const exit = hooks().action.run()
    await waitFor(() => assert.deepStrictEqual([runs.started, hooks().action.isPending], [1, true]))

    await leave(hooks().client)

    assert.isTrue(Exit.hasInterrupts(await exit))
    await waitFor(() => assert.isFalse(hooks().action.isPending))
    assert.isUndefined(hooks().action.error)
  })

  it("D20: with { of: \"everyone\" }, effects continue when the person changes", async () => {
    const { effect, runs } = endless()
    const everyone = { of: "everyone" } as const
    const hooks = await hooksOf(await signedIn(), () => ({
      run: useRunEffect(everyone),
      action: useAction(() => effect, everyone),
      client: useClient()
    }))
    void hooks().run(effect)
    void hooks().action.run()
    const sessions: Array<string> = []
    void hooks().run(whilePerson(Effect.sync(() => sessions.push("a person"))))
    await waitFor(() => assert.deepStrictEqual([runs.started, sessions.length], [2, 1]))

    await leave(hooks().client)
    await hooks().client.signIn.withPassword(ada)

    await waitFor(() => assert.strictEqual(sessions.length, 2))
    assert.strictEqual(runs.interrupted, 0)
  })

  it("D20: an action that itself signs out, signs in or deletes the account is not interrupted", async () => {
    const steps: Array<string> = []
    const step = (name: string) => Effect.andThen(Effect.yieldNow, Effect.sync(() => steps.push(name)))
    const hooks = await hooksOf(await signedIn(), () =>
      useAction(() =>
        Effect.gen(function*() {
          yield* signOut()
          yield* step("signed out")
          yield* signIn.withPassword(ada)
          yield* step("signed in")
          yield* currentUser.delete()
          yield* step("deleted")
        })
      ))

    assert.deepStrictEqual(await hooks().run(), Exit.void)
    assert.deepStrictEqual(steps, ["signed out", "signed in", "deleted"])
  })

  it("D20: an action whose session the platform has revoked shows the platform's reason", async () => {
    const refused = scriptedTransport(knownError("REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED", 401))
    const layer = signedInWith(accessToken({ exp: 1 })).pipe(Layer.provide(refused.layer))
    const hooks = await hooksOf(layer, () => useAction(() => currentUser.update({ displayName: "Countess" })))

    await hooks().run()

    await waitFor(() =>
      assert.strictEqual(
        (hooks().error as { readonly reason?: { readonly _tag: string } }).reason?._tag,
        "RefreshTokenNotFoundOrExpired"
      )
    )
  })

  it("D20: an action that returns a promise is not interrupted, because the action itself may sign out", async () => {
    const hooks = await hooksOf(await signedIn(), () => {
      const client = useClient()
      return useAction(async () => {
        await client.signOut()
        return "done"
      })
    })

    assert.deepStrictEqual(await hooks().run(), Exit.succeed("done"))
  })
})
