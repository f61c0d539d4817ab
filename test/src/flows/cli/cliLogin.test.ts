import { assert, describe, it } from "@effect/vitest"
import * as Console from "effect/Console"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Ref from "effect/Ref"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/testing/TestClock"
import { layer as layerUrls } from "../../../../layers/browser/Urls.ts"
import { Diagnostics } from "../../../../layers/call/Diagnostics.ts"
import { Session } from "../../../../layers/session/Session.ts"
import { layerMemory, type StoredTokens, TokenStore } from "../../../../layers/session/TokenStore.ts"
import { Emulator } from "../../../../src/emulator/index.ts"
import * as currentUser from "../../../../src/flows/account/currentUser.ts"
import * as signIn from "../../../../src/flows/authentication/signIn.ts"
import { signOut } from "../../../../src/flows/authentication/signOut.ts"
import * as signUp from "../../../../src/flows/authentication/signUp.ts"
import * as cliLogin from "../../../../src/flows/cli/cliLogin.ts"
import * as Client from "../../../../src/programs/Client.ts"
import { accessToken, project } from "../../../support/contract/project.ts"
import {
  after,
  type Answer,
  json,
  knownError,
  lost,
  plain,
  scriptedTransport
} from "../../../support/platform/scriptedTransport.ts"
import { overBothTransports, passing } from "../../../support/platform/transports.ts"

const ada = { email: "ada@example.com", password: "correct horse" }

const appUrl = "https://app.example.com"

const loginCodeIn = (url: string) => new URL(url).searchParams.get("login_code") ?? ""

/** A client that gets scripted responses, without health checks. */
const scripted = (...answers: Parameters<typeof scriptedTransport>) => {
  const { aborted, layer, requests } = scriptedTransport(...answers)
  const client = Client.layerNoProject().pipe(Layer.provide(project), Layer.provide(layer))
  return { client: Layer.merge(client, Layer.succeed(Diagnostics, [])), requests, aborted }
}

const waiting = json({ status: "waiting" })

const login = (lifetimeMillis = 7_200_000): cliLogin.CliLogin => ({
  url: `${appUrl}/handler/cli-auth-confirm?login_code=abc`,
  pollingCode: Redacted.make("polling code"),
  expiresAt: new Date(lifetimeMillis)
})

const fork = <A, E, R>(self: Effect.Effect<A, E, R>) => Effect.forkChild(self, { startImmediately: true })

describe("cliLogin.prompt", () => {
  it.effect("cliLogin.prompt stores the session if the network fails right after the confirmation", () =>
    Effect.gen(function*() {
      const written: Array<StoredTokens | null> = []
      const store = Layer.effect(
        TokenStore,
        Effect.map(Effect.provide(TokenStore, Layer.fresh(layerMemory())), (memory) => ({
          ...memory,
          compareAndSet: (expected: StoredTokens | null, next: StoredTokens | null) => {
            written.push(next)
            return memory.compareAndSet(expected, next)
          }
        }))
      )
      const { layer } = scriptedTransport(
        json({ polling_code: "p", login_code: "l", expires_at: "2026-01-01T00:00:00.000Z" }),
        json({ status: "success", refresh_token: "rt" }),
        lost
      )

      const prompting = yield* fork(
        cliLogin.prompt({ appUrl, show: () => {} }).pipe(
          Effect.provide(
            Client.layerNoProject({ tokenStore: store }).pipe(Layer.provide(project), Layer.provide(layer))
          ),
          Effect.provideService(Diagnostics, [])
        )
      )
      yield* TestClock.adjust("1 minute")
      yield* Fiber.join(prompting)

      assert.strictEqual(Redacted.value(written.at(-1)!.refreshToken!), "rt")
    }))
})

