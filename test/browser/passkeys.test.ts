import type { Page } from "playwright-core"
import { assert, describe, it } from "vitest"
import { site } from "./site.ts"
import { plugIn } from "./virtualAuthenticator.ts"

const ada = { email: "ada@example.com", password: "correct horse" }

const bob = { email: "bob@example.com", password: "correct horse" }

const cleo = { email: "cleo@example.com", password: "correct horse" }

/** Signs in with the password, adds a passkey and signs out. */
const register = (page: Page, person = ada) =>
  page.evaluate(async (person) => {
    const { userId } = await latchkey.signIn.withPassword(person)
    const { credentialId } = await latchkey.passkeys.register()
    await latchkey.signOut()
    return { userId, credentialId }
  }, person)

/** The result of a sign-in. */
const signIn = (page: Page) =>
  page.evaluate(() =>
    latchkey.passkeys.signIn().then(
      ({ userId }) => ({ userId }),
      (error) => ({ ...error, tag: error._tag, code: error.details?.code, message: error.message })
    )
  )

/** The result of a registration. */
const registering = (page: Page, person = ada) =>
  page.evaluate(async (person) => {
    await latchkey.signIn.withPassword(person)
    return latchkey.passkeys.register().then(
      ({ credentialId }) => ({ credentialId }),
      (error) => ({ ...error, tag: error._tag, code: error.details?.code, message: error.message })
    )
  }, person)

/** Changes the options that the platform sends to the browser. */
const ask = (page: Page, which: "registration" | "authentication", change: (options: any) => object) =>
  page.route(`**/initiate-passkey-${which}`, async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    await route.fulfill({ response, json: { ...body, options_json: change(body.options_json) } })
  })

/** A field with passkey autofill. */
const addField = (page: Page) =>
  page.evaluate(() => document.getElementById("app")!.innerHTML = "<input autocomplete=\"username webauthn\">")

/** Records the signals about passkeys that the page sends to the browser, and passes them on. */
const noteSignals = (page: Page) =>
  page.evaluate(() => {
    const passkeys = PublicKeyCredential as any
    const signals: Array<unknown> = (globalThis as any).signals = []
    for (const name of ["signalUnknownCredential", "signalAllAcceptedCredentials"]) {
      const original = passkeys[name].bind(passkeys)
      passkeys[name] = (options: object) => {
        signals.push({ name, ...options })
        return original(options)
      }
    }
  })

const signals = (page: Page) => page.evaluate(() => (globalThis as any).signals)

