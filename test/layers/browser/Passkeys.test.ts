/** How Latchkey calls the browser's passkey functions, including browsers that misbehave. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { afterEach, expect, vi } from "vitest"
import { Passkeys } from "../../../layers/browser/Passkeys.ts"

afterEach(() => vi.unstubAllGlobals())

type Answer = (options: { readonly signal: AbortSignal; readonly mediation?: string }) => Promise<unknown>

interface Page {
  readonly create?: Answer
  readonly get?: Answer
  readonly hostname?: string
  readonly passkeys?: object | undefined
  readonly isSecureContext?: boolean
  readonly field?: boolean
}

/**
 * Stubs a page with a browser that responds in the given way. `signals`: abort signals that the browser has received.
 */
const onPage = (page: Page = {}) => {
  const signals: Array<AbortSignal> = []
  let notifyPrompted = () => {}
  const prompted = new Promise<void>((resolve) => {
    notifyPrompted = resolve
  })
  const recording = (answer: Answer = () => Promise.reject(new Error("Not expected"))): Answer => (options) => {
    signals.push(options.signal)
    notifyPrompted()
    return answer(options)
  }
  const fullSupport = Object.assign(function PublicKeyCredential() {}, {
    isConditionalMediationAvailable: () => Promise.resolve(true)
  })
  vi.stubGlobal("document", {
    querySelector: () => page.field === false ? null : {},
    querySelectorAll: () => page.field === false ? [] : [{}]
  })
  vi.stubGlobal("location", { hostname: page.hostname ?? "app.test" })
  vi.stubGlobal("isSecureContext", page.isSecureContext ?? true)
  vi.stubGlobal("PublicKeyCredential", "passkeys" in page ? page.passkeys : fullSupport)
  vi.stubGlobal("navigator", { credentials: { create: recording(page.create), get: recording(page.get) } })
  return { signals, prompted: Effect.promise(() => prompted) }
}

const requestOptions = { challenge: "AAAA", rpId: "app.test", timeout: 60_000 }

const creationOptions = {
  challenge: "AAAA",
  rp: { id: "app.test", name: "App" },
  user: { id: "AAAA", name: "ann", displayName: "Ann" },
  pubKeyCredParams: [{ type: "public-key" as const, alg: -7 }],
  timeout: 60_000
}

const required = { requireResidentKey: true } as const
const verified = { userVerification: "required" } as const

const create = (options: Partial<typeof creationOptions> & { readonly authenticatorSelection?: object } = {}) =>
  Passkeys.use((passkeys) => passkeys.create({ ...creationOptions, ...options }))

const get = (autofill = false) => Passkeys.use((passkeys) => passkeys.get(requestOptions, { autofill }))

const throws = (name: string): Answer => () => Promise.reject(new DOMException("The browser's message.", name))

/** Never responds, not even after an abort. */
const unresponsive: Answer = () => new Promise(() => {})

/** Rejects after an abort, like real browsers. */
const abortable: Answer = ({ signal }) =>
  new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)))

const codeOf = (error: { readonly _tag: string }) =>
  error._tag === "PasskeyWebAuthnError"
    ? (error as unknown as { readonly details: { readonly code: string } }).details.code
    : (error as unknown as { readonly reason: string }).reason

