/** Bot challenges with Cloudflare Turnstile. docs/protocol.md §13.1. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { InvalidConfiguration } from "../../schemas/errors/CallError.ts"
import { BotChallenge, type BotChallengeAction, BotChallengeUnsolved } from "./BotChallenge.ts"
import type { PageElement } from "./PageElement.ts"

/** Turnstile widgets of a site, named as in Cloudflare's dashboard and the platform's environment variables. */
export interface TurnstileOptions {
  /**
   * Site key of the visible widget.
   *
   * @default `NEXT_PUBLIC_HEXCLAVE_BOT_CHALLENGE_SITE_KEY` or `NEXT_PUBLIC_STACK_BOT_CHALLENGE_SITE_KEY`
   */
  readonly siteKey?: string | undefined
  /**
   * Site key of the invisible widget, which is tried first. Without one, users see a challenge whenever the platform demands one.
   *
   * @default `NEXT_PUBLIC_HEXCLAVE_BOT_CHALLENGE_INVISIBLE_SITE_KEY` or the same name with `STACK`
   */
  readonly invisibleSiteKey?: string | undefined
  /** Container of the challenge, for example below the form. @default a dialog over the page */
  readonly container?: (() => PageElement | null) | undefined
  /** Texts of the dialog. @default English */
  readonly texts?: { readonly title: string; readonly cancel: string } | undefined
  /** Nonce of the page's Content-Security-Policy, if it uses nonces for scripts. */
  readonly nonce?: string | undefined
}

/**
 * Solves the platform's challenges with Cloudflare Turnstile. Its script is loaded when the platform demands the first
 * challenge, never before, so users who only sign in contact no third party.
 *
 * A Content-Security-Policy must allow `https://challenges.cloudflare.com` in `script-src` (or pass its `nonce` here) and in
 * `frame-src`. If the script is blocked or doesn't load within 10 seconds, the platform is notified: users with an account
 * can still sign in, and a sign-up fails with `BotChallengeFailed`.
 */
export const layerTurnstile = (options: TurnstileOptions = {}): Layer.Layer<never, InvalidConfiguration> =>
  Layer.effect(
    BotChallenge,
    Effect.suspend(() => {
      const { siteKey = keyOf("visible") } = options
      return siteKey === undefined || siteKey === "" ? Effect.fail(keyless) : Effect.succeed(solving(siteKey, options))
    })
  )

const keyless = new InvalidConfiguration({
  setting: "siteKey",
  problem: "is missing",
  next: "Copy it from Turnstile in Cloudflare's dashboard, or set NEXT_PUBLIC_HEXCLAVE_BOT_CHALLENGE_SITE_KEY."
})

const solving = (siteKey: string, options: TurnstileOptions): BotChallenge => {
  const { invisibleSiteKey = keyOf("invisible") } = options
  const ask = (
    place: Place,
    sitekey: string,
    action: BotChallengeAction
  ): Effect.Effect<Redacted.Redacted, BotChallengeUnsolved> =>
    Effect.flatMap(loaded(options.nonce), (turnstile) =>
      Effect.acquireUseRelease(
        Effect.try({ try: place, catch: () => new BotChallengeUnsolved({ reason: "Unavailable" }) }),
        ({ closed, element }) => Effect.raceFirst(solved(turnstile, element, { sitekey, action }), closed),
        ({ leave }) => Effect.sync(leave)
      ))
  return {
    invisible: (action) =>
      invisibleSiteKey
        ? ask(hidden, invisibleSiteKey, action).pipe(
          Effect.timeoutOrElse({ duration: challengeTimeout, orElse: () => Effect.fail(unavailable) }),
          // a blocked script fails for both widgets; other failures may not affect the visible widget
          Effect.option
        )
        : Effect.succeedNone,
    visible: (action) => ask(shown(options), siteKey, action)
  }
}

const unavailable = new BotChallengeUnsolved({ reason: "Unavailable" })

/** Timeout of the script and of the invisible challenge. */
const challengeTimeout = "10 seconds"

// --- the script ---

const script = "https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit"

/** The part of the script's API that is used. */
interface Turnstile {
  readonly render: (element: HTMLElement, widget: {
    readonly sitekey: string
    readonly action: string
    readonly callback: (token: string) => void
    readonly "error-callback": (code?: string) => boolean
    readonly "unsupported-callback": () => void
  }) => string | undefined
  readonly remove: (widget: string) => void
}

/** The script's interface. Until the script has loaded, the global `turnstile` may be an element with that id. */
const onPage = (): Turnstile | undefined => {
  const { turnstile } = globalThis as { readonly turnstile?: Turnstile }
  return typeof turnstile?.render === "function" ? turnstile : undefined
}

