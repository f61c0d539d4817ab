/** The emulator as a tool for tests: transport, port, faults, log, outbox, clock, and many instances at once. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import * as Access from "../../../../layers/access/access.ts"
import * as RetryPolicy from "../../../../layers/call/RetryPolicy.ts"
import { layerFetch, MaxResponseBytes, Transport } from "../../../../layers/call/Transport.ts"
import { layer as layerSession } from "../../../../layers/session/Session.ts"
import { layerMemory } from "../../../../layers/session/TokenStore.ts"
import * as Otp from "../../../../schemas/endpoints/otp.ts"
import * as Password from "../../../../schemas/endpoints/password.ts"
import * as Projects from "../../../../schemas/endpoints/projects.ts"
import * as Users from "../../../../schemas/endpoints/users.ts"
import { Emulator, PortTaken, type Seed } from "../../../../src/emulator/index.ts"
import { createClient } from "../../../../src/promise/createClient.ts"
import { settled } from "../../../support/platform/transports.ts"
import { ann, asServer, callbackUrl, emulated, send, signIn, signUp } from "../support/support.ts"

const reasonOf = <A, E extends { readonly _tag: string; readonly reason?: { readonly _tag: string } }, R>(
  effect: Effect.Effect<A, E, R>
) => Effect.map(Effect.flip(effect), (error) => error.reason?._tag ?? error._tag)

const once = Effect.provideService(RetryPolicy.RetryPolicy, RetryPolicy.make({ attempts: 1 }))

describe("the emulator's fetch", () => {
  it.effect("the emulator's fetch replaces the global fetch in a client's options", () =>
    Effect.gen(function*() {
      const { fetch, project } = yield* Emulator
      const client = createClient({ ...project, fetch })

      const { displayName } = yield* Effect.promise(() => client.calls.projects.getCurrent())

      assert.strictEqual(displayName, "My app")
    }).pipe(Effect.provide(Emulator.layer())))
})

describe("the in-process transport", () => {
  const ask = (url: string) =>
    Effect.flatMap(Transport, (transport) => transport.send({ method: "GET", url, headers: {}, body: undefined }))

  it.effect("the in-process transport returns the body as bytes, and finds headers by names in upper or lower case", () =>
    Effect.gen(function*() {
      const { baseUrl } = yield* Emulator

      const answer = yield* ask(`${baseUrl}/api/v1`)

      assert.strictEqual(answer.status, 200)
      assert.strictEqual(answer.headers.get("Content-Type"), "text/plain; charset=utf-8")
      assert.isNull(answer.headers.get("x-nothing"))
      assert.include(new TextDecoder().decode(answer.body), "Latchkey")
    }).pipe(Effect.provide(Emulator.layer())))

  it.effect("the in-process transport fails for requests to any other host", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(ask("https://api.stack-auth.com/api/v1"))

      assert.strictEqual(error._tag, "TransportError")
      assert.include(error._tag === "TransportError" ? error.fault : "", "http://latchkey.localhost")
    }).pipe(Effect.provide(Emulator.layer())))

  it.effect("the in-process transport rejects responses that are too large", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(ask("http://latchkey.localhost/api/v1"))

      assert.strictEqual(error._tag, "ResponseTooLarge")
    }).pipe(Effect.provideService(MaxResponseBytes, 10), Effect.provide(Emulator.layer())))

  it.effect("the in-process transport rejects redirects", () =>
    Effect.gen(function*() {
      const { faults } = yield* Emulator
      faults.add({ respond: () => new Response(null, { status: 302, headers: { location: "https://example.com/x" } }) })

      const error = yield* Effect.flip(ask("http://latchkey.localhost/api/v1"))

      assert.deepInclude(error, { _tag: "RedirectRefused", status: 302, origin: "https://example.com" })
    }).pipe(Effect.provide(Emulator.layer())))

  it.effect("the in-process transport stops the handler when the call is interrupted", () =>
    Effect.gen(function*() {
      const { store } = yield* Emulator
      // with fewer rounds, the hash would be complete before the interruption
      const fiber = yield* Effect.forkChild(Password.signUp({ ...ann, verificationCallbackUrl: callbackUrl }), {
        startImmediately: true
      })

      yield* Fiber.interrupt(fiber)

      assert.strictEqual(store.projects.get((yield* Emulator).project.projectId)!.users.size, 0)
    }).pipe(Effect.provide(emulated({ passwordRounds: 10 }))))
})

describe("seeded passwords", () => {
  /** Starts a platform with the seed and returns the stored password hashes of its users. */
  const hashes = (seed: Seed) =>
    Effect.gen(function*() {
      const { project, store } = yield* Emulator
      const { users } = store.projects.get(project.projectId)!
      return [...users.values()].map(({ passwordHash }) => passwordHash)
    }).pipe(Effect.provide(Layer.fresh(Emulator.layer(seed))))

  const ada = { email: "ada@example.com", password: "correct horse" }
  const bob = { email: "bob@example.com", password: "correct horse" }
  const eve = { email: "eve@example.com", password: "battery staple" }

  it.effect("a seeded password is hashed once per process and number of rounds, for all emulators", () =>
    Effect.gen(function*() {
      const [first, second, other] = yield* hashes({ users: [ada, bob, eve] })

      assert.match(first!, /^\$2b\$04\$/)
      assert.strictEqual(second, first)
      assert.notStrictEqual(other, first)
      assert.deepStrictEqual(yield* hashes({ users: [ada] }), [first])
      assert.match((yield* hashes({ users: [ada], passwordRounds: 5 }))[0]!, /^\$2b\$05\$/)
    }))

  it.live("a seeded password is hashed even after an interrupted start with the same password", () =>
    Effect.gen(function*() {
      const seed = { users: [{ ...ada, password: "never seen before" }], passwordRounds: 10 }
      const starting = yield* Effect.forkChild(hashes(seed), { startImmediately: true })
      yield* Fiber.interrupt(starting)

      assert.match((yield* hashes(seed))[0]!, /^\$2b\$10\$/)
    }))
})