describe("cliLogin.wait", () => {
  it.effect("C9: cliLogin.wait polls every 2 s, and accumulates no delay over 1,000 slow responses", () =>
    Effect.gen(function*() {
      let polls = 0
      const slow: Answer = (request) => after(`${(++polls * 37) % 1900} millis`, waiting)(request)
      const { client, requests } = scripted(slow)

      yield* fork(Effect.provide(cliLogin.wait(login()), client))
      for (let second = 0; second <= 2000; second++) yield* TestClock.adjust("1 second")

      assert.strictEqual(requests.length, 1001)
      requests.forEach(({ at }, n) =>
        assert.isTrue(at >= n * 2000 - 1 && at < n * 2000 + 2000, `poll ${n} came at ${at}`)
      )
    }))

  it.effect("C9: cliLogin.wait retries after lost connections, 5xx and 429 until the login is confirmed", () =>
    Effect.gen(function*() {
      const { client } = scripted(
        waiting,
        lost,
        plain(502, "Bad gateway"),
        plain(429, "Slow down", { "retry-after": "3" }),
        waiting,
        json({ status: "success", refresh_token: "a refresh token" })
      )

      const polling = yield* fork(Effect.provide(cliLogin.wait(login()), client))
      yield* TestClock.adjust("1 minute")

      assert.strictEqual(Redacted.value(yield* Fiber.join(polling)), "a refresh token")
    }))

  it.effect.prop(
    "C9: cliLogin.wait completes after any temporary faults in any order, without overlapping polls",
    { faults: Schema.Array(Schema.Literals(["waiting", "lost", "502", "429", "late"])) },
    ({ faults }) =>
      Effect.gen(function*() {
        let open = 0
        let maximum = 0
        const answers = {
          waiting,
          lost,
          "502": plain(502, "Bad gateway"),
          "429": plain(429, "Slow down", { "retry-after": "1" }),
          late: after("3 seconds", waiting)
        }
        const counted = (answer: Answer): Answer => (request) =>
          Effect.ensuring(
            Effect.suspend(() => {
              maximum = Math.max(maximum, ++open)
              return answer(request)
            }),
            Effect.sync(() => open--)
          )
        const [first, ...rest] = [
          ...faults.map((fault) => counted(answers[fault])),
          counted(json({ status: "success", refresh_token: "a refresh token" }))
        ]
        const { client } = scripted(first!, ...rest)

        const polling = yield* fork(Effect.provide(cliLogin.wait(login()), client))
        yield* TestClock.adjust("90 minutes")

        assert.strictEqual(Redacted.value(yield* Fiber.join(polling)), "a refresh token")
        assert.strictEqual(maximum, 1)
      })
  )

  it.effect("C9: cliLogin.wait stops polling an unreachable platform when the login expires, and no earlier", () =>
    Effect.gen(function*() {
      const { client } = scripted(lost)

      const polling = yield* fork(Effect.flip(Effect.provide(cliLogin.wait(login(600_000)), client)))
      yield* TestClock.adjust("9 minutes")
      const before = polling.pollUnsafe()
      yield* TestClock.adjust("2 minutes")

      assert.isUndefined(before)
      assert.strictEqual((yield* Fiber.join(polling))._tag, "CliAuthExpiredError")
    }))

  const ends = [
    ["expired", "CliAuthExpiredError", "CLI authentication request expired. Please try again."],
    ["used", "CliAuthUsedError", "This authentication token has already been used."],
    [
      "denied",
      "CliAuthError",
      "The login was not confirmed: the platform calls it \"denied\". Start a new login."
    ]
  ] as const
  for (const [status, tag, message] of ends) {
    it.effect(`M3: cliLogin.wait fails with a specific message if the login is ${status}`, () =>
      Effect.gen(function*() {
        const { client, requests } = scripted(json({ status }))

        const error = yield* Effect.flip(Effect.provide(cliLogin.wait(login()), client))

        assert.strictEqual(error._tag, tag)
        assert.strictEqual(error.message, message)
        assert.strictEqual(requests.length, 1)
      }))
  }

  it.effect("cliLogin.wait polls as often as configured, and then times out", () =>
    Effect.gen(function*() {
      const { client, requests } = scripted(waiting)

      const polling = yield* fork(
        Effect.flip(Effect.provide(cliLogin.wait(login(), { attempts: 3, every: "5 seconds" }), client))
      )
      yield* TestClock.adjust("10 seconds")

      const error = yield* Fiber.join(polling)
      assert.strictEqual(error.message, "Timed out waiting for CLI authentication.")
      assert.deepStrictEqual(requests.map(({ at }) => at), [0, 5000, 10_000])
    }))

  it.effect("cliLogin.wait fails with InvalidPollingCodeError for an unknown polling code", () =>
    Effect.gen(function*() {
      const { client } = scripted(knownError("INVALID_POLLING_CODE", 400))

      const error = yield* Effect.flip(Effect.provide(cliLogin.wait(login()), client))

      assert.strictEqual(error._tag, "InvalidPollingCodeError")
    }))

  it.effect("cliLogin.wait polls again immediately if the interval is 0", () =>
    Effect.gen(function*() {
      const { client, requests } = scripted(waiting, waiting, json({ status: "success", refresh_token: "rt" }))

      const token = yield* Effect.provide(cliLogin.wait(login(), { every: 0 }), client)

      assert.strictEqual(Redacted.value(token), "rt")
      assert.deepStrictEqual(requests.map(({ at }) => at), [0, 0, 0])
    }))

  it.effect("M2: interrupting cliLogin.wait aborts the current poll", () =>
    Effect.gen(function*() {
      const { aborted, client } = scripted(() => Effect.never)
      const polling = yield* fork(Effect.provide(cliLogin.wait(login()), client))
      yield* TestClock.adjust("1 second")

      yield* Fiber.interrupt(polling)

      assert.strictEqual(aborted(), 1)
    }))

  for (
    const options of [{ every: -1 }, { every: NaN }, { every: 2 ** 31 }, { attempts: 0 }, {
      attempts: 1.5
    }]
  ) {
    it.effect(`cliLogin.wait rejects ${JSON.stringify(options)} before any request`, () =>
      Effect.gen(function*() {
        const { client, requests } = scripted(waiting)

        const error = yield* Effect.flip(Effect.provide(cliLogin.wait(login(), options), client))

        assert.strictEqual(error._tag === "CallError" && error.reason._tag, "InvalidInput")
        assert.strictEqual(requests.length, 0)
      }))
  }
})