describe("Passkeys.create", () => {
  const cases: ReadonlyArray<readonly [name: string, outcome: string, options?: Parameters<typeof create>[0]]> = [
    ["AbortError", "Aborted"],
    ["NotAllowedError", "Declined"],
    ["InvalidStateError", "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED"],
    [
      "ConstraintError",
      "ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT",
      { authenticatorSelection: required }
    ],
    ["ConstraintError", "ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT", { authenticatorSelection: verified }],
    ["ConstraintError", "ConstraintError"],
    ["NotSupportedError", "ERROR_AUTHENTICATOR_NO_SUPPORTED_PUBKEYCREDPARAMS_ALG"],
    ["NotSupportedError", "ERROR_MALFORMED_PUBKEYCREDPARAMS", { pubKeyCredParams: [] }],
    ["SecurityError", "ERROR_INVALID_RP_ID", { rp: { id: "other.test", name: "App" } }],
    ["TypeError", "ERROR_INVALID_USER_ID_LENGTH", { user: { ...creationOptions.user, id: "" } }],
    ["TypeError", "TypeError"],
    ["UnknownError", "ERROR_AUTHENTICATOR_GENERAL_ERROR"],
    ["OperationError", "OperationError"]
  ]
  for (const [name, outcome, options] of cases) {
    it.effect(`K1: Passkeys.create maps a browser's ${name} ${options === undefined ? "" : `for ${JSON.stringify(options)} `}to ${outcome}`, () =>
      Effect.gen(function*() {
        onPage({ create: throws(name) })

        assert.strictEqual(codeOf(yield* Effect.flip(create(options))), outcome)
      }))
  }

  it.effect("creating a passkey fails if the browser returns nothing", () =>
    Effect.gen(function*() {
      onPage({ create: () => Promise.resolve(null) })

      assert.strictEqual((yield* Effect.flip(create()))._tag, "PasskeyWebAuthnError")
    }))
})

describe("Passkeys.get", () => {
  const cases: ReadonlyArray<readonly [name: string, outcome: string, hostname?: string]> = [
    ["AbortError", "Aborted"],
    ["NotAllowedError", "Declined"],
    ["SecurityError", "ERROR_INVALID_DOMAIN", "127.0.0.1"],
    ["SecurityError", "ERROR_INVALID_RP_ID", "other.test"],
    ["SecurityError", "SecurityError"],
    ["UnknownError", "ERROR_AUTHENTICATOR_GENERAL_ERROR"],
    ["InvalidStateError", "InvalidStateError"],
    ["OperationError", "OperationError"]
  ]
  for (const [name, outcome, hostname] of cases) {
    it.effect(`K1: Passkeys.get maps a browser's ${name} ${hostname === undefined ? "" : `on ${hostname} `}to ${outcome}`, () =>
      Effect.gen(function*() {
        onPage({ get: throws(name), ...(hostname === undefined ? {} : { hostname }) })

        assert.strictEqual(codeOf(yield* Effect.flip(get())), outcome)
      }))
  }

  for (const autofill of [false, true]) {
    it.effect(`K3: interrupting Passkeys.get aborts the browser's request ${autofill ? "during autofill" : "in a prompt"}`, () =>
      Effect.gen(function*() {
        const { signals, prompted } = onPage({ get: abortable })
        const fiber = yield* Effect.forkChild(get(autofill))
        yield* prompted

        yield* Fiber.interrupt(fiber)

        assert.deepStrictEqual(signals.map((signal) => signal.aborted), [true])
      }))
  }

  it.effect("K3: Passkeys.get leaves no prompt open if it is interrupted before the WebAuthn library listens for the interruption", () =>
    Effect.gen(function*() {
      let answer = (_: boolean) => {}
      const checked = new Promise<boolean>((resolve) => {
        answer = resolve
      })
      const passkeys = Object.assign(function PublicKeyCredential() {}, {
        isConditionalMediationAvailable: vi.fn(() => checked)
      })
      const { signals, prompted } = onPage({ get: abortable, passkeys })
      const fiber = yield* Effect.forkChild(get(true))
      yield* Effect.promise(() => expect.poll(() => passkeys.isConditionalMediationAvailable.mock.calls.length).toBe(1))
      const end = yield* Effect.forkChild(Fiber.interrupt(fiber), { startImmediately: true })

      answer(true)
      yield* prompted
      yield* TestClock.adjust("50 millis")
      yield* Fiber.join(end)

      assert.deepStrictEqual(signals.map((signal) => signal.aborted), [true])
    }))

  it.effect("K4: a passkey prompt times out one second after the platform's timeout, by default after 61 s", () =>
    Effect.gen(function*() {
      const { prompted } = onPage({ get: unresponsive })
      const fiber = yield* Effect.forkChild(Effect.flip(get()))
      yield* prompted

      yield* TestClock.adjust("60999 millis")
      const early = fiber.pollUnsafe()
      yield* TestClock.adjust("2 seconds")

      assert.isUndefined(early)
      assert.deepInclude(yield* Fiber.join(fiber), { _tag: "PasskeyCancelled", reason: "TimedOut" })
    }))

  it.effect("K4: if a browser ignores the abort of a passkey prompt, the interruption takes at most one second longer", () =>
    Effect.gen(function*() {
      const { signals, prompted } = onPage({ get: unresponsive })
      const fiber = yield* Effect.forkChild(get())
      yield* prompted

      const end = yield* Effect.forkChild(Fiber.interrupt(fiber), { startImmediately: true })
      yield* TestClock.adjust("1 second")
      yield* Fiber.join(end)

      assert.isTrue(signals[0]?.aborted)
    }))

  it.effect("passkey autofill has no timeout and waits while the page is open", () =>
    Effect.gen(function*() {
      const { prompted } = onPage({ get: abortable })
      const fiber = yield* Effect.forkChild(get(true))
      yield* prompted

      yield* TestClock.adjust("1 hour")

      assert.isUndefined(fiber.pollUnsafe())
    }))
})