describe("faults", () => {
  it.effect("a fault responds in place of the platform, the configured number of times", () =>
    Effect.gen(function*() {
      const { faults, requests } = yield* Emulator
      faults.add({ times: 2, respond: () => new Response(null, { status: 429, headers: { "retry-after": "3" } }) })
      const fiber = yield* Effect.forkChild(Projects.getCurrent())

      yield* TestClock.adjust("6 seconds")

      yield* Fiber.join(fiber)
      assert.deepStrictEqual(requests.list().map(({ faulty, status }) => [status, faulty]), [
        [429, true],
        [429, true],
        [200, false]
      ])
    }).pipe(Effect.provide(emulated())))

  it.effect("a fault applies only to matching requests", () =>
    Effect.gen(function*() {
      const { faults } = yield* Emulator
      faults.add({
        match: ({ endpoint }) => endpoint === "users.getMe",
        respond: () => new Response("INFINITE_LOOP_DETECTED", { status: 508 })
      })
      yield* signUp()

      assert.strictEqual(yield* once(reasonOf(Users.getMe())), "LoopDetected")
      yield* Projects.getCurrent()
    }).pipe(Effect.provide(emulated())))

  it.effect("a fault closes the connection before or after the request takes effect", () =>
    Effect.gen(function*() {
      const { faults, store } = yield* Emulator
      const users = store.projects.get((yield* Emulator).project.projectId)!.users

      faults.add({ times: 1, respond: "drop" })
      assert.strictEqual(yield* reasonOf(signUp()), "ConnectionFailed")
      assert.strictEqual(users.size, 0)
      faults.add({ times: 1, respond: "dropAfter" })
      assert.strictEqual(yield* reasonOf(signUp()), "ConnectionFailed")
      assert.strictEqual(users.size, 1)
    }).pipe(Effect.provide(emulated())))

  it.effect("the emulator's fetch rejects with its signal's reason, whether aborted before or during a delay", () =>
    Effect.gen(function*() {
      const { baseUrl, faults, fetch } = yield* Emulator
      faults.add({ respond: { type: "latency", duration: "1 minute" } })
      const controller = new AbortController()
      const ask = (signal: AbortSignal) =>
        fetch(new Request(`${baseUrl}/health`, { signal })).catch((error: unknown) => error)

      const underWay = ask(controller.signal)
      const before = ask(AbortSignal.abort("left before"))
      yield* settled
      controller.abort()

      const rejection = yield* Effect.promise(() => underWay)
      assert.strictEqual((rejection as Error).name, "AbortError")
      assert.strictEqual(yield* Effect.promise(() => before), "left before")
    }).pipe(Effect.provide(Emulator.layer())))

  it.effect("the emulator's fetch accepts a Request object of another realm", () =>
    Effect.gen(function*() {
      const { baseUrl, fetch } = yield* Emulator
      const { body, headers, method, signal, url } = new Request(`${baseUrl}/health`)

      const { status } = yield* Effect.promise(() => fetch({ body, headers, method, signal, url } as Request))

      assert.strictEqual(status, 200)
    }).pipe(Effect.provide(Emulator.layer())))

  it.effect("a fault that closes the connection rejects a direct fetch with a TypeError", () =>
    Effect.gen(function*() {
      const { baseUrl, faults, fetch } = yield* Emulator
      faults.add({ respond: "drop" })

      const rejection = yield* Effect.promise(() => fetch(new Request(`${baseUrl}/health`)).catch((error) => error))

      assert.instanceOf(rejection, TypeError)
    }).pipe(Effect.provide(Emulator.layer())))

  it.effect("removing a fault keeps the other faults", () =>
    Effect.gen(function*() {
      const { faults } = yield* Emulator
      const other = { endpoint: "users.getMe", respond: "drop" } as const
      const remove = faults.add({ respond: "drop" })
      faults.add(other)

      remove()

      assert.deepStrictEqual(faults.list(), [{ fault: other, left: Infinity }])
      yield* Projects.getCurrent()
    }).pipe(Effect.provide(emulated())))

  it.effect("all faults can be removed at once", () =>
    Effect.gen(function*() {
      const { faults } = yield* Emulator
      faults.add({ respond: "drop" })
      faults.add({ respond: "drop" })

      faults.clear()

      assert.deepStrictEqual(faults.list(), [])
      yield* Projects.getCurrent()
    }).pipe(Effect.provide(emulated())))
})

