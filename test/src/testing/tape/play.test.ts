/** Responses of a replay: their contents, times and requests. docs/laws.md W3 to W5. */
import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import { layerProjectOf } from "../../../../layers/call/index.ts"
import * as Passkey from "../../../../schemas/endpoints/passkey.ts"
import * as Teams from "../../../../schemas/endpoints/teams.ts"
import * as UserApiKeys from "../../../../schemas/endpoints/userApiKeys.ts"
import { Emulator, startEmulator } from "../../../../src/emulator/index.ts"
import { accessToken, currentProject, currentUser, signIn } from "../../../../src/index.ts"
import { Client } from "../../../../src/programs/index.ts"
import { ClientDisposed, createClient } from "../../../../src/promise/index.ts"
import { Tape } from "../../../../src/testing/index.ts"
import { baseUrl, projectId } from "../../../support/contract/project.ts"
import { after, json, lost, scriptedTransport } from "../../../support/platform/scriptedTransport.ts"
import { overBothTransports } from "../../../support/platform/transports.ts"
import { played, recorded } from "./tapes.ts"

const ada = { email: "ada@example.com", password: "correct horse battery", displayName: "Ada" }

/** Runs a program against scripted responses, and returns its tape. */
const scripted = <A, E>(
  program: Parameters<typeof played<A, E>>[1],
  ...answers: Parameters<typeof scriptedTransport>
) =>
  Effect.gen(function*() {
    const recording = Tape.record()
    const client = Client.layerNoProject().pipe(
      Layer.provideMerge(layerProjectOf({ projectId, publishableClientKey: "pck_abc", baseUrl })),
      Layer.provide(recording.layer),
      Layer.provide(scriptedTransport(...answers).layer)
    )
    const fiber = yield* Effect.forkChild(Effect.exit(Effect.provide(program, client)))
    while (fiber.pollUnsafe() === undefined) yield* TestClock.adjust("1 second")
    return { exit: yield* Fiber.join(fiber), tape: recording.tape() }
  })

const team = (name: string) => ({
  id: "5a3c9f0e-1b2c-4d5e-8f90-123456789abc",
  display_name: name,
  profile_image_url: null,
  client_metadata: null,
  client_read_only_metadata: null
})

describe("W4: time in a replay", () => {
  it.effect("W4: a response from a tape arrives after its recorded duration on the program's clock", () =>
    Effect.gen(function*() {
      const create = Teams.create({ displayName: "A" })
      const { tape } = yield* scripted(create, after("3 seconds", json(team("A"))))
      const replay = Tape.replay(tape)
      const client = Client.layerNoProject().pipe(
        Layer.provide(layerProjectOf(replay.project)),
        Layer.provide(replay.layer)
      )

      const fiber = yield* Effect.forkChild(Effect.provide(create, client))
      yield* TestClock.adjust("2999 millis")
      const early = fiber.pollUnsafe()
      yield* TestClock.adjust("1 millis")

      assert.isUndefined(early)
      assert.strictEqual((yield* Fiber.join(fiber)).displayName, "A")
    }))

  it.effect("W4: a request that timed out during the recording times out again in a replay", () =>
    Effect.gen(function*() {
      const create = Teams.create({ displayName: "A" })
      const { exit, tape } = yield* scripted(create, () => Effect.never)

      const again = yield* played(tape, create)

      assert.isTrue(Exit.isFailure(exit))
      assert.deepStrictEqual(String(again.exit), String(exit))
    }))
})

