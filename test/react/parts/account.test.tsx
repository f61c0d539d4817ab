import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { useRunEffect } from "../../../react/index.ts"
import { useLoaded } from "../../../react/parts/account/Loaded.ts"
import { useEach } from "../../../react/parts/account/useEach.ts"
import { usePicture } from "../../../react/parts/account/usePicture.ts"
import {
  PictureNotReadable,
  useApiKeysSection,
  useConnectionsSection,
  useProfileSection,
  useSessionsSection
} from "../../../react/parts/index.ts"
import * as OAuthProviders from "../../../schemas/endpoints/oauthProviders.ts"
import * as Users from "../../../schemas/endpoints/users.ts"
import { CallError } from "../../../schemas/errors/CallError.ts"
import * as signIn from "../../../src/flows/authentication/signIn.ts"
import * as Server from "../../../src/programs/Server.ts"
import * as reads from "../../../src/reads.ts"
import { ada, inProcessEmulator } from "../../support/platform/inProcessEmulator.ts"
import { renderHook } from "./renderHook.ts"

const seed = { users: [ada], config: { allowUserApiKeys: true } }

describe("a settings section when another user signs in", () => {
  const bob = { email: "bob@example.com", password: "battery staple" } as const
  const both = { users: [ada, bob], config: { allowUserApiKeys: true } }

  it("D19: when another user signs in, a form discards the first user's input without sending it", async () => {
    const platform = await inProcessEmulator(both)
    const { now, until } = await renderHook(
      await platform.signedIn(),
      () => ({ section: useProfileSection(), run: useRunEffect() })
    )
    await until(({ section }) => assert.isDefined(section.userId))
    now().section.form.set("displayName", "typed by Ada")
    await until(({ section }) => assert.strictEqual(section.form.values.displayName, "typed by Ada"))

    await now().run(signIn.withPassword(bob))
    await until(({ section }) => assert.strictEqual(section.form.values.displayName, ""))
    now().section.form.submit()
    await until(({ section }) => assert.isTrue(section.form.done))

    const names = [...platform.emulator.store.projects.get(platform.emulator.project.projectId)!.users.values()]
      .map(({ displayName }) => displayName)
    assert.notInclude(names, "typed by Ada")
  })

  it("D19: a created API key is hidden from the next user", async () => {
    const platform = await inProcessEmulator(both)
    const { now, until } = await renderHook(
      await platform.signedIn(),
      () => ({ section: useApiKeysSection(), run: useRunEffect() })
    )
    const ready = () => {
      const { section } = now()
      return section.step === "ready" ? section : undefined
    }
    await until(() => assert.isDefined(ready()))
    ready()!.create.set("description", "of Ada")
    await until(() => assert.strictEqual(ready()?.create.values.description, "of Ada"))
    ready()!.create.submit()
    await until(() => assert.isDefined(ready()?.created))

    await now().run(signIn.withPassword(bob))

    await until(() => assert.deepStrictEqual(ready()?.keys, []))
    assert.isUndefined(ready()!.created)
  })
})

describe("useLoaded", () => {
  it("useLoaded reports a failed read and reads it again on retry", async () => {
    const platform = await inProcessEmulator(seed)
    const removeFault = platform.emulator.faults.add({ endpoint: "sessions.list", respond: { type: "serverError" } })
    const { now, until } = await renderHook(await platform.signedIn(), () => useLoaded(reads.sessions))
    await until(({ step }) => assert.strictEqual(step, "failed"))
    const failed = now()
    removeFault()

    if (failed.step === "failed") failed.retry()

    await until((state) => assert.strictEqual(state.step === "ready" ? state.value.length : 0, 1))
    assert.instanceOf(failed.step === "failed" ? failed.problem : undefined, CallError)
  })
})

describe("useEach", () => {
  it("useEach reports the busy item, the completed item and the last error", async () => {
    const gate = Deferred.makeUnsafe<void>()
    const platform = await inProcessEmulator(seed)
    const { now, until } = await renderHook(
      platform.client(),
      () => useEach((id: string) => id === "bad" ? Effect.fail("rejected") : Deferred.await(gate))
    )

    now().run("good")
    await until(({ busy }) => assert.strictEqual(busy, "good"))
    Deferred.doneUnsafe(gate, Effect.void)
    await until(({ busy, done }) => assert.deepStrictEqual([busy, done], [undefined, "good"]))
    now().run("bad")

    await until(({ busy, done, problem }) =>
      assert.deepStrictEqual([busy, done, problem], [undefined, undefined, "rejected"])
    )
  })

  it("useEach keeps reporting the error of a run after a concurrent run has succeeded, until the next run starts", async () => {
    const gate = Deferred.makeUnsafe<void>()
    const platform = await inProcessEmulator(seed)
    const { now, until } = await renderHook(
      platform.client(),
      () =>
        useEach((id: string) =>
          id === "bad" ? Effect.andThen(Deferred.await(gate), Effect.fail("rejected")) : Deferred.await(gate)
        )
    )

    now().run("bad")
    now().run("good")
    await until(({ busy }) => assert.strictEqual(busy, "good"))
    Deferred.doneUnsafe(gate, Effect.void)
    await until(({ done, problem }) => assert.deepStrictEqual([done, problem], ["good", "rejected"]))
    now().run("good")

    await until(({ done, problem }) => assert.deepStrictEqual([done, problem], ["good", undefined]))
  })
})

