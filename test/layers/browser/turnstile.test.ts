/** Cloudflare's widgets on a page, with a simulated script. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import { afterEach, vi } from "vitest"
import { BotChallenge } from "../../../layers/browser/BotChallenge.ts"
import { layerTurnstile, type TurnstileOptions } from "../../../layers/browser/turnstile.ts"

const scripts = () => [...document.scripts].filter(({ src }) => new URL(src).hostname === "challenges.cloudflare.com")

/** Arguments of a rendered widget. */
interface Widget {
  readonly element: HTMLElement
  readonly sitekey: string
  readonly action: string
  readonly callback: (token: string) => void
  readonly "error-callback": (code: string) => boolean
}

/** Simulates the loaded script, which records rendered and removed widgets. */
const scriptLoads = () => {
  const widgets: Array<Widget> = []
  const removed: Array<string> = []
  vi.stubGlobal("turnstile", {
    render: (element: HTMLElement, widget: Omit<Widget, "element">) => `${widgets.push({ element, ...widget })}`,
    remove: (id: string) => void removed.push(id)
  })
  for (const script of scripts()) script.dispatchEvent(new Event("load"))
  return { widgets, removed }
}

const container = () => {
  const place = document.createElement("div")
  document.body.append(place)
  return place
}

const withTurnstile = <A, E>(
  use: (challenge: BotChallenge) => Effect.Effect<A, E>,
  options: TurnstileOptions = { siteKey: "visible-key", invisibleSiteKey: "invisible-key", container }
) => Effect.provide(Effect.flatMap(BotChallenge, (challenge) => use(challenge!)), layerTurnstile(options))

const start = <A, E>(self: Effect.Effect<A, E>) => Effect.forkChild(self, { startImmediately: true })

afterEach(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  for (const script of scripts()) script.remove()
  document.body.replaceChildren()
})