describe("Passkeys.ready", () => {
  const ready = (step: "register" | "signIn" | "autofill") =>
    Effect.map(
      Effect.flip(Passkeys.use((passkeys) => passkeys.ready(step))),
      ({ message, reason }) => ({ message, reason })
    )

  it.effect("K7: Passkeys.ready reports in the platform's words that the browser doesn't support passkeys", () =>
    Effect.gen(function*() {
      onPage({ passkeys: undefined })

      for (const step of ["register", "signIn", "autofill"] as const) {
        assert.deepStrictEqual(yield* ready(step), {
          reason: "Unsupported",
          message: "WebAuthn is not supported in this browser"
        })
      }
    }))

  it.effect("K7: Passkeys.ready distinguishes an insecure page and a server from a browser without passkeys", () =>
    Effect.gen(function*() {
      assert.strictEqual((yield* ready("signIn")).reason, "NoBrowser")
      onPage({ passkeys: undefined, isSecureContext: false })
      assert.strictEqual((yield* ready("signIn")).reason, "InsecureContext")
    }))

  it.effect("K7: Passkeys.ready reports that autofill needs a capable browser and an input field", () =>
    Effect.gen(function*() {
      onPage({ passkeys: function PublicKeyCredential() {} })
      assert.strictEqual((yield* ready("autofill")).reason, "AutofillUnsupported")
      onPage({ field: false })
      assert.strictEqual((yield* ready("autofill")).reason, "NoAutofillField")
    }))
})

describe("Passkeys.support", () => {
  const support = Passkeys.use((passkeys) => passkeys.support)

  it.effect("Passkeys.support reports the supported features and never fails", () =>
    Effect.gen(function*() {
      const broken = Object.assign(function PublicKeyCredential() {}, {
        isConditionalMediationAvailable: () => Promise.reject(new Error("an extension"))
      })
      const withCapabilities = Object.assign(function PublicKeyCredential() {}, {
        getClientCapabilities: () => Promise.resolve({ conditionalCreate: true })
      })
      const onServer = yield* support
      onPage({ passkeys: withCapabilities })
      const newest = yield* support
      onPage()
      const modern = yield* support
      onPage({ passkeys: broken })
      const failing = yield* support
      onPage({ passkeys: undefined })
      const old = yield* support

      assert.deepStrictEqual([onServer, newest, modern, failing, old], [
        { button: false, autofill: false, conditionalCreate: false },
        { button: true, autofill: false, conditionalCreate: true },
        { button: true, autofill: true, conditionalCreate: false },
        { button: true, autofill: false, conditionalCreate: false },
        { button: false, autofill: false, conditionalCreate: false }
      ])
    }))
})