describe("usePicture", () => {
  it("usePicture sends nothing if the browser can't read the file as a picture", async () => {
    const platform = await inProcessEmulator(seed)
    const sent: Array<string | null> = []
    const { now, until } = await renderHook(
      platform.client(),
      () => usePicture("user", null, (picture) => Effect.sync(() => sent.push(picture)))
    )

    now().choose(new Blob(["no picture"]))

    await until(({ problem }) => assert.instanceOf(problem, PictureNotReadable))
    assert.deepStrictEqual(sent, [])
  })
})

describe("useApiKeysSection", () => {
  it("useApiKeysSection creates a key with the chosen lifetime and marks it once it is revoked", async () => {
    const platform = await inProcessEmulator(seed)
    const client = await platform.signedIn()
    const { now, until } = await renderHook(client, () => useApiKeysSection())
    const ready = () => {
      const state = now()
      assert.strictEqual(state.step, "ready")
      return state.step === "ready" ? state : assert.fail()
    }
    await until(ready)
    const before = platform.emulator.clock.now().getTime()

    ready().create.set("description", " Backup ")
    ready().create.set("lifetime", "7")
    await until(() => assert.strictEqual(ready().create.values.lifetime, "7"))
    ready().create.submit()
    await until(() => assert.lengthOf(ready().keys, 1))

    const [key] = ready().keys
    const days = (key!.expiresAt!.getTime() - before) / 86_400_000
    assert.strictEqual(key!.description, "Backup")
    assert.strictEqual(Math.round(days), 7)
    assert.isNull(key!.invalid)
    ready().revoke.run(key!.id)
    await until(() => assert.strictEqual(ready().keys[0]!.invalid, "manually-revoked"))
  })
})

describe("useSessionsSection", () => {
  it("useSessionsSection lists the current session first, then the most recently used sessions", async () => {
    const platform = await inProcessEmulator(seed)
    const [early, late] = [platform.client(), platform.client()]
    await Effect.runPromise(Effect.provide(signIn.withPassword(ada), early))
    const client = await platform.signedIn()
    platform.emulator.clock.advance("1 minute")
    await Effect.runPromise(Effect.provide(signIn.withPassword(ada), late))

    const { now, until } = await renderHook(client, useSessionsSection)
    await until(({ step }) => assert.strictEqual(step, "ready"))

    const state = now()
    const sessions = state.step === "ready" ? state.sessions : []
    assert.deepStrictEqual(sessions.map(({ isCurrentSession }) => isCurrentSession === true), [true, false, false])
    const [, second, third] = sessions.map(({ createdAt, lastUsedAt }) => (lastUsedAt ?? createdAt).getTime())
    assert.isAbove(second!, third!)
  })
})

describe("useConnectionsSection", () => {
  it("useConnectionsSection offers unconnected providers, and doesn't mark an account as the only way to sign in if there is a password", async () => {
    const platform = await inProcessEmulator({
      ...seed,
      config: { oauthProviders: [{ id: "github", type: "shared" }, { id: "google", type: "shared" }] }
    })

    const { now, until } = await renderHook(await platform.signedIn(), useConnectionsSection)
    await until(({ step }) => assert.strictEqual(step, "ready"))

    assert.deepInclude(now(), { accounts: [], available: ["github", "google"], lastWayIn: undefined })
  })

  it("useConnectionsSection marks the account that is the only way to sign in", async () => {
    const platform = await inProcessEmulator({
      ...seed,
      config: { oauthProviders: [{ id: "github", type: "shared" }] }
    })
    const client = await platform.signedIn()
    const server = Server.layerNoProject().pipe(Layer.provide([platform.project, platform.transport]))
    const account = await Effect.runPromise(
      Effect.gen(function*() {
        const userId = (yield* Users.list({})).items[0]!.id
        yield* Users.update({ userId, password: null })
        return yield* OAuthProviders.create({
          userId,
          providerConfigId: "github",
          accountId: "1",
          email: ada.email,
          allowSignIn: true,
          allowConnectedAccounts: true
        })
      }).pipe(Effect.provide(server))
    )

    const { now, until } = await renderHook(client, useConnectionsSection)
    await until(({ step }) => assert.strictEqual(step, "ready"))

    assert.deepInclude(now(), { lastWayIn: account.id })
  })
})