describe("cliLogin.start", () => {
  const pages = [
    ["https://app.example.com/", {}, "https://app.example.com/handler/cli-auth-confirm?login_code=a%2Fb"],
    [
      "http://localhost:3000/app/?x=1#y",
      {},
      "http://localhost:3000/app/handler/cli-auth-confirm?login_code=a%2Fb"
    ],
    ["https://app.example.com", { cliAuthConfirm: "/yes" }, "https://app.example.com/yes?login_code=a%2Fb"],
    [
      "https://app.example.com",
      { cliAuthConfirm: "https://id.example.com/yes?theme=dark" },
      "https://id.example.com/yes?theme=dark&login_code=a%2Fb"
    ]
  ] as const
  for (const [appUrl, urls, url] of pages) {
    it.effect(`a CLI login links from ${appUrl} and ${JSON.stringify(urls)} to the confirmation page`, () =>
      Effect.gen(function*() {
        const { client } = scripted(
          json({ polling_code: "p", login_code: "a/b", expires_at: "2026-01-01T00:00:00.000Z" })
        )

        const started = yield* Effect.provide(cliLogin.start({ appUrl }), Layer.merge(client, layerUrls({ urls })))

        assert.strictEqual(started.url, url)
      }))
  }

  const started = { polling_code: "p", login_code: "l", expires_at: "1999-01-01T00:02:00.000Z" }

  it.effect("cliLogin.start requests no specific lifetime by default, and converts the platform's expiry to this machine's clock", () =>
    Effect.gen(function*() {
      const { client, requests } = scripted(json(started, { date: "Fri, 01 Jan 1999 00:00:00 GMT" }))

      const { expiresAt } = yield* Effect.provide(cliLogin.start({ appUrl }), client)

      assert.strictEqual(expiresAt.getTime(), 120_000)
      assert.deepStrictEqual(JSON.parse(requests[0]!.body!), {})
    }))

  it.effect("cliLogin.start uses the platform's expiry if its response has no date", () =>
    Effect.gen(function*() {
      const { client } = scripted(json(started))

      const { expiresAt } = yield* Effect.provide(cliLogin.start({ appUrl }), client)

      assert.strictEqual(expiresAt.toISOString(), started.expires_at)
    }))

  it.effect("cliLogin.start requests the given lifetime, and uses the platform's lifetime if it differs", () =>
    Effect.gen(function*() {
      const { client, requests } = scripted(json(started, { date: "Fri, 01 Jan 1999 00:00:00 GMT" }))

      const { expiresAt } = yield* Effect.provide(cliLogin.start({ appUrl, expiresIn: "5 minutes" }), client)

      assert.strictEqual(expiresAt.getTime(), 120_000)
      assert.deepStrictEqual(JSON.parse(requests[0]!.body!), { expires_in_millis: 300_000 })
    }))

  it.effect("a CLI login starts without the anonymous user if the platform doesn't support it", () =>
    Effect.gen(function*() {
      const anonymous = { access_token: accessToken({ role: "anon" }), refresh_token: "anonymous", user_id: "u" }
      const { client, requests } = scripted(
        json(anonymous),
        knownError("SCHEMA_ERROR", 400, { message: "body contains unknown properties: anon_refresh_token" }),
        json(started)
      )

      yield* Effect.provide(
        Effect.andThen(signUp.anonymously(), cliLogin.start({ appUrl, bringAnonymousUser: true })),
        client
      )

      assert.deepStrictEqual(requests.slice(1).map(({ body }) => JSON.parse(body!)), [
        { anon_refresh_token: "anonymous" },
        {}
      ])
    }))

  const invalid = [
    { appUrl: "app.example.com" },
    { appUrl: "javascript:alert(1)" },
    { appUrl: "" },
    { appUrl: "file:///etc/passwd" },
    { appUrl, expiresIn: "901 seconds" },
    { appUrl, expiresIn: 0 }
  ] as const
  for (const options of invalid) {
    it.effect(`cliLogin.start rejects ${JSON.stringify(options)} before any request`, () =>
      Effect.gen(function*() {
        const { client, requests } = scripted(waiting)

        const error = yield* Effect.flip(Effect.provide(cliLogin.start(options), client))

        assert.strictEqual(error._tag === "CallError" && error.reason._tag, "InvalidInput")
        assert.strictEqual(requests.length, 0)
      }))
  }
})

