/** Passkeys with the emulator, in a browser with prompts that the test controls. */
import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Base64Url from "effect/encoding/Base64Url"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import { PasskeyNotPossible } from "../../../../layers/browser/PasskeyNotPossible.ts"
import { Passkeys } from "../../../../layers/browser/Passkeys.ts"
import { MfaAttempt } from "../../../../layers/session/MfaAttempt.ts"
import { Session } from "../../../../layers/session/Session.ts"
import type { ClientAccess } from "../../../../schemas/access.ts"
import * as Anonymous from "../../../../schemas/endpoints/anonymous.ts"
import * as Users from "../../../../schemas/endpoints/users.ts"
import { PasskeyWebAuthnError } from "../../../../schemas/errors/passkeys.ts"
import { Emulator } from "../../../../src/emulator/index.ts"
import * as currentUser from "../../../../src/flows/account/currentUser.ts"
import { signOut } from "../../../../src/flows/authentication/signOut.ts"
import * as passkeys from "../../../../src/flows/passkeys/passkeys.ts"
import { conversation, nothing } from "../../../support/platform/conversation.ts"
import { type ScriptedPasskeys, scriptedPasskeys } from "../../../support/platform/scriptedPasskeys.ts"
import { type Answer, json } from "../../../support/platform/scriptedTransport.ts"
import { overBothTransports, settled } from "../../../support/platform/transports.ts"
import { asServer, signUp } from "../../emulator/support/support.ts"

const sentinel = "THIS_VALUE_WILL_BE_REPLACED.example.com"

/** Runs a flow in a browser in the background. */
const begin = <A, E, R>(browser: ScriptedPasskeys, flow: Effect.Effect<A, E, R>) =>
  Effect.forkChild(Effect.provideService(flow, Passkeys, browser.service), { startImmediately: true })

/** Runs a flow and accepts the prompt that it opens. */
const accept = <A, E, R>(browser: ScriptedPasskeys, flow: Effect.Effect<A, E, R>, as?: string) =>
  Effect.gen(function*() {
    const fiber = yield* begin(browser, flow)
    yield* (yield* browser.prompt).agree(as)
    return yield* Fiber.join(fiber)
  })

/** Creates a user with a passkey, and signs out. */
const registered = (browser: ScriptedPasskeys) =>
  Effect.gen(function*() {
    const { userId } = yield* signUp()
    yield* accept(browser, passkeys.register())
    yield* signOut()
    return userId
  })

/** Counts the requests that start or complete a passkey operation. */
const requestCounts = Emulator.useSync(({ requests }) => {
  const paths = requests.list().map(({ path }) => path)
  const count = (end: string) => paths.filter((path) => path.endsWith(end)).length
  return {
    began: count("/initiate-passkey-authentication"),
    finished: count("/passkey/sign-in"),
    registered: count("/passkey/register")
  }
})

const isSignedIn = Session.useSync((session) => session.state()._tag === "SignedIn")

const bob = { email: "bob@example.com", password: Redacted.make("battery staple") }

/** Actions that change the signed-in user. */
const userChanges = [
  ["the user signs out", signOut()],
  ["the user signs out and another signs in", Effect.andThen(signOut(), signUp(bob))],
  ["another user signs in over the first", signUp(bob)]
] as const

/** Actions that change the session but keep the user. */
const sameUsers = [
  ["a token refresh", Session.use(({ renewNext, tokens }) => Effect.andThen(renewNext, tokens()))],
  [
    "the upgrade of a guest to an account",
    signUp(bob)
  ]
] as const

const deletionSignal = ({ id }: ScriptedPasskeys) => ({
  signalName: "unknownCredential" as const,
  rpID: "localhost",
  credentialID: id
})