describe("log, outbox and clock", () => {
  it.effect("the emulator's log contains requests without secrets", () =>
    Effect.gen(function*() {
      const { requests } = yield* Emulator
      const { userId } = yield* signUp()
      yield* Effect.flip(Password.signIn({ ...ann, password: Redacted.make("wrong password") }))
      yield* asServer(Users.get({ userId }))

      const log = requests.list()

      assert.deepStrictEqual(
        log.map(({ endpoint, errorCode, level, method, path, status }) => [
          method,
          path,
          endpoint,
          level,
          status,
          errorCode
        ]),
        [
          ["POST", "/auth/password/sign-up", "password.signUp", "client", 200, undefined],
          ["POST", "/auth/password/sign-in", "password.signIn", "client", 400, "EMAIL_PASSWORD_MISMATCH"],
          ["GET", "/users/{user_id}", "users.get", "server", 200, undefined]
        ]
      )
      assert.notInclude(JSON.stringify(log), "password\"")
    }).pipe(Effect.provide(emulated())))

  it.effect("the emulator's log contains the endpoint of a request with rejected credentials", () =>
    Effect.gen(function*() {
      const { requests } = yield* Emulator
      const { accessToken } = yield* signUp()
      yield* TestClock.adjust("11 minutes")
      requests.clear()

      const headers = { "x-stack-access-token": Redacted.value(accessToken) }
      yield* send("GET", "/api/v1/users/me", { level: "client", headers })

      assert.deepStrictEqual(
        requests.list().map(({ endpoint, errorCode, path, status }) => [endpoint, path, status, errorCode]),
        [["users.getMe", "/users/me", 401, "ACCESS_TOKEN_EXPIRED"]]
      )
    }).pipe(Effect.provide(emulated())))

  it.effect("the outbox keeps emails by address until it is cleared", () =>
    Effect.gen(function*() {
      const { outbox } = yield* Emulator
      yield* signUp()
      yield* Otp.sendSignInCode({ email: "bob@example.com", callbackUrl })

      assert.deepStrictEqual(outbox.list().map(({ kind, to }) => [to, kind]), [
        [ann.email, "emailVerification"],
        ["bob@example.com", "signIn"]
      ])
      assert.strictEqual(outbox.byAddress(" Bob@Example.com").length, 1)
      outbox.clear()
      assert.strictEqual(outbox.list().length, 0)
    }).pipe(Effect.provide(emulated())))

  it.effect("the emulator's clock moves with the program's clock, and can be advanced independently", () =>
    Effect.gen(function*() {
      const { clock } = yield* Emulator

      yield* TestClock.adjust("1 minute")
      clock.advance("1 hour")

      assert.deepStrictEqual(clock.now(), new Date(61 * 60_000))
    }).pipe(Effect.provide(Emulator.layer())))

  it.effect("the emulator uses the clock of the program that built it, not the client's clock", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* TestClock.adjust("10 minutes")

      // the client refreshes by its own clock; the platform rejects the old token by the platform's clock
      yield* Users.getMe()

      const { requests } = yield* Emulator
      assert.isTrue(requests.list().some(({ endpoint }) => endpoint === "oauth.refresh"))
    }).pipe(Effect.provide(emulated())))
})