overBothTransports(({ platform }) => {
  /** A tool and a browser with separate sessions on the same platform. */
  const toolAndBrowser = Effect.gen(function*() {
    const context = yield* Layer.build(platform({ users: [ada] }))
    const device = () =>
      Layer.build(
        Client.layerNoProject().pipe(
          Layer.provide(Emulator.layerProject()),
          Layer.provide(Layer.succeedContext(context))
        )
      )
    const tool = yield* device()
    const browser = yield* device()
    yield* Effect.provide(signIn.withPassword(ada), browser)
    return { tool, browser, emulator: Context.get(context, Emulator) }
  })

  describe("cliLogin.prompt", () => {
    it.effect("cliLogin.prompt signs the tool in as the confirming user", () =>
      Effect.gen(function*() {
        const { browser, tool } = yield* toolAndBrowser
        const shown: Array<string> = []
        const prompting = yield* fork(
          Effect.provide(cliLogin.prompt({ appUrl, show: ({ url }) => void shown.push(url) }), tool)
        )
        yield* passing("10 seconds")

        yield* Effect.provide(cliLogin.confirm({ loginCode: loginCodeIn(shown[0]!) }), browser)
        yield* passing("2 seconds")
        yield* Fiber.join(prompting)

        const user = yield* Effect.provide(currentUser.get({ or: "throw" }), tool)
        assert.strictEqual(user.primaryEmail, ada.email)
        assert.strictEqual(new URL(shown[0]!).pathname, "/handler/cli-auth-confirm")
      }))

    it.effect("M1: without a terminal, cliLogin.prompt prints the link to standard error only", () =>
      Effect.gen(function*() {
        const { tool } = yield* toolAndBrowser
        const [out, errors] = [yield* Ref.make(""), yield* Ref.make("")]
        const note = (ref: Ref.Ref<string>) => (...parts: ReadonlyArray<unknown>) =>
          Effect.runSync(Ref.update(ref, (before) => before + parts.join(" ")))
        const listening = { ...globalThis.console, log: note(out), error: note(errors) } as never

        yield* fork(
          Effect.provide(cliLogin.prompt({ appUrl }), tool).pipe(
            Effect.provideService(Console.Console, listening)
          )
        )
        yield* passing("1 second")

        assert.match(
          yield* Ref.get(errors),
          /https:\/\/app\.example\.com\/handler\/cli-auth-confirm\?login_code=\w{45}/
        )
        assert.strictEqual(yield* Ref.get(out), "")
      }))

    it.effect("M2: interrupting cliLogin.prompt stops polling without signing in", () =>
      Effect.gen(function*() {
        const { browser, emulator, tool } = yield* toolAndBrowser
        const shown: Array<string> = []
        const prompting = yield* fork(
          Effect.provide(cliLogin.prompt({ appUrl, show: ({ url }) => void shown.push(url) }), tool)
        )
        yield* passing("3 seconds")

        yield* Fiber.interrupt(prompting)

        emulator.requests.clear()
        yield* Effect.provide(cliLogin.confirm({ loginCode: loginCodeIn(shown[0]!) }), browser)
        yield* passing("10 minutes")
        assert.notInclude(emulator.requests.list().map(({ endpoint }) => endpoint), "cli.poll")
        assert.strictEqual(Context.get(tool, Session).state()._tag, "SignedOut")
      }))

    it.effect("cliLogin.prompt fails if it can't show the link", () =>
      Effect.gen(function*() {
        const { tool } = yield* toolAndBrowser
        const show = () => {
          throw new TypeError("no screen")
        }

        const error = yield* Effect.flip(Effect.provide(cliLogin.prompt({ appUrl, show }), tool))

        assert.strictEqual(error.message, "The link of the login could not be shown (TypeError). Start a new login.")
      }))
  })

  describe("cliLogin.finish", () => {
    it.effect("a program can perform a CLI login step by step, and cliLogin.finish stores the session", () =>
      Effect.gen(function*() {
        const { browser, tool } = yield* toolAndBrowser
        const started = yield* Effect.provide(cliLogin.start({ appUrl }), tool)
        yield* Effect.provide(cliLogin.confirm({ loginCode: loginCodeIn(started.url) }), browser)

        const refreshToken = yield* Effect.provide(cliLogin.wait(started), tool)
        const before = Context.get(tool, Session).state()._tag
        yield* Effect.provide(cliLogin.finish({ refreshToken }), tool)

        assert.strictEqual(before, "SignedOut")
        const user = yield* Effect.provide(currentUser.get({ or: "throw" }), tool)
        assert.strictEqual(user.primaryEmail, ada.email)
      }))
  })

  describe("cliLogin.wait", () => {
    it.effect("M3: cliLogin.wait reports an expired login even if this machine's clock is wrong", () =>
      Effect.gen(function*() {
        const { tool } = yield* toolAndBrowser
        const started = yield* Effect.provide(cliLogin.start({ appUrl, expiresIn: "1 minute" }), tool)

        const polling = yield* fork(
          Effect.flip(Effect.provide(cliLogin.wait({ ...started, expiresAt: new Date(8.64e15) }), tool))
        )
        yield* passing("62 seconds")

        assert.strictEqual((yield* Fiber.join(polling))._tag, "CliAuthExpiredError")
      }))
  })

  describe("cliLogin.takeAnonymousUser", () => {
    const anonymousTool = Effect.gen(function*() {
      const { emulator, tool, browser } = yield* toolAndBrowser
      const { userId } = yield* Effect.provide(signUp.anonymously(), tool)
      return { emulator, tool, browser, userId }
    })

    const take = (url: string) => cliLogin.takeAnonymousUser({ loginCode: loginCodeIn(url) })

    it.effect("signing up on the confirmation page upgrades the tool's anonymous user, and signs in both the tool and the page", () =>
      Effect.gen(function*() {
        const { browser, tool, userId } = yield* anonymousTool
        yield* Effect.provide(signOut(), browser)
        const started = yield* Effect.provide(cliLogin.start({ appUrl, bringAnonymousUser: true }), tool)

        const results = [
          yield* Effect.provide(take(started.url), browser),
          yield* Effect.provide(take(started.url), browser)
        ]
        const account = { email: "grace@example.com", password: "correct horse" }
        yield* Effect.provide(
          signUp.withPassword({ ...account, verificationCallbackUrl: "http://localhost:3000/verify" }),
          browser
        )
        yield* Effect.provide(cliLogin.confirm({ loginCode: loginCodeIn(started.url) }), browser)
        const refreshToken = yield* Effect.provide(cliLogin.wait(started), tool)
        yield* Effect.provide(cliLogin.finish({ refreshToken }), tool)

        const user = yield* Effect.provide(currentUser.get({ or: "throw" }), tool)
        assert.deepStrictEqual(results, [true, false])
        assert.deepStrictEqual([user.id, user.primaryEmail, user.isAnonymous], [userId, account.email, false])
      }))

    it.effect("cliLogin.takeAnonymousUser returns false if the tool brought no anonymous user, or a user is signed in on the page", () =>
      Effect.gen(function*() {
        const { browser, tool } = yield* anonymousTool
        const withoutUser = yield* Effect.provide(cliLogin.start({ appUrl }), tool)
        const withUser = yield* Effect.provide(cliLogin.start({ appUrl, bringAnonymousUser: true }), tool)

        const signedIn = yield* Effect.provide(take(withUser.url), browser)
        yield* Effect.provide(signOut(), browser)
        const signedOut = yield* Effect.provide(take(withoutUser.url), browser)

        assert.deepStrictEqual([signedIn, signedOut], [false, false])
        assert.strictEqual(Context.get(browser, Session).state()._tag, "SignedOut")
      }))

    it.effect("cliLogin.takeAnonymousUser fails for an unknown login", () =>
      Effect.gen(function*() {
        const { tool } = yield* anonymousTool

        const error = yield* Effect.flip(Effect.provide(take("https://a.test/?login_code=made-up"), tool))

        assert.strictEqual(error._tag, "CliAuthError")
      }))
  })

  describe("cliLogin.confirm", () => {
    const refused = "This login is unknown, expired or already confirmed. Start a new one in your terminal."

    it.effect("cliLogin.confirm fails for a login that was already confirmed", () =>
      Effect.gen(function*() {
        const { browser, tool } = yield* toolAndBrowser
        const { url } = yield* Effect.provide(cliLogin.start({ appUrl }), tool)
        const confirming = Effect.provide(cliLogin.confirm({ loginCode: loginCodeIn(url) }), browser)
        yield* confirming

        assert.strictEqual((yield* Effect.flip(confirming)).message, refused)
      }))

    it.effect("cliLogin.confirm fails for an unknown login", () =>
      Effect.gen(function*() {
        const { browser } = yield* toolAndBrowser

        const error = yield* Effect.flip(Effect.provide(cliLogin.confirm({ loginCode: "made up" }), browser))

        assert.deepStrictEqual([error._tag, error.message], ["CliAuthError", refused])
      }))

    it.effect("cliLogin.confirm rejects signed-out and anonymous callers", () =>
      Effect.gen(function*() {
        const { tool } = yield* toolAndBrowser
        const confirming = Effect.flip(Effect.provide(cliLogin.confirm({ loginCode: "made up" }), tool))

        const signedOut = yield* confirming
        yield* Effect.provide(signUp.anonymously(), tool)
        const anonymous = yield* confirming

        assert.deepStrictEqual([signedOut._tag, anonymous._tag], [
          "UserAuthenticationRequired",
          "UserAuthenticationRequired"
        ])
      }))
  })

  describe("secrets of a CLI login", () => {
    it.effect("M7: a printed CLI login contains no secrets except for the link", () =>
      Effect.gen(function*() {
        const { tool } = yield* toolAndBrowser

        const started = yield* Effect.provide(cliLogin.start({ appUrl }), tool)

        assert.notInclude(JSON.stringify(started), Redacted.value(started.pollingCode))
      }))
  })
})