describe("passkeys in a browser", () => {
  const at = site({ page: "promise.ts", users: [ada, bob, cleo] })

  /** Requests that complete a passkey operation, and therefore use up a challenge. */
  const spent = () =>
    at.platform.requests.list().filter(({ method, path }) =>
      method === "POST" && /\/passkey\/(register|sign-in)$/.test(path)
    ).length

  it("a passkey signs in on a device that verifies its user", async () => {
    const page = await at.open()
    await plugIn(page)
    const { userId } = await register(page)

    const outcome = await signIn(page)

    assert.deepStrictEqual(outcome, { userId })
    assert.isTrue((await page.evaluate(() => latchkey.currentUser.get({ or: "throw" }))).passkeyAuthEnabled)
  })

  it("a device without user verification signs in with a passkey if the request lists that passkey", async () => {
    const page = await at.open()
    await plugIn(page, { verifies: false })
    const { credentialId, userId } = await register(page)
    await ask(page, "authentication", (options) => ({
      ...options,
      allowCredentials: [{ type: "public-key", id: credentialId }]
    }))

    const outcome = await signIn(page)

    assert.deepStrictEqual(outcome, { userId })
  })

  it("the browser forgets a user's passkey when another passkey replaces it, or when the user removes it", async () => {
    const page = await at.open()
    const device = await plugIn(page)
    await register(page)

    const { credentialId } = await register(page)
    const after = await device.passkeys()
    await page.evaluate(async (ada) => {
      await latchkey.signIn.withPassword(ada)
      await latchkey.passkeys.remove()
    }, ada)

    assert.deepStrictEqual(after, [Buffer.from(credentialId, "base64url").toString("base64")])
    assert.deepStrictEqual(await device.passkeys(), [])
  })

  it("a passkey is not created twice if the platform lists the user's existing passkeys", async () => {
    const page = await at.open()
    await plugIn(page)
    const { credentialId } = await register(page)
    await ask(page, "registration", (options) => ({
      ...options,
      excludeCredentials: [{ type: "public-key", id: credentialId }]
    }))

    const outcome = await registering(page)

    assert.deepInclude(outcome, {
      tag: "PasskeyWebAuthnError",
      code: "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED",
      message: "This device already has a passkey for your account. Use that one, or add one on another device."
    })
  })

  it("a cancelled passkey prompt fails with PasskeyCancelled and uses up no challenge", async () => {
    const page = await at.open()
    const device = await plugIn(page)
    await register(page)
    const before = spent()

    await device.recognises(false)
    const cancelled = [await signIn(page), await registering(page)]

    assert.deepInclude(cancelled[0], { tag: "PasskeyCancelled", step: "signIn", reason: "Declined" })
    assert.deepInclude(cancelled[1], { tag: "PasskeyCancelled", step: "register", reason: "Declined" })
    assert.strictEqual(spent(), before)
  })

  it("a passkey prompt that times out counts as cancelled", async () => {
    const page = await at.open()
    const device = await plugIn(page)
    await register(page)
    await device.touches(false)
    await ask(page, "authentication", (options) => ({ ...options, timeout: 200 }))

    const outcome = await signIn(page)

    assert.deepInclude(outcome, { tag: "PasskeyCancelled", step: "signIn" })
    assert.match(outcome.message, /^The passkey was not used: the step .*took too long/)
  })

  for (
    const [lack, options] of [
      ["store passkeys", { keeps: false }],
      ["verify its user", { verifies: false }]
    ] as const
  ) {
    it(`a security key that cannot ${lack} creates no passkey, which Chromium reports as a cancelled prompt`, async () => {
      const page = await at.open()
      await plugIn(page, { transport: "usb", ...options })

      const outcome = await registering(page)

      assert.deepInclude(outcome, {
        tag: "PasskeyCancelled",
        reason: "Declined",
        message: "No passkey was added: the step was cancelled or took too long, or this device cannot store one. "
          + "Try again whenever you like."
      })
    })
  }

  it("a passkey that is deleted on the platform is reported to the browser, which no longer offers it", async () => {
    const page = await at.open()
    const device = await plugIn(page)
    await register(page)
    at.platform.store.projects.get(at.platform.project.projectId)!.passkeyOwners.clear()
    await noteSignals(page)
    const [before] = await device.passkeys()

    const outcome = await signIn(page)

    assert.deepInclude(outcome, { tag: "PasskeyAuthenticationFailed" })
    const credentialId = Buffer.from(before!, "base64").toString("base64url")
    assert.deepStrictEqual(await signals(page), [{ name: "signalUnknownCredential", rpId: "localhost", credentialId }])
    assert.deepStrictEqual(await device.passkeys(), [])
  })

  it("K5: a passkey belongs to the page's host and not to another site", async () => {
    const page = await at.open()
    await plugIn(page)

    const outcome = await page.evaluate(async (ada) => {
      await latchkey.signIn.withPassword(ada)
      return latchkey.passkeys.register({ hostname: "example.com" }).catch((error) => ({
        tag: error._tag,
        code: error.details.code
      }))
    }, ada)

    assert.deepStrictEqual(outcome, { tag: "PasskeyWebAuthnError", code: "ERROR_INVALID_RP_ID" })
  })

  it("K5: a page on an IP address can't use passkeys, and sends nothing", async () => {
    const page = await at.open(at.url.replace("localhost", "127.0.0.1"))
    const before = at.platform.requests.list().length

    const outcome = await signIn(page)

    assert.deepInclude(outcome, { tag: "PasskeyWebAuthnError", code: "ERROR_INVALID_DOMAIN" })
    assert.strictEqual(at.platform.requests.list().length, before)
  })

  it("K3: an aborted passkey prompt closes, uses up no challenge, and leaves the browser ready for another prompt", async () => {
    const page = await at.open()
    const device = await plugIn(page)
    const { userId } = await register(page)
    const before = spent()
    await device.touches(false)

    const outcome = await page.evaluate(async () => {
      const get = navigator.credentials.get.bind(navigator.credentials)
      const controller = new AbortController()
      let browserSaid: Promise<string> | undefined
      navigator.credentials.get = (options) => {
        const answer = get(options)
        browserSaid = answer.then(() => "signed", (error: Error) => error.name)
        queueMicrotask(() => controller.abort(new Error("left the page")))
        return answer
      }
      const rejected = await latchkey.passkeys.signIn({}, { signal: controller.signal }).catch((error) => error.message)
      navigator.credentials.get = get
      return { rejected, browserSaid: await browserSaid }
    })
    await device.touches(true)
    const next = await signIn(page)

    assert.deepStrictEqual(outcome, { rejected: "left the page", browserSaid: "AbortError" })
    assert.deepStrictEqual(next, { userId })
    assert.strictEqual(spent(), before + 1)
  })

  it("passkey autofill signs in with the passkey that the user picks", async () => {
    const page = await at.open()
    await plugIn(page)
    const { userId } = await register(page)
    await addField(page)

    const outcome = await page.evaluate(() => latchkey.passkeys.signInByAutofill())

    assert.deepStrictEqual(outcome, { userId, isNewUser: false, restrictedReason: null })
  })

  it("passkey autofill is not offered on a page without a suitable field", async () => {
    const page = await at.open()

    const reason = await page.evaluate(() => latchkey.passkeys.signInByAutofill().catch((error) => error.reason))

    assert.strictEqual(reason, "NoAutofillField")
  })

  it("K2: the passkey button interrupts autofill, which starts again when the button's prompt closes", async () => {
    const page = await at.open()
    const device = await plugIn(page)
    await register(page)
    await device.touches(false)
    await addField(page)

    const outcome = await page.evaluate(async () => {
      const get = navigator.credentials.get.bind(navigator.credentials)
      const requested: Array<string> = []
      const signals: Array<string> = []
      let received = () => {}
      navigator.credentials.get = (options) => {
        const answer = get(options)
        requested.push(options?.mediation ?? "prompt")
        answer.then(() => signals.push("signed"), (error: Error) => signals.push(error.name))
        received()
        return answer
      }
      const prompts = (count: number) =>
        new Promise<void>((resolve) => {
          received = () => requested.length >= count && resolve()
          received()
        })
      const outcomeOf = (call: Promise<unknown>) => call.then(() => "signed in", (error) => error.message)
      const page = new AbortController()
      const button = new AbortController()

      const offered = outcomeOf(latchkey.passkeys.signInByAutofill({}, { signal: page.signal }))
      await prompts(1)
      const clicked = outcomeOf(latchkey.passkeys.signIn({}, { signal: button.signal }))
      await prompts(2)
      button.abort(new Error("closed the prompt"))
      await prompts(3)
      page.abort(new Error("left the page"))

      return { requested, clicked: await clicked, offered: await offered, signals }
    })

    assert.deepStrictEqual(outcome, {
      requested: ["conditional", "prompt", "conditional"],
      clicked: "closed the prompt",
      offered: "left the page",
      signals: ["AbortError", "AbortError", "AbortError"]
    })
  })

  it("after a password sign-in, a passkey is created without a prompt for a user who has none, and only once", async () => {
    const context = await at.newContext()
    // Chromium's virtual device only responds if a password manager has filled in the password. In this test, the
    // request stays pending.
    await context.addInitScript(() => {
      const { create } = CredentialsContainer.prototype
      const requested: Array<unknown> = (globalThis as any).requested = []
      CredentialsContainer.prototype.create = function({ mediation, ...rest }: any = {}) {
        requested.push(mediation)
        return create.call(this, rest)
      }
    })
    const page = await at.open("/", context)
    const device = await plugIn(page)

    const outcomes = await page.evaluate(async (person) => {
      await latchkey.signIn.withPassword(person)
      return [await latchkey.passkeys.upgrade(), await latchkey.passkeys.upgrade()]
    }, cleo)

    assert.deepStrictEqual(outcomes.map((made) => made === null), [false, true])
    assert.deepStrictEqual(await page.evaluate(() => (globalThis as any).requested), ["conditional"])
    assert.lengthOf(await device.passkeys(), 1)
    assert.containsAllKeys(await page.evaluate(() => latchkey.signOut().then(() => latchkey.passkeys.signIn())), [
      "userId"
    ])
  })

  it("a page can cancel the creation of a passkey without a prompt, even if the browser does not respond", async () => {
    const page = await at.open()
    const device = await plugIn(page)

    const outcome = await page.evaluate(async (person) => {
      await latchkey.signIn.withPassword(person)
      const left = new AbortController()
      const requested = new Promise<void>((resolve) => {
        const { create } = CredentialsContainer.prototype
        CredentialsContainer.prototype.create = function(options) {
          resolve()
          return create.call(this, options)
        }
      })
      const upgrade = latchkey.passkeys.upgrade({}, { signal: left.signal }).then(() => "made", () => "let go")
      await requested
      left.abort()
      return upgrade
    }, bob)

    assert.strictEqual(outcome, "let go")
    assert.deepStrictEqual(await device.passkeys(), [])
  })

  it("K7: a browser without passkey support fails before anything is sent", async () => {
    const context = await at.newContext()
    await context.addInitScript(() => Reflect.deleteProperty(globalThis, "PublicKeyCredential"))
    const page = await at.open("/", context)

    const outcome = await page.evaluate(async () => ({
      support: await latchkey.passkeys.support(),
      message: await latchkey.passkeys.signIn().catch((error) => error.message)
    }))

    assert.deepStrictEqual(outcome, {
      support: { button: false, autofill: false, conditionalCreate: false },
      message: "WebAuthn is not supported in this browser"
    })
  })
})