describe("listeners of the emulator", () => {
  it.effect("errors thrown by listeners are logged, and stop neither the emulator nor other listeners", () => {
    const logged: Array<string> = []
    return Effect.gen(function*() {
      const { events, outbox } = yield* Emulator
      const received: Array<string> = []
      const broken = () => {
        throw new Error("broken listener")
      }
      outbox.listen(broken)
      outbox.listen(({ to }) => received.push(to))
      events.listen(broken)
      events.listen(({ type }) => received.push(type))

      yield* signUp()

      assert.sameMembers(received, ["user.created", ann.email])
      assert.strictEqual(logged.length, 2)
      assert.match(logged[0]!, /A listener of the emulator threw\..*broken listener/)
    }).pipe(
      Effect.provide(
        Layer.provide(emulated(), Logger.layer([Logger.make(({ message }) => void logged.push(String(message)))]))
      )
    )
  })
})

describe("many emulators", () => {
  it.effect("O5: emulators are isolated from each other, and creating 1,000 of them is cheap", () =>
    Effect.gen(function*() {
      const emulators = yield* Effect.forEach(
        Array.from({ length: 1000 }),
        () => Effect.map(Effect.context<Emulator>(), (context) => context).pipe(Effect.provide(Emulator.layer()))
      )
      const [one, other] = [emulators[0]!, emulators[999]!]
      const signUpAt = send("POST", "/api/v1/auth/anonymous/sign-up", { level: "client" })

      yield* Effect.provide(signUpAt, one)

      const count = Effect.map(
        send("GET", "/api/v1/users?include_anonymous=true", { level: "server" }),
        ({ json }) => json.items.length
      )
      assert.strictEqual(yield* Effect.provide(count, one), 1)
      assert.strictEqual(yield* Effect.provide(count, other), 0)
    }))
})

describe("the emulator on a port", () => {
  const served = Layer.fresh(
    Access.layerClient().pipe(
      Layer.provideMerge(layerSession()),
      Layer.provide(layerMemory()),
      Layer.provideMerge(Emulator.layerProject()),
      Layer.provideMerge(Emulator.layerServe()),
      Layer.provideMerge(layerFetch())
    )
  )

  it.live("the emulator serves the same responses over HTTP as in process", () =>
    Effect.gen(function*() {
      const { baseUrl } = yield* Emulator
      const { userId } = yield* signUp()
      yield* signIn()

      assert.match(baseUrl, /^http:\/\/127\.0\.0\.1:\d+$/)
      assert.strictEqual((yield* Users.getMe()).id, userId)
      assert.strictEqual(yield* reasonOf(Password.signIn({ ...ann, email: "b@example.com" })), "EmailPasswordMismatch")
    }).pipe(Effect.provide(served)))

  it.live("the emulator on a port closes connections as configured by a fault", () =>
    Effect.gen(function*() {
      const { faults } = yield* Emulator
      faults.add({ times: 1, respond: "drop" })

      assert.strictEqual(yield* reasonOf(signUp()), "ConnectionFailed")
    }).pipe(Effect.provide(served)))

  it.live("the emulator fails with PortTaken if the port is in use", () =>
    Effect.gen(function*() {
      const { baseUrl } = yield* Emulator.serve()
      const port = Number(new URL(baseUrl).port)

      const error = yield* Effect.flip(Emulator.serve({ port }))

      assert.instanceOf(error, PortTaken)
      assert.include(error.message, `Port ${port} is in use`)
    }).pipe(Effect.scoped))

  it.live("closing the emulator's scope closes its port, including open connections", () =>
    Effect.gen(function*() {
      const scope = yield* Scope.make()
      const { baseUrl } = yield* Scope.provide(Emulator.serve(), scope)
      const open = yield* Effect.promise(() => fetch(`${baseUrl}/health`))
      assert.strictEqual(open.status, 200)

      yield* Scope.close(scope, Exit.void)

      const rejected = yield* Effect.promise(() => fetch(`${baseUrl}/health`).then(() => false, () => true))
      assert.isTrue(rejected)
    }))
})