describe("Passkeys.attended", () => {
  const attended = Passkeys.use((passkeys) => passkeys.attended)

  /** Stubs a page. A test can change whether the page is visible and focused. */
  const window = (state: { visible: boolean; focused: boolean }) => {
    const page = new EventTarget()
    const document = new EventTarget()
    const listeners = new Set<unknown>()
    for (const target of [page, document]) {
      const { addEventListener, removeEventListener } = target
      target.addEventListener = (type: string, listener: EventListener) => {
        listeners.add(listener)
        addEventListener.call(target, type, listener)
      }
      target.removeEventListener = (type: string, listener: EventListener) => {
        listeners.delete(listener)
        removeEventListener.call(target, type, listener)
      }
    }
    Object.defineProperty(document, "visibilityState", { get: () => state.visible ? "visible" : "hidden" })
    vi.stubGlobal("document", Object.assign(document, { hasFocus: () => state.focused }))
    vi.stubGlobal("addEventListener", page.addEventListener)
    vi.stubGlobal("removeEventListener", page.removeEventListener)
    return { page, document, listeners }
  }

  it.effect("Passkeys.attended completes immediately if the page is visible and focused", () =>
    Effect.gen(function*() {
      const { listeners } = window({ visible: true, focused: true })

      yield* attended

      assert.strictEqual(listeners.size, 0)
    }))

  it.effect("Passkeys.attended waits until the page is visible and no prompt covers it", () =>
    Effect.gen(function*() {
      const state = { visible: false, focused: false }
      const { document, listeners, page } = window(state)
      const fiber = yield* Effect.forkChild(attended, { startImmediately: true })

      state.visible = true
      document.dispatchEvent(new Event("visibilitychange"))
      const early = fiber.pollUnsafe()
      state.focused = true
      page.dispatchEvent(new Event("focus"))
      yield* Fiber.join(fiber)

      assert.isUndefined(early)
      assert.strictEqual(listeners.size, 0)
    }))

  it.effect("Passkeys.attended removes its listeners when interrupted", () =>
    Effect.gen(function*() {
      const { listeners } = window({ visible: true, focused: false })
      const fiber = yield* Effect.forkChild(attended, { startImmediately: true })
      const before = listeners.size

      yield* Fiber.interrupt(fiber)

      assert.deepStrictEqual([before, listeners.size], [1, 0])
    }))
})

describe("Passkeys.signal", () => {
  const signal = Passkeys.use((passkeys) =>
    passkeys.signal({ signalName: "unknownCredential", rpID: "app.test", credentialID: "AAAA" })
  )

  it.effect("Passkeys.signal reports an unknown passkey to the browser", () =>
    Effect.gen(function*() {
      const signalUnknownCredential = vi.fn(() => Promise.resolve())
      onPage({ passkeys: Object.assign(function PublicKeyCredential() {}, { signalUnknownCredential }) })

      yield* signal

      assert.deepStrictEqual(signalUnknownCredential.mock.calls as ReadonlyArray<unknown>, [[
        { rpId: "app.test", credentialId: "AAAA" }
      ]])
    }))

  it.effect("Passkeys.signal does nothing on a server or in a browser without the signal API", () =>
    Effect.gen(function*() {
      yield* signal
      onPage()
      yield* signal
    }))

  for (
    const [name, code] of [
      ["TypeError", "ERROR_SIGNAL_INVALID_ARGUMENT"],
      ["SecurityError", "ERROR_INVALID_RP_ID"],
      ["OperationError", "OperationError"]
    ] as const
  ) {
    it.effect(`K1: Passkeys maps a browser's ${name} to ${code}`, () =>
      Effect.gen(function*() {
        const signalUnknownCredential = () => Promise.reject(new DOMException("", name))
        onPage({ passkeys: Object.assign(function PublicKeyCredential() {}, { signalUnknownCredential }) })

        assert.strictEqual(codeOf(yield* Effect.flip(signal)), code)
      }))
  }
})