overBothTransports((way) => {
  describe("W3: values that users enter", () => {
    const callbackUrl = "http://localhost:3000/handler"
    const signInWith = <R>(email: string, codeOf: Effect.Effect<string, never, R>) =>
      Effect.gen(function*() {
        const { nonce } = yield* signIn.sendCode({ email, callbackUrl })
        yield* signIn.withCode({ code: yield* codeOf, nonce })
        return (yield* currentUser.get({ or: "throw" })).primaryEmail
      })

    it.effect("W3: a replay accepts another sign-in code with the recorded nonce, and another email address", () =>
      Effect.gen(function*() {
        const fromMail = Effect.map(Emulator, ({ outbox }) => outbox.byAddress(ada.email)[0]?.otp ?? "")
        const { exit, tape } = yield* recorded(way, { users: [ada] }, signInWith(ada.email, fromMail))

        const { exit: again, replay } = yield* played(tape, signInWith("eve@example.com", Effect.succeed("ZZZZZZ")))

        assert.deepStrictEqual(exit, Exit.succeed(ada.email))
        assert.deepStrictEqual(again, Exit.succeed("eve@example.com"))
        assert.include(Tape.stringify(tape), "{{code:1}}{{nonce:1}}")
        replay.assertPlayed()
      }))
  })

  describe("W4: pauses of the user", () => {
    const keyFrom = (now: number) => ({
      userId: "me" as const,
      description: "export",
      expiresAt: new Date(now + 90 * 86_400_000)
    })
    const steps = (pause: Effect.Effect<void>) =>
      Effect.gen(function*() {
        yield* signIn.withPassword({ email: ada.email, password: ada.password })
        yield* pause
        const user = yield* currentUser.get({ or: "throw" })
        yield* pause
        yield* Effect.exit(UserApiKeys.create(keyFrom(yield* Clock.currentTimeMillis)))
        return user.id
      })

    it.effect("W4: a replay repeats a pause in which the recorded token expired, without waiting", () =>
      Effect.gen(function*() {
        const { exit, tape } = yield* recorded(way, { users: [ada] }, steps(Effect.sleep("25 minutes")))

        const again = yield* played(tape, steps(Effect.void))

        assert.deepStrictEqual(again.exit, exit)
        assert.strictEqual(tape.exchanges.filter(({ endpoint }) => endpoint === "oauth.refresh").length, 2)
        again.replay.assertPlayed()
      }))

    it.effect("W4: a promise client of a replay repeats a pause before it reads its token", () =>
      Effect.gen(function*() {
        const { tape } = yield* recorded(
          way,
          { users: [ada] },
          Effect.gen(function*() {
            yield* signIn.withPassword({ email: ada.email, password: ada.password })
            yield* Effect.sleep("25 minutes")
            return yield* accessToken()
          })
        )
        const replay = Tape.replay(tape)

        yield* Effect.promise(async () => {
          await using client = replay.client()
          await client.signIn.withPassword({ email: ada.email, password: ada.password })
          await client.accessToken()
        })

        assert.deepStrictEqual(tape.exchanges.map(({ endpoint }) => endpoint), ["password.signIn", "oauth.refresh"])
        replay.assertPlayed()
      }))

    it.effect("W4: a promise client of a replay repeats pauses without waiting", () =>
      Effect.gen(function*() {
        const { tape } = yield* recorded(way, { users: [ada] }, steps(Effect.sleep("25 minutes")))
        const replay = Tape.replay(tape)

        yield* Effect.promise(async () => {
          await using client = replay.client()
          await client.signIn.withPassword({ email: ada.email, password: ada.password })
          await client.currentUser.get({ or: "throw" })
          await client.calls.userApiKeys.create(keyFrom(Tape.startOf(tape))).settled()
        })

        replay.assertPlayed()
      }))
  })
})