/** The script of a page, loaded once for all callers, and again after a failure. */
const loaded = (nonce: string | undefined): Effect.Effect<Turnstile, BotChallengeUnsolved> =>
  Effect.callback<Turnstile, BotChallengeUnsolved>((resume) => {
    const there = onPage()
    if (there !== undefined) return resume(Effect.succeed(there))
    if (typeof globalThis.document?.createElement !== "function") return resume(Effect.fail(unavailable))
    const { document } = globalThis
    let element = document.querySelector<HTMLScriptElement>(`script[src="${script}"]`)
    if (element === null) {
      element = Object.assign(document.createElement("script"), { src: script, async: true })
      if (nonce !== undefined) element.nonce = nonce
      document.head.append(element)
    }
    const loading = element
    loading.addEventListener("load", () => {
      const turnstile = onPage()
      resume(turnstile === undefined ? Effect.fail(unavailable) : Effect.succeed(turnstile))
    })
    loading.addEventListener("error", () => {
      loading.remove()
      resume(Effect.fail(unavailable))
    })
  }).pipe(Effect.timeoutOrElse({ duration: challengeTimeout, orElse: () => Effect.fail(unavailable) }))

/** Renders a widget, and waits for its token. */
const solved = (
  turnstile: Turnstile,
  element: HTMLElement,
  which: { readonly sitekey: string; readonly action: string }
): Effect.Effect<Redacted.Redacted, BotChallengeUnsolved> => {
  let widget: string | undefined
  return Effect.callback<Redacted.Redacted, BotChallengeUnsolved>((resume) => {
    widget = turnstile.render(element, {
      ...which,
      callback: (token) => resume(Effect.succeed(Redacted.make(token))),
      "error-callback": (code) => {
        if (!triesAgain(code)) resume(Effect.fail(unavailable))
        return true
      },
      "unsupported-callback": () => resume(Effect.fail(unavailable))
    })
  }).pipe(Effect.ensuring(Effect.sync(() => {
    if (widget !== undefined) turnstile.remove(widget)
  })))
}

/**
 * Whether the code means a failed challenge, which the widget retries. Other codes mean a problem with the
 * configuration or the network.
 */
const triesAgain = (code: string | undefined): boolean => /^[36]/.test(code ?? "")

// --- the container ---

/** The container of a widget, until it is removed. */
type Place = () => {
  readonly element: HTMLElement
  readonly closed: Effect.Effect<never, BotChallengeUnsolved>
  readonly leave: () => void
}

/** The invisible widget renders nothing. */
const hidden: Place = () => {
  const element = globalThis.document.createElement("div")
  globalThis.document.body.append(element)
  return { element, closed: Effect.never, leave: () => element.remove() }
}

const english = { title: "Confirm that you are human", cancel: "Cancel" }

const shown = ({ container, texts = english }: TurnstileOptions): Place => () => {
  const given = container?.()
  if (given) return { element: given, closed: Effect.never, leave: () => {} }
  const { document } = globalThis
  const dialog = document.createElement("dialog")
  dialog.setAttribute("aria-label", texts.title)
  const element = document.createElement("div")
  const cancel = Object.assign(document.createElement("button"), { type: "button", textContent: texts.cancel })
  cancel.addEventListener("click", () => dialog.close())
  dialog.append(element, cancel)
  document.body.append(dialog)
  dialog.showModal()
  return {
    element,
    closed: Effect.callback((resume) => {
      dialog.addEventListener("close", () => resume(Effect.fail(new BotChallengeUnsolved({ reason: "Closed" }))))
    }),
    leave: () => dialog.remove()
  }
}

// --- the environment ---

declare const process: { readonly env: { readonly [name: string]: string | undefined } }

/** Each variable is written out, because bundlers only replace literal expressions. */
const keyOf = (which: "visible" | "invisible"): string | undefined =>
  which === "visible"
    ? ifThere(() => process.env.NEXT_PUBLIC_HEXCLAVE_BOT_CHALLENGE_SITE_KEY)
      || ifThere(() => process.env.NEXT_PUBLIC_STACK_BOT_CHALLENGE_SITE_KEY)
    : ifThere(() => process.env.NEXT_PUBLIC_HEXCLAVE_BOT_CHALLENGE_INVISIBLE_SITE_KEY)
      || ifThere(() => process.env.NEXT_PUBLIC_STACK_BOT_CHALLENGE_INVISIBLE_SITE_KEY)

const ifThere = (look: () => string | undefined): string | undefined => {
  try {
    return look()
  } catch {
    return undefined
  }
}