describe("layerTurnstile", () => {
  it.effect("Turnstile loads its script even if an element of the page has the id turnstile", () =>
    withTurnstile((challenge) =>
      Effect.gen(function*() {
        vi.stubGlobal("turnstile", Object.assign(document.createElement("div"), { id: "turnstile" }))

        const caller = yield* start(challenge.visible("sign_up_with_credential"))
        assert.lengthOf(scripts(), 1)
        const { widgets } = scriptLoads()
        yield* Effect.yieldNow
        widgets[0]!.callback("token")

        assert.strictEqual(Redacted.value(yield* Fiber.join(caller)), "token")
      })
    ))

  it.effect("Turnstile loads its script once, when the first token is requested", () =>
    withTurnstile((challenge) =>
      Effect.gen(function*() {
        assert.lengthOf(scripts(), 0)

        const first = yield* start(challenge.visible("sign_up_with_credential"))
        const second = yield* start(challenge.visible("send_magic_link_email"))
        assert.deepStrictEqual(scripts().map(({ async, src }) => [async, src]), [
          [true, "https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit"]
        ])
        const { removed, widgets } = scriptLoads()
        yield* Effect.yieldNow
        widgets.forEach(({ callback }, index) => callback(`token ${index}`))

        assert.strictEqual(Redacted.value(yield* Fiber.join(first)), "token 0")
        assert.strictEqual(Redacted.value(yield* Fiber.join(second)), "token 1")
        assert.deepStrictEqual(widgets.map(({ action, sitekey }) => [action, sitekey]), [
          ["sign_up_with_credential", "visible-key"],
          ["send_magic_link_email", "visible-key"]
        ])
        assert.deepStrictEqual(removed, ["1", "2"])
      })
    ))

  it.effect("Turnstile sets the nonce of the page's content security policy on its script", () =>
    withTurnstile(
      (challenge) =>
        Effect.map(start(challenge.visible("oauth_authenticate")), () => {
          assert.deepStrictEqual(scripts().map(({ nonce }) => nonce), ["of-the-page"])
        }),
      { siteKey: "visible-key", nonce: "of-the-page", container }
    ))

  it.effect("Turnstile renders the invisible widget with its own key and leaves nothing on the page", () =>
    withTurnstile((challenge) =>
      Effect.gen(function*() {
        const fiber = yield* start(challenge.invisible("sign_up_with_credential"))
        const { removed, widgets } = scriptLoads()
        yield* Effect.yieldNow
        widgets[0]!.callback("invisible")

        assert.deepStrictEqual(Option.map(yield* Fiber.join(fiber), Redacted.value), Option.some("invisible"))
        assert.deepStrictEqual([widgets[0]!.sitekey, removed.length], ["invisible-key", 1])
        assert.strictEqual(document.body.children.length, 0)
      })
    ))

  it.effect("without a key for invisible challenges, Turnstile returns no token and loads no script", () =>
    withTurnstile((challenge) =>
      Effect.gen(function*() {
        assert.isTrue(Option.isNone(yield* challenge.invisible("sign_up_with_credential")))
        assert.lengthOf(scripts(), 0)
      }), { siteKey: "visible-key" }))

  it.effect("Turnstile falls back to the visible challenge if the invisible one takes longer than 10 seconds", () =>
    withTurnstile((challenge) =>
      Effect.gen(function*() {
        const fiber = yield* start(challenge.invisible("sign_up_with_credential"))
        scriptLoads()
        yield* Effect.yieldNow
        yield* TestClock.adjust("10 seconds")

        assert.isTrue(Option.isNone(yield* Fiber.join(fiber)))
      })
    ))

  it.effect("if the Turnstile script is blocked or takes longer than 10 seconds, the challenge is unavailable until a later call loads the script", () =>
    withTurnstile((challenge) =>
      Effect.gen(function*() {
        const visible = challenge.visible("sign_up_with_credential")
        const blocked = yield* start(Effect.flip(visible))
        scripts()[0]!.dispatchEvent(new Event("error"))
        assert.strictEqual((yield* Fiber.join(blocked)).reason, "Unavailable")
        assert.lengthOf(scripts(), 0)

        const late = yield* start(Effect.flip(visible))
        yield* TestClock.adjust("10 seconds")
        assert.strictEqual((yield* Fiber.join(late)).reason, "Unavailable")

        const third = yield* start(visible)
        const { widgets } = scriptLoads()
        yield* Effect.yieldNow
        widgets[0]!.callback("token")
        assert.strictEqual(Redacted.value(yield* Fiber.join(third)), "token")
      })
    ))

  it.effect("the user can retry a failed Turnstile challenge, but with a wrong configuration the challenge is unavailable", () =>
    withTurnstile((challenge) =>
      Effect.gen(function*() {
        const fiber = yield* start(Effect.flip(challenge.visible("sign_up_with_credential")))
        const { widgets } = scriptLoads()
        yield* Effect.yieldNow
        for (const code of ["300030", "600010"]) widgets[0]!["error-callback"](code)
        yield* Effect.yieldNow
        assert.isUndefined(fiber.pollUnsafe())

        widgets[0]!["error-callback"]("110200")

        assert.strictEqual((yield* Fiber.join(fiber)).reason, "Unavailable")
      })
    ))

  it.effect("Turnstile reads its keys from environment variables with the current and the older names", () =>
    Effect.gen(function*() {
      const keyOf = withTurnstile((challenge) =>
        Effect.gen(function*() {
          const { widgets } = scriptLoads()
          const fiber = yield* start(challenge.visible("sign_up_with_credential"))
          yield* Effect.yieldNow
          yield* Fiber.interrupt(fiber)
          return widgets[0]!.sitekey
        }), { container })
      const missing = yield* Effect.flip(keyOf)

      vi.stubEnv("NEXT_PUBLIC_STACK_BOT_CHALLENGE_SITE_KEY", "old")
      const old = yield* keyOf
      vi.stubEnv("NEXT_PUBLIC_HEXCLAVE_BOT_CHALLENGE_SITE_KEY", "new")

      assert.deepStrictEqual([old, yield* keyOf], ["old", "new"])
      assert.include(missing.message, "or set NEXT_PUBLIC_HEXCLAVE_BOT_CHALLENGE_SITE_KEY.")
    }))
})