describe("W5: a request that isn't on the tape", () => {
  const notOnTape = (exit: Exit.Exit<unknown, unknown>): Tape.NotOnTape => {
    const defect = Exit.isFailure(exit) ? Cause.squash(exit.cause) : undefined
    assert.instanceOf(defect, Tape.NotOnTape)
    return defect
  }

  it.effect("W5: a request that isn't on the tape fails with the nearest recorded request and the differences", () =>
    Effect.gen(function*() {
      const program = Effect.andThen(Effect.exit(currentProject.get()), Teams.create({ displayName: "A" }))
      const { tape } = yield* scripted(program, lost, lost, lost, json({}), json(team("A")))
      const other = Effect.andThen(
        Effect.exit(currentProject.get()),
        Teams.create({ displayName: "A", profileImageUrl: "https://example.com/secret-picture.png" })
      )

      const { exit, replay } = yield* played(tape, other)

      const error = notOnTape(exit)
      assert.strictEqual(error.request, "POST /teams")
      assert.strictEqual(error.nearest, tape.exchanges.findIndex(({ endpoint }) => endpoint === "teams.create") + 1)
      assert.deepStrictEqual(error.differences, [
        { at: "body.profile_image_url", recorded: undefined, sent: "\"<picture>\"" }
      ])
      assert.throws(replay.assertPlayed, Tape.NotOnTape)
    }))

  it.effect("W5: a request that isn't on the tape fails the test even if the program handles every error", () =>
    Effect.gen(function*() {
      const { tape } = yield* scripted(Teams.create({ displayName: "A" }), json(team("A")))

      const { exit, replay } = yield* played(
        tape,
        Effect.ignore(Effect.catchCause(Teams.list({ userId: "me" }), () => Effect.void))
      )

      assert.isTrue(Exit.isSuccess(exit))
      assert.throws(replay.assertPlayed, /GET \/teams is not on the tape/)
    }))

  it.effect("W5: a repeated request isn't on the tape once every recorded request has been played", () =>
    Effect.gen(function*() {
      const create = Teams.create({ displayName: "A" })
      const { tape } = yield* scripted(create, json(team("A")))

      const { exit } = yield* played(tape, Effect.andThen(create, create))

      assert.match(notOnTape(exit).message, /every recorded request was played/)
      assert.deepStrictEqual(notOnTape(exit).differences, [])
    }))

  it.effect("W5: assertPlayed fails with the endpoint of a missing request", () =>
    Effect.gen(function*() {
      const { tape } = yield* scripted(Teams.create({ displayName: "A" }), json(team("A")))

      const { replay } = yield* played(tape, Effect.void)

      assert.throws(replay.assertPlayed, "The program did not send 1 of the tape's requests: POST /teams.")
      assert.strictEqual(replay.remaining().length, 1)
    }))
})

describe("W3: what matches", () => {
  it.effect("W3: a replay matches concurrent requests in any order", () =>
    Effect.gen(function*() {
      const create = (name: string) => Teams.create({ displayName: name })
      const inOrder = (...names: ReadonlyArray<string>) =>
        Effect.forEach(names, (name) => Effect.map(create(name), ({ displayName }) => displayName), { concurrency: 3 })
      const options = { keepPersonalData: true }
      const answers = [json(team("A")), json(team("B")), json(team("C"))] as const
      const recording = Tape.record(options)
      yield* Effect.provide(
        inOrder("A", "B", "C"),
        Client.layerNoProject().pipe(
          Layer.provide(layerProjectOf({ projectId, baseUrl })),
          Layer.provide(recording.layer),
          Layer.provide(scriptedTransport(...answers).layer)
        )
      )

      const { exit, replay } = yield* played(recording.tape(), inOrder("C", "A", "B"))

      assert.deepStrictEqual(exit, Exit.succeed(["C", "A", "B"]))
      replay.assertPlayed()
    }))

  it.effect("W3: a replay accepts a passkey of another authenticator", () =>
    Effect.gen(function*() {
      const register = (id: string) =>
        Passkey.register({
          code: Redacted.make("c".repeat(45)),
          credential: { id, type: "public-key", response: { transports: ["usb"] } }
        })
      const { tape } = yield* scripted(register("AAECAwQ"), json({ user_handle: "handle" }))

      const { replay } = yield* played(tape, Effect.exit(register("BBECAwX")))

      replay.assertPlayed()
    }))

  it.effect("W3: a replay accepts any password and name, and responds with the text that was sent", () =>
    Effect.gen(function*() {
      const create = (name: string) => Effect.map(Teams.create({ displayName: name }), ({ displayName }) => displayName)
      const { tape } = yield* scripted(create("Team of Ada"), json(team("Team of Ada")))

      const { exit } = yield* played(tape, create("Another name"))

      assert.deepStrictEqual(exit, Exit.succeed("Another name"))
    }))
})