overBothTransports(({ emulated }) => {
  describe("passkeys.register", () => {
    it.effect("passkeys.register adds a passkey that can sign in, and signals to the browser that it is the user's only passkey", () =>
      Effect.gen(function*() {
        const browser = yield* scriptedPasskeys()
        const { userId } = yield* signUp()

        const added = yield* accept(browser, passkeys.register())
        yield* signOut()
        const signedIn = yield* accept(browser, passkeys.signIn())

        assert.deepStrictEqual(added, { credentialId: browser.id })
        assert.deepStrictEqual(signedIn, { userId, isNewUser: false, restrictedReason: null })
        assert.isTrue((yield* currentUser.get({ or: "throw" })).passkeyAuthEnabled)
        assert.deepStrictEqual(browser.signals, [{
          signalName: "allAcceptedCredentials",
          rpID: "localhost",
          userID: Base64Url.encode(userId),
          allAcceptedCredentialIDs: [browser.id]
        }])
      }).pipe(Effect.provide(emulated())))

    it.effect("passkeys.register fails without a prompt and without a request when signed out", () =>
      Effect.gen(function*() {
        const browser = yield* scriptedPasskeys()

        const error = yield* Effect.flip(Effect.provideService(passkeys.register(), Passkeys, browser.service))

        assert.strictEqual(error._tag, "UserAuthenticationRequired")
        assert.deepStrictEqual(browser.prompts, [])
        assert.lengthOf((yield* Emulator).requests.list(), 0)
      }).pipe(Effect.provide(emulated())))

    for (const [what, change] of userChanges) {
      it.effect(`D19: passkeys.register stores nothing and signals the browser to delete the passkey when ${what} during the prompt`, () =>
        Effect.gen(function*() {
          const browser = yield* scriptedPasskeys()
          yield* signUp()
          const fiber = yield* begin(browser, Effect.flip(passkeys.register()))
          const prompt = yield* browser.prompt

          yield* change
          yield* prompt.agree()

          assert.deepInclude(yield* Fiber.join(fiber), {
            _tag: "PasskeyCancelled",
            step: "register",
            reason: "UserChanged"
          })
          assert.strictEqual((yield* requestCounts).registered, 0)
          assert.deepStrictEqual(browser.signals, [deletionSignal(browser)])
        }).pipe(Effect.provide(emulated())))
    }

    it.effect("D19: passkeys.register stores nothing when another user signs in before the challenge is requested", () =>
      Effect.gen(function*() {
        const browser = yield* scriptedPasskeys()
        yield* signUp()
        const first = yield* begin(browser, Effect.flip(passkeys.register()))
        yield* browser.prompt
        const released = yield* Deferred.make<void>()
        browser.letGo(Deferred.await(released))
        const second = yield* begin(browser, Effect.flip(passkeys.register()))

        yield* signUp(bob)
        yield* Deferred.succeed(released, undefined)
        yield* Fiber.join(first)

        assert.deepInclude(yield* Fiber.join(second), { _tag: "PasskeyCancelled", reason: "UserChanged" })
        assert.deepStrictEqual(yield* requestCounts, { began: 0, finished: 0, registered: 0 })
      }).pipe(Effect.provide(emulated())))

    for (const [what, change] of sameUsers) {
      it.effect(`D19: passkeys.register stores the passkey of the same user after ${what} during the prompt`, () =>
        Effect.gen(function*() {
          const browser = yield* scriptedPasskeys()
          yield* Effect.flatMap(Anonymous.signUp(), (tokens) => Session.use(({ keep }) => keep(tokens)))
          const fiber = yield* begin(browser, passkeys.register())
          const prompt = yield* browser.prompt

          yield* change
          yield* prompt.agree()

          assert.deepStrictEqual(yield* Fiber.join(fiber), { credentialId: browser.id })
        }).pipe(Effect.provide(emulated())))
    }

    it.effect("K3: interrupting passkeys.register closes the prompt without using up the challenge", () =>
      Effect.gen(function*() {
        const browser = yield* scriptedPasskeys()
        yield* signUp()
        const fiber = yield* begin(browser, passkeys.register())
        const prompt = yield* browser.prompt

        yield* Fiber.interrupt(fiber)

        assert.isFalse(prompt.isOpen())
        assert.strictEqual((yield* requestCounts).registered, 0)
      }).pipe(Effect.provide(emulated())))

    it.effect("passkeys.register changes nothing if the prompt is closed", () =>
      Effect.gen(function*() {
        const browser = yield* scriptedPasskeys()
        yield* signUp()
        const fiber = yield* begin(browser, Effect.flip(passkeys.register()))

        yield* (yield* browser.prompt).fail()

        assert.deepInclude(yield* Fiber.join(fiber), { _tag: "PasskeyCancelled", step: "register", reason: "Declined" })
        assert.strictEqual((yield* requestCounts).registered, 0)
        assert.deepStrictEqual(browser.signals, [])
      }).pipe(Effect.provide(emulated())))

    it.effect("passkeys.register fails with the platform's message on a page that the project doesn't trust", () =>
      Effect.gen(function*() {
        const browser = yield* scriptedPasskeys("https://elsewhere.example")
        yield* signUp()

        const error = yield* Effect.flip(accept(browser, passkeys.register()))

        assert.strictEqual(error._tag, "PasskeyRegistrationFailed")
        assert.match(error.message, /domain/)
      }).pipe(Effect.provide(emulated())))

    const begun = (user: unknown, rp: unknown = { id: sentinel, name: "App" }) =>
      json({ options_json: { rp, user, challenge: "AAAA", pubKeyCredParams: [] }, code: "c".repeat(45) })

    /** Returns the result of a registration for which the platform sent this response to the first request. */
    const registering = (answer: Answer) =>
      Effect.gen(function*() {
        const browser = yield* scriptedPasskeys()
        const flow = Effect.raceFirst(
          passkeys.register(),
          Effect.andThen(browser.prompt, Effect.fail({ _tag: "Prompted" as const }))
        )
        return yield* conversation("client", Effect.provideService(flow, Passkeys, browser.service), answer)
      })

    for (const [bytes, accepted] of [[0, false], [1, true], [64, true], [65, false]] as const) {
      it.effect(`K6: passkeys.register ${accepted ? "accepts" : "rejects"} a user id of ${bytes} bytes`, () =>
        Effect.gen(function*() {
          const user = { id: Base64Url.encode(new Uint8Array(bytes)), name: "ann", displayName: "Ann" }

          const { failure, requests } = yield* registering(begun(user))

          assert.lengthOf(requests, 1)
          if (accepted) assert.strictEqual(failure()._tag, "Prompted")
          else assert.deepInclude(failure(), { _tag: "PasskeyWebAuthnError" })
          if (!accepted) assert.strictEqual(failure().details.code, "ERROR_INVALID_USER_ID_LENGTH")
        }))
    }

    it.effect("K5: passkeys.register rejects missing options, and options whose relying party isn't the placeholder", () =>
      Effect.gen(function*() {
        const user = { id: "AAAA", name: "ann", displayName: "Ann" }
        const answers = [
          begun(user, { id: "evil.example" }),
          begun(user, null),
          begun(null),
          begun({ id: "%%%" }),
          json({ options_json: null, code: "c".repeat(45) }),
          json({ options_json: "text", code: "c".repeat(45) })
        ]
        for (const answer of answers) {
          const { failure } = yield* registering(answer)

          assert.strictEqual(failure().reason._tag, "DecodeError")
          assert.match(failure().message, /options_json/)
        }
      }))
  })

  describe("the host of passkeys", () => {
    /** Returns the host that the browser received, or the error. */
    const hostFor = (page: string, options: { readonly hostname?: string } = {}) =>
      Effect.gen(function*() {
        const browser = yield* scriptedPasskeys(page)
        const fiber = yield* begin(browser, passkeys.signIn(options))
        const prompted = yield* Effect.raceFirst(browser.prompt, Fiber.await(fiber))
        if (!("options" in prompted)) return yield* Effect.flip(Fiber.join(fiber))
        yield* Fiber.interrupt(fiber)
        return String(prompted.options.rpId)
      })

    for (
      const [page, host] of [
        ["http://localhost:3000", "localhost"],
        ["https://app.example.com/sign-in", "app.example.com"],
        ["https://APP.Example.COM", "app.example.com"],
        ["https://bücher.example", "xn--bcher-kva.example"],
        ["https://printer.local", "printer.local"],
        ["https://intranet", "intranet"],
        ["https://preview--42.example.app", "preview--42.example.app"]
      ] as const
    ) {
      it.effect(`K5: passkeys use the host ${host} on ${page}, in place of the placeholder`, () =>
        Effect.gen(function*() {
          assert.strictEqual(yield* hostFor(page), host)
        }).pipe(Effect.provide(emulated())))
    }

    for (const page of ["http://127.0.0.1:3000", "http://[::1]:3000", "https://10.1.2.3", "file:///index.html"]) {
      it.effect(`K5: passkeys fail on ${page} without a request`, () =>
        Effect.gen(function*() {
          const error = yield* hostFor(page)

          assert.deepInclude(error, { _tag: "PasskeyWebAuthnError" })
          assert.match((error as Error).message, /Open the app on its own domain/)
          assert.lengthOf((yield* Emulator).requests.list(), 0)
        }).pipe(Effect.provide(emulated())))
    }

    it.effect("K5: passkeys use the given host, in its normalized form", () =>
      Effect.gen(function*() {
        const page = "https://app.example.com"
        assert.strictEqual(yield* hostFor(page, { hostname: "Example.com" }), "example.com")
        assert.strictEqual(yield* hostFor(page, { hostname: "bücher.example" }), "xn--bcher-kva.example")
        for (
          const hostname of [
            "",
            "https://example.com",
            "example.com/",
            "a b",
            "1.2.3.4",
            "user@host",
            "host:80",
            "[::1]"
          ]
        ) {
          const refused = yield* hostFor(page, { hostname })

          assert.isTrue(refused instanceof PasskeyWebAuthnError, hostname)
        }
      }).pipe(Effect.provide(emulated())))
  })

  describe("passkeys.signIn", () => {
    it.effect("passkeys.signIn fails before the first request if passkeys aren't supported", () =>
      Effect.gen(function*() {
        const browser = yield* scriptedPasskeys()
        const service = {
          ...browser.service,
          ready: () => Effect.fail(new PasskeyNotPossible({ reason: "Unsupported" }))
        }

        for (const begin of [passkeys.register, passkeys.signIn, passkeys.signInByAutofill]) {
          const flow = Effect.asVoid<unknown, unknown, ClientAccess | Session>(begin())
          const { failure } = yield* conversation("client", Effect.provideService(flow, Passkeys, service), nothing)

          assert.deepInclude(failure(), { _tag: "PasskeyNotPossible", reason: "Unsupported" })
        }
      }))

    it.effect("K3: interrupting passkeys.signIn closes the prompt without sending a response", () =>
      Effect.gen(function*() {
        const browser = yield* scriptedPasskeys()
        const fiber = yield* begin(browser, passkeys.signIn())
        const prompt = yield* browser.prompt

        yield* Fiber.interrupt(fiber)

        assert.isFalse(prompt.isOpen())
        assert.deepInclude(yield* requestCounts, { began: 1, finished: 0 })
      }).pipe(Effect.provide(emulated())))

    it.effect("K2: a second click on passkey sign-in closes the first prompt before a second prompt opens", () =>
      Effect.gen(function*() {
        const browser = yield* scriptedPasskeys()
        yield* registered(browser)
        const first = yield* begin(browser, Effect.flip(passkeys.signIn()))
        const firstPrompt = yield* browser.prompt
        const release = Deferred.makeUnsafe<void>()
        browser.letGo(Deferred.await(release))

        const second = yield* begin(browser, passkeys.signIn())
        yield* settled
        const promptsBefore = [...browser.prompts]
        yield* Deferred.succeed(release, undefined)
        const secondPrompt = yield* browser.prompt

        assert.isFalse(firstPrompt.isOpen())
        assert.deepStrictEqual(promptsBefore, ["create", "get"])
        assert.deepInclude(yield* Fiber.join(first), { _tag: "PasskeyCancelled", reason: "Replaced" })
        yield* secondPrompt.agree()
        assert.isFalse((yield* Fiber.join(second)).isNewUser)
      }).pipe(Effect.provide(emulated())))

    it.effect("sign-in with an unknown passkey signals the browser to delete it", () =>
      Effect.gen(function*() {
        const browser = yield* scriptedPasskeys()

        const error = yield* Effect.flip(accept(browser, passkeys.signIn()))

        assert.strictEqual(error._tag, "PasskeyAuthenticationFailed")
        assert.deepStrictEqual(browser.signals, [
          { signalName: "unknownCredential", rpID: "localhost", credentialID: browser.id }
        ])
      }).pipe(Effect.provide(emulated())))

    it.effect("sign-in with a passkey doesn't signal the passkey as unknown after a bad signature or on an untrusted page", () =>
      Effect.gen(function*() {
        const browser = yield* scriptedPasskeys()
        yield* registered(browser)
        const forger = yield* scriptedPasskeys()
        const elsewhere = yield* scriptedPasskeys("https://elsewhere.example")

        const forged = yield* Effect.flip(accept(forger, passkeys.signIn(), browser.id))
        const untrusted = yield* Effect.flip(accept(elsewhere, passkeys.signIn(), browser.id))

        assert.deepStrictEqual([forged._tag, untrusted._tag], [
          "PasskeyAuthenticationFailed",
          "PasskeyAuthenticationFailed"
        ])
        assert.deepStrictEqual([...forger.signals, ...elsewhere.signals], [])
      }).pipe(Effect.provide(emulated())))

    it.effect("an expired passkey challenge is reported after 65 seconds", () =>
      Effect.gen(function*() {
        const browser = yield* scriptedPasskeys()
        yield* registered(browser)
        const fiber = yield* begin(browser, Effect.flip(passkeys.signIn()))
        const prompt = yield* browser.prompt

        yield* TestClock.adjust("66 seconds")
        yield* prompt.agree()

        assert.strictEqual((yield* Fiber.join(fiber))._tag, "VerificationCodeExpired")
      }).pipe(Effect.provide(emulated())))

    it.effect("sign-in with a passkey requires MFA for an account with MFA, and keeps the attempt code", () =>
      Effect.gen(function*() {
        const browser = yield* scriptedPasskeys()
        const userId = yield* registered(browser)
        yield* asServer(Users.update({ userId, totpSecretBase64: Redacted.make(btoa("12345678901234567890")) }))
        const attemptCodes: Array<string> = []
        const attempt: MfaAttempt = {
          keep: (code) => Effect.sync(() => void attemptCodes.push(Redacted.value(code))),
          peek: Effect.succeed(Option.none()),
          clear: Effect.void
        }

        const error = yield* Effect.flip(
          Effect.provideService(accept(browser, passkeys.signIn()), MfaAttempt, attempt)
        )

        assert.strictEqual(error._tag, "MultiFactorAuthenticationRequired")
        assert.lengthOf(attemptCodes, 1)
        assert.isFalse(yield* isSignedIn)
        assert.deepStrictEqual(browser.signals.map((each) => each.signalName), ["allAcceptedCredentials"])
      }).pipe(Effect.provide(emulated())))
  })

  describe("passkeys.signInByAutofill", () => {
    it.effect("passkey autofill signs in when the user selects a passkey, however late", () =>
      Effect.gen(function*() {
        const browser = yield* scriptedPasskeys()
        const userId = yield* registered(browser)
        const fiber = yield* begin(browser, passkeys.signInByAutofill())
        for (let minute = 0; minute < 10; minute++) {
          yield* browser.prompt
          yield* TestClock.adjust("46 seconds")
        }

        yield* (yield* browser.prompt).agree()

        assert.deepStrictEqual(yield* Fiber.join(fiber), { userId, isNewUser: false, restrictedReason: null })
        assert.deepStrictEqual(yield* requestCounts, { began: 11, finished: 1, registered: 1 })
      }).pipe(Effect.provide(emulated())))

    it.effect("passkey autofill retries while the platform is unreachable, and then offers passkeys", () =>
      Effect.gen(function*() {
        const { faults } = yield* Emulator
        const browser = yield* scriptedPasskeys()
        faults.add({ endpoint: "passkey.initiateAuthentication", times: 3, respond: "drop" })
        const fiber = yield* begin(browser, passkeys.signInByAutofill())

        for (let round = 0; round < 3; round++) {
          yield* settled
          yield* TestClock.adjust("45 seconds")
        }

        assert.strictEqual((yield* browser.prompt).kind, "autofill")
        yield* Fiber.interrupt(fiber)
      }).pipe(Effect.provide(emulated())))

    it.effect("passkey autofill requests no new challenge while the page isn't visible", () =>
      Effect.gen(function*() {
        const browser = yield* scriptedPasskeys()
        const fiber = yield* begin(browser, passkeys.signInByAutofill())
        const first = yield* browser.prompt
        browser.attend(false)

        yield* TestClock.adjust("1 hour")
        const whileHidden = { isOpen: first.isOpen(), ...(yield* requestCounts) }
        browser.attend(true)
        yield* TestClock.adjust("1 second")
        yield* browser.prompt

        assert.deepInclude(whileHidden, { isOpen: true, began: 1 })
        assert.deepInclude(yield* requestCounts, { began: 2 })
        yield* Fiber.interrupt(fiber)
      }).pipe(Effect.provide(emulated())))

    it.effect("K2: passkey autofill stops for a sign-in with a prompt, and offers passkeys again after the prompt is closed", () =>
      Effect.gen(function*() {
        const browser = yield* scriptedPasskeys()
        const userId = yield* registered(browser)
        const autofill = yield* begin(browser, passkeys.signInByAutofill())
        const offer = yield* browser.prompt

        const button = yield* begin(browser, Effect.flip(passkeys.signIn()))
        const prompt = yield* browser.prompt
        const meanwhile = [offer.isOpen(), prompt.isOpen()]
        yield* prompt.fail()
        const again = yield* browser.prompt

        assert.deepStrictEqual(meanwhile, [false, true])
        assert.deepInclude(yield* Fiber.join(button), { reason: "Declined" })
        yield* again.agree()
        assert.deepInclude(yield* Fiber.join(autofill), { userId })
        assert.deepStrictEqual(browser.prompts, ["create", "autofill", "get", "autofill"])
      }).pipe(Effect.provide(emulated())))

    it.effect("K2: passkey autofill waits for an open prompt", () =>
      Effect.gen(function*() {
        const browser = yield* scriptedPasskeys()
        yield* registered(browser)
        const button = yield* begin(browser, passkeys.signIn())
        const prompt = yield* browser.prompt

        const autofill = yield* begin(browser, passkeys.signInByAutofill())
        yield* settled

        assert.isTrue(prompt.isOpen())
        assert.deepInclude(yield* requestCounts, { began: 1 })
        yield* prompt.agree()
        yield* Fiber.join(button)
        assert.isTrue(yield* isSignedIn)
        assert.strictEqual((yield* browser.prompt).kind, "autofill")
        yield* Fiber.interrupt(autofill)
      }).pipe(Effect.provide(emulated())))

    it.effect("K2: passkey autofill opens no prompt over a sign-in's prompt when the options for autofill arrive late", () =>
      Effect.gen(function*() {
        const { faults } = yield* Emulator
        const browser = yield* scriptedPasskeys()
        const isHeldBack = Deferred.makeUnsafe<void>()
        faults.add({
          endpoint: "passkey.initiateAuthentication",
          match: () => Deferred.doneUnsafe(isHeldBack, Effect.void),
          times: 1,
          respond: { type: "latency", duration: "5 seconds" }
        })
        const autofill = yield* begin(browser, passkeys.signInByAutofill())
        yield* Deferred.await(isHeldBack)

        const button = yield* begin(browser, passkeys.signIn())
        const prompt = yield* browser.prompt
        yield* TestClock.adjust("10 seconds")
        yield* settled

        assert.strictEqual(prompt.kind, "get")
        assert.isTrue(prompt.isOpen())
        assert.deepStrictEqual(browser.prompts, ["get"])
        yield* Fiber.interrupt(button)
        yield* Fiber.interrupt(autofill)
      }).pipe(Effect.provide(emulated())))

    it.effect("a second call of signInByAutofill replaces the first call", () =>
      Effect.gen(function*() {
        const browser = yield* scriptedPasskeys()
        const first = yield* begin(browser, Effect.flip(passkeys.signInByAutofill()))
        yield* browser.prompt

        const second = yield* begin(browser, passkeys.signInByAutofill())

        assert.deepInclude(yield* Fiber.join(first), { _tag: "PasskeyCancelled", reason: "Replaced" })
        assert.isTrue((yield* browser.prompt).isOpen())
        yield* Fiber.interrupt(second)
      }).pipe(Effect.provide(emulated())))

    it.effect("K3: interrupting passkey autofill stops offering passkeys without sending a response", () =>
      Effect.gen(function*() {
        const browser = yield* scriptedPasskeys()
        const fiber = yield* begin(browser, passkeys.signInByAutofill())
        const offer = yield* browser.prompt

        yield* Fiber.interrupt(fiber)
        yield* TestClock.adjust("1 hour")

        assert.isFalse(offer.isOpen())
        assert.deepInclude(yield* requestCounts, { began: 1, finished: 0 })
      }).pipe(Effect.provide(emulated())))
  })

  describe("passkeys.remove", () => {
    it.effect("passkeys.remove removes the passkey, and signals to the browser that the user has no passkey left", () =>
      Effect.gen(function*() {
        const browser = yield* scriptedPasskeys()
        const { userId } = yield* signUp()
        yield* accept(browser, passkeys.register())

        const user = yield* Effect.provideService(passkeys.remove(), Passkeys, browser.service)
        yield* signOut()
        const error = yield* Effect.flip(accept(browser, passkeys.signIn()))

        assert.isFalse(user.passkeyAuthEnabled)
        assert.strictEqual(error._tag, "PasskeyAuthenticationFailed")
        assert.deepStrictEqual(browser.signals[1], {
          signalName: "allAcceptedCredentials",
          rpID: "localhost",
          userID: Base64Url.encode(userId),
          allAcceptedCredentialIDs: []
        })
      }).pipe(Effect.provide(emulated())))

    it.effect("passkeys.remove works on a server, without a browser signal", () =>
      Effect.gen(function*() {
        yield* signUp()

        assert.isFalse((yield* passkeys.remove()).passkeyAuthEnabled)
      }).pipe(Effect.provide(emulated())))
  })

  describe("passkeys.upgrade", () => {
    /** Runs a passkey upgrade in a browser. */
    const upgrading = (browser: ScriptedPasskeys) => begin(browser, Effect.asSome(passkeys.upgrade()))

    it.effect("passkeys.upgrade creates a passkey that can sign in, without a prompt", () =>
      Effect.gen(function*() {
        const browser = yield* scriptedPasskeys()
        yield* signUp()

        const created = yield* accept(browser, passkeys.upgrade())
        yield* signOut()
        yield* accept(browser, passkeys.signIn())

        assert.deepStrictEqual(created, Option.some({ credentialId: browser.id }))
        assert.deepStrictEqual(browser.prompts, ["conditionalCreate", "get"])
      }).pipe(Effect.provide(emulated())))

    it.effect("passkeys.upgrade does nothing if the browser doesn't support it, or when signed out", () =>
      Effect.gen(function*() {
        const browser = yield* scriptedPasskeys()
        const old = {
          ...browser.service,
          support: Effect.succeed({ button: true, autofill: true, conditionalCreate: false })
        }

        const outcomes = [
          yield* Effect.provideService(passkeys.upgrade(), Passkeys, browser.service),
          yield* Effect.andThen(signUp(), Effect.provideService(passkeys.upgrade(), Passkeys, old))
        ]

        assert.deepStrictEqual(outcomes, [Option.none(), Option.none()])
        assert.deepStrictEqual(browser.prompts, [])
      }).pipe(Effect.provide(emulated())))

    for (const [what, change] of userChanges) {
      it.effect(`D19: passkeys.upgrade stores no passkey, and signals the browser to delete the new one, when ${what} during the upgrade`, () =>
        Effect.gen(function*() {
          const browser = yield* scriptedPasskeys()
          yield* signUp()
          const fiber = yield* upgrading(browser)
          const prompt = yield* browser.prompt

          yield* change
          yield* prompt.agree()

          assert.deepStrictEqual(yield* Fiber.join(fiber), Option.some(Option.none()))
          assert.strictEqual((yield* requestCounts).registered, 0)
          assert.deepStrictEqual(browser.signals, [deletionSignal(browser)])
        }).pipe(Effect.provide(emulated())))
    }

    it.effect("passkeys.upgrade keeps an existing passkey", () =>
      Effect.gen(function*() {
        const browser = yield* scriptedPasskeys()
        yield* signUp()
        yield* accept(browser, passkeys.register())

        const outcome = yield* Effect.provideService(passkeys.upgrade(), Passkeys, browser.service)

        assert.deepStrictEqual(outcome, Option.none())
        assert.deepStrictEqual(browser.prompts, ["create"])
      }).pipe(Effect.provide(emulated())))

    it.effect("passkeys.upgrade returns None if the browser declines, or takes longer than the challenge is valid", () =>
      Effect.gen(function*() {
        const browser = yield* scriptedPasskeys()
        yield* signUp()

        const fiber = yield* upgrading(browser)
        yield* (yield* browser.prompt).fail()

        assert.deepStrictEqual(yield* Fiber.join(fiber), Option.some(Option.none()))
      }).pipe(Effect.provide(emulated())))

    it.effect("passkeys.upgrade stops when another passkey prompt opens, and adds nothing after that prompt has added a passkey", () =>
      Effect.gen(function*() {
        const browser = yield* scriptedPasskeys()
        yield* signUp()
        const fiber = yield* upgrading(browser)
        const prompt = yield* browser.prompt

        yield* accept(browser, passkeys.register())

        assert.isFalse(prompt.isOpen())
        assert.deepStrictEqual(yield* Fiber.join(fiber), Option.some(Option.none()))
        assert.deepStrictEqual(browser.prompts, ["conditionalCreate", "create"])
      }).pipe(Effect.provide(emulated())))

    it.effect("interrupting passkeys.upgrade stops it without sending anything", () =>
      Effect.gen(function*() {
        const browser = yield* scriptedPasskeys()
        yield* signUp()
        const fiber = yield* upgrading(browser)
        const prompt = yield* browser.prompt

        yield* Fiber.interrupt(fiber)

        assert.isFalse(prompt.isOpen())
        assert.strictEqual((yield* requestCounts).registered, 0)
      }).pipe(Effect.provide(emulated())))

    it.effect("passkeys.upgrade signals the browser to delete a passkey that the platform rejects", () =>
      Effect.gen(function*() {
        const browser = yield* scriptedPasskeys("https://untrusted.example")
        yield* signUp()

        const error = yield* Effect.flip(accept(browser, passkeys.upgrade()))

        assert.strictEqual(error._tag, "PasskeyRegistrationFailed")
        assert.deepStrictEqual(browser.signals, [
          { signalName: "unknownCredential", rpID: "untrusted.example", credentialID: browser.id }
        ])
      }).pipe(Effect.provide(emulated())))
  })

  describe("passkeys.support", () => {
    it.effect("passkeys.support reports no support on a server", () =>
      Effect.gen(function*() {
        const none = { button: false, autofill: false, conditionalCreate: false }

        assert.deepStrictEqual(yield* passkeys.support(), none)
      }))
  })
})
