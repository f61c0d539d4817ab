/** Everything that is made from a project of the emulator follows the emulator's clock. */
import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import { projectClock } from "../../../../layers/environment/projectClock.ts"
import { fetchHandler } from "../../../../src/backend/adapters/index.ts"
import { Emulator, startEmulator } from "../../../../src/emulator/index.ts"
import * as signIn from "../../../../src/flows/authentication/signIn.ts"
import * as Client from "../../../../src/programs/Client.ts"
import { createClient, createServer, sessionLedger } from "../../../../src/promise/index.ts"
import { createAuthenticator, createVerifier } from "../../../../src/verify.ts"
import { turns } from "../../../support/suite/fibers.ts"

const ada = { email: "ada@example.com", password: "correct horse" }

describe("the clock of an emulator's project", () => {
  it("fresh-2: after clock.advance, an authenticator made from platform.project rejects the session as too old, until the user signs in again", async () => {
    await using platform = await startEmulator({ users: [ada] })
    await using client = createClient({ ...platform.project, tokenStore: "memory" })
    await using authenticator = createAuthenticator(platform.project)
    const handle = fetchHandler(authenticator, () => new Response("deleted"), {
      require: "user",
      freshWithin: "5 minutes"
    })
    const status = async () =>
      (await handle(new Request("http://app.test/", { method: "POST", headers: await client.authHeaders() }))).status
    await client.signIn.withPassword(ada)

    const statuses = [await status()]
    platform.clock.advance("4 minutes")
    statuses.push(await status())
    platform.clock.advance("4 minutes")
    statuses.push(await status())
    await client.signIn.withPassword(ada)
    statuses.push(await status())

    assert.deepStrictEqual(statuses, [200, 200, 401, 200])
  })

  it("fresh-2: a client, a verifier and a session ledger made from platform.project follow clock.advance", async () => {
    await using platform = await startEmulator({ users: [ada] })
    const ledger = sessionLedger()
    await using client = createClient({ ...platform.project, tokenStore: "memory", ledger })
    const { verify } = createVerifier(platform.project)
    await client.signIn.withPassword(ada)
    const first = await client.accessToken()

    platform.clock.advance("1 day")
    const reason = await verify(first!).then(() => "accepted", ({ reason }) => reason)
    const second = await client.accessToken()

    assert.strictEqual(reason, "expired")
    assert.notStrictEqual(second, first)
    assert.isNotNull(await verify(second!))
    const now = platform.clock.now().getTime()
    assert.closeTo(Number(new Date(ledger.entries().at(-1)!.at)), now, 10_000)
  })

  it("fresh-2: an authenticator made from platform.project refreshes a session whose token has expired by the emulator's clock", async () => {
    await using platform = await startEmulator({ users: [ada] })
    await using client = createClient({ ...platform.project, tokenStore: "memory" })
    await using authenticator = createAuthenticator(platform.project)
    await client.signIn.withPassword(ada)
    const headers = await client.authHeaders()

    platform.clock.advance("1 day")
    platform.requests.clear()
    const found = await authenticator.authenticateRequest({ headers })
    const again = await authenticator.authenticateRequest({ headers })

    assert.deepStrictEqual([found.status, again.status], ["signed-in", "signed-in"])
    const refreshes = platform.requests.list().filter(({ endpoint }) => endpoint === "oauth.refresh")
    assert.strictEqual(refreshes.length, 1)
  })

  it("a server made from platform.project keeps working after the clock is moved", async () => {
    await using platform = await startEmulator({ users: [ada] })
    await using server = createServer(platform.project)

    platform.clock.advance("400 days")

    assert.strictEqual((await server.users.list()).length, 1)
  })

  it.effect("fresh-2: Effect programs with Emulator.layerProject use the emulator's clock, which TestClock.adjust also moves", () =>
    Effect.gen(function*() {
      const { clock } = yield* Emulator
      yield* signIn.withPassword({ email: ada.email, password: Redacted.make(ada.password) })
      const times = [yield* Clock.currentTimeMillis]
      clock.advance("8 minutes")
      times.push(yield* Clock.currentTimeMillis)
      yield* TestClock.adjust("2 minutes")
      times.push(yield* Clock.currentTimeMillis)

      assert.deepStrictEqual(times, [0, 480_000, 600_000])
    }).pipe(Effect.provide(
      Client.layerNoProject().pipe(
        Layer.provideMerge(Emulator.layerProject()),
        Layer.provideMerge(Emulator.layer({ users: [ada] }))
      )
    )))

  it.effect("a wait ends as soon as the emulator's clock is moved past its end, and no wait ends early", () =>
    Effect.gen(function*() {
      const { clock, project } = yield* Emulator
      const sleep = (duration: "1 hour" | "3 hours") =>
        Effect.provideService(Effect.sleep(duration), Clock.Clock, project[projectClock]!)
      const short = yield* Effect.forkChild(sleep("1 hour"), { startImmediately: true })
      const long = yield* Effect.forkChild(sleep("3 hours"), { startImmediately: true })
      const settled = Effect.andThen(
        Effect.promise(() => new Promise((resolve) => setImmediate(resolve))),
        turns
      )

      clock.advance("59 minutes")
      yield* settled
      const before = short.pollUnsafe()
      clock.advance("1 minute")
      yield* settled
      yield* Fiber.join(short)
      const between = long.pollUnsafe()
      yield* TestClock.adjust("2 hours")
      yield* Fiber.join(long)

      assert.deepStrictEqual([before, between], [undefined, undefined])
    }).pipe(Effect.provide(Emulator.layer())))

  it.effect("a program with its own clock keeps that clock, so that a test can have a wrong clock", () =>
    Effect.gen(function*() {
      const { clock, project } = yield* Emulator
      const own = { ...(yield* Clock.Clock), currentTimeMillis: Effect.succeed(7) }
      clock.advance("1 hour")
      const times = yield* Effect.forEach(
        [Layer.empty, Layer.succeed(Clock.Clock, own)],
        (layer) =>
          Effect.provide(Clock.currentTimeMillis, Client.layer(project).pipe(Layer.provideMerge(layer)), {
            local: true
          })
      )

      assert.deepStrictEqual(times, [3_600_000, 7])
    }).pipe(Effect.provide(Emulator.layer())))

  it.effect("a project of the emulator converts to plain data in JSON", () =>
    Effect.gen(function*() {
      const { project } = yield* Emulator

      assert.deepStrictEqual(Object.keys(JSON.parse(JSON.stringify(project))), [
        "projectId",
        "displayName",
        "baseUrl",
        "publishableClientKey",
        "secretServerKey",
        "superSecretAdminKey"
      ])
    }).pipe(Effect.provide(Emulator.layer())))
})