overBothTransports((way) => {
  describe("programs with promises", () => {
    it("W2, W3: a tape recorded with fetch can be replayed to a promise client, with the claims of the recorded token", async () => {
      await using started = await way.start({ users: [ada] })
      const { platform, options } = started
      const recording = Tape.record({ fetch: (url, init) => platform.fetch(new Request(url, init)) })
      await using client = createClient({ ...options, fetch: recording.fetch })
      await client.signIn.withPassword({ email: ada.email, password: ada.password })
      const user = await client.currentUser.get({ or: "throw" })
      const state = client.session.state()

      const replay = Tape.replay(recording.tape())
      await using again = replay.client()
      await again.signIn.withPassword({ email: ada.email, password: "any password" })
      const repeated = await again.currentUser.get({ or: "throw" })

      const { claims } = again.session.state() as { readonly claims?: object }
      assert.deepStrictEqual(repeated, { ...user, displayName: "Name 1" })
      assert.deepStrictEqual(
        { ...again.session.state(), claims: { ...claims, name: ada.displayName } } as object,
        state
      )
      replay.assertPlayed()
    })

    it("W3: a replay starts with the session that the recording started with", async () => {
      await using started = await way.start({ users: [ada] })
      const { platform, options } = started
      const { accessToken, refreshToken } = await platform.sessions.start({ user: ada.email })
      const recording = Tape.record({ fetch: (url, init) => platform.fetch(new Request(url, init)) })
      await using client = createClient({
        ...options,
        fetch: recording.fetch,
        tokenStore: { accessToken, refreshToken }
      })
      const { id } = await client.currentUser.get({ or: "throw" })

      const replay = Tape.replay(recording.tape())
      await using again = replay.client()

      assert.strictEqual((await again.currentUser.get({ or: "throw" })).id, id)
      assert.isFalse(Tape.stringify(recording.tape()).includes(String(refreshToken)))
    })
  })
})

describe("W3: the client of a replay", () => {
  it.effect("W3: the client has the retry policy that it is given, and the usual one otherwise", () =>
    Effect.gen(function*() {
      const { tape } = yield* scripted(currentProject.get(), lost, json({ id: projectId }))
      const attemptsWith = async (options?: Parameters<Tape.Playback["client"]>[0]) => {
        const replay = Tape.replay(tape)
        await using client = replay.client(options)
        await client.currentProject.get().settled()
        return tape.exchanges.length - replay.remaining().length
      }

      assert.strictEqual(yield* Effect.promise(() => attemptsWith()), 2)
      assert.strictEqual(yield* Effect.promise(() => attemptsWith({ retryPolicy: { attempts: 1 } })), 1)
    }))

  it("W3: a disposed client sends nothing", async () => {
    const replay = Tape.replay(Tape.record().tape())
    const client = replay.client()
    await client.dispose()

    const { error } = await client.currentProject.get().settled() as { readonly error?: unknown }

    assert.instanceOf(error, ClientDisposed)
    replay.assertPlayed()
  })
})

it("the tap of a recording records a layer that builds its own transport", async () => {
  await using platform = await startEmulator()
  const recording = Tape.record({ limit: 2 })
  const client = Client.layer({ ...platform.project, fetch: (url, init) => platform.fetch(new Request(url, init)) })
    .pipe(
      Layer.provide(recording.tap)
    )

  await Effect.runPromise(Effect.provide(Effect.repeat(currentProject.get(), { times: 3 }), client))

  assert.deepStrictEqual(recording.tape().exchanges.map(({ endpoint }) => endpoint), [
    "projects.getCurrent",
    "projects.getCurrent"
  ])
  recording.clear()
  assert.deepStrictEqual(recording.tape().exchanges, [])
})

it("a recording throws InvalidConfiguration for a limit that would keep every exchange, or none", () => {
  for (const limit of [NaN, 0, -1, 1.5, "many" as never]) {
    assert.throws(() => Tape.record({ limit }), /^tape\.limit is .*\. Give a whole number above 0\.$/)
  }
})

it("a string that isn't a tape is rejected with its first problem", () => {
  assert.throws(() => Tape.parse("{"), "This is not a tape: it is not JSON.")
  assert.throws(() => Tape.parse({ tape: 2 }), Tape.TapeUnreadable)
})
