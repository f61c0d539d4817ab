import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Passkeys } from "../../../layers/browser/Passkeys.ts"
import { useRunEffect } from "../../../react/index.ts"
import { useSignIn } from "../../../react/parts/useSignIn.ts"
import * as signIn from "../../../src/flows/authentication/signIn.ts"
import { signOut } from "../../../src/flows/authentication/signOut.ts"
import { ada, inProcessEmulator } from "../../support/platform/inProcessEmulator.ts"
import { scriptedPasskeys } from "../../support/platform/scriptedPasskeys.ts"
import { renderHook } from "./renderHook.ts"

describe("useSignIn", () => {
  it("useSignIn offers passkey autofill while signed out, with one request at a time", async () => {
    const browser = await Effect.runPromise(scriptedPasskeys(location.origin))
    const { client } = await inProcessEmulator({ users: [ada], config: { passkeyEnabled: true } })
    const layer = Layer.merge(client(), Layer.succeed(Passkeys, browser.service))
    const { now, until } = await renderHook(layer, () => ({ run: useRunEffect(), state: useSignIn() }))
    const first = await Effect.runPromise(browser.prompt)

    await now().run(signIn.withPassword(ada))
    await until(({ state }) => assert.strictEqual(state.step, "signedIn"))
    await until(() => assert.isFalse(first.isOpen()))
    await now().run(signOut())
    const second = await Effect.runPromise(browser.prompt)

    assert.isTrue(second.isOpen())
    assert.deepStrictEqual(browser.prompts, ["autofill", "autofill"])
  })
})
