/** Bot-challenge fields of sign-up requests. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { BotChallenge, type BotChallengeAction, BotChallengeUnsolved } from "../../../../layers/browser/BotChallenge.ts"
import { Emulator } from "../../../../src/emulator/index.ts"
import * as currentUser from "../../../../src/flows/account/currentUser.ts"
import * as signIn from "../../../../src/flows/authentication/signIn.ts"
import * as signUp from "../../../../src/flows/authentication/signUp.ts"
import * as oauth from "../../../../src/flows/oauth/oauth.ts"
import { conversation } from "../../../support/platform/conversation.ts"
import { type Answer, json, knownError } from "../../../support/platform/scriptedTransport.ts"
import { overBothTransports } from "../../../support/platform/transports.ts"
import { ann } from "../../emulator/support/support.ts"
import { scriptedBrowser } from "../scriptedBrowser.ts"

const callbackUrl = "http://localhost:3000/handler/callback"

type Outcome = string | "Unavailable" | "Closed" | null

/** Creates a challenge service that returns these outcomes and records its calls. */
const challenge = (outcomes: { readonly invisible?: Outcome; readonly visible?: Outcome }) => {
  const calls: Array<string> = []
  const produce = (outcome: Outcome | undefined, how: string, action: BotChallengeAction) =>
    Effect.suspend(() => {
      calls.push(`${how} ${action}`)
      return outcome === "Unavailable" || outcome === "Closed"
        ? Effect.fail(new BotChallengeUnsolved({ reason: outcome }))
        : Effect.succeed(Option.map(Option.fromNullishOr(outcome), Redacted.make))
    })
  const service: BotChallenge = {
    invisible: (action) => produce(outcomes.invisible, "invisible", action),
    visible: (action) => Effect.map(produce(outcomes.visible, "visible", action), Option.getOrThrow)
  }
  return { asked: calls, service }
}

const signingUp = signUp.withPassword({ ...ann, verificationCallbackUrl: callbackUrl })

const required = knownError("BOT_CHALLENGE_REQUIRED", 409)

const tokens = json({ access_token: "a", refresh_token: "r", user_id: "11111111-1111-4111-8111-111111111111" })

/** Returns the challenge fields of each request: `phase token`, `unavailable`, or an empty string. */
const challengeFields = (requests: ReadonlyArray<{ readonly body: string | undefined }>) =>
  requests.map(({ body }) => {
    const fields = JSON.parse(body ?? "{}")
    const { bot_challenge_phase: phase, bot_challenge_token: token, bot_challenge_unavailable: lost } = fields
    return lost === "true" ? "unavailable" : [phase, token].filter((each) => each !== undefined).join(" ")
  })

const signUpOver = (
  service: BotChallenge | undefined,
  ...answers: readonly [Answer, ...ReadonlyArray<Answer>]
) => conversation("client", Effect.provideService(signingUp, BotChallenge, service), ...answers)

describe("sign-up with a bot challenge", () => {
  it.effect("sign-up omits bot-challenge fields without a challenge, and fails if the platform requires one", () =>
    Effect.gen(function*() {
      const { failure, requests } = yield* signUpOver(undefined, required)

      assert.deepStrictEqual(challengeFields(requests), [""])
      assert.strictEqual(failure()._tag, "BotChallengeRequired")
    }))

  it.effect("no bot challenge is shown if the platform requires none", () =>
    Effect.gen(function*() {
      const { asked: calls, service } = challenge({ invisible: "invisible-token", visible: "visible-token" })

      const { requests } = yield* signUpOver(service, tokens)

      assert.deepStrictEqual(challengeFields(requests), ["invisible"])
      assert.deepStrictEqual(calls, [])
    }))

  it.effect("sign-up sends an invisible bot-challenge token first, and then the token of a visible challenge", () =>
    Effect.gen(function*() {
      const { asked: calls, service } = challenge({ invisible: "invisible-token", visible: "visible-token" })

      const { requests } = yield* signUpOver(service, required, required, tokens)

      assert.deepStrictEqual(challengeFields(requests), [
        "invisible",
        "invisible invisible-token",
        "visible visible-token"
      ])
      assert.deepStrictEqual(calls, ["invisible sign_up_with_credential", "visible sign_up_with_credential"])
    }))

  it.effect("sign-up shows the visible bot challenge directly if there is no invisible challenge", () =>
    Effect.gen(function*() {
      const { service } = challenge({ invisible: null, visible: "visible-token" })

      const { requests } = yield* signUpOver(service, required, tokens)

      assert.deepStrictEqual(challengeFields(requests), ["invisible", "visible visible-token"])
    }))

  it.effect("sign-up fails with the platform's error if the platform rejects the bot-challenge token", () =>
    Effect.gen(function*() {
      const { service } = challenge({ invisible: null, visible: "stale" })

      const { failure, requests } = yield* signUpOver(service, required, knownError("BOT_CHALLENGE_FAILED", 400))

      assert.lengthOf(requests, 2)
      assert.strictEqual(failure()._tag, "BotChallengeFailed")
    }))

  for (const how of ["invisible", "visible"] as const) {
    it.effect(`sign-up reports to the platform that the ${how} bot challenge is unavailable`, () =>
      Effect.gen(function*() {
        const { service } = challenge({ [how]: "Unavailable" })

        const { failure, requests } = yield* signUpOver(service, required, knownError("BOT_CHALLENGE_FAILED", 400))

        assert.deepStrictEqual(challengeFields(requests), ["invisible", "unavailable"])
        assert.strictEqual(failure()._tag, "BotChallengeFailed")
      }))
  }

  it.effect("sign-up sends no further request if the user closes the bot challenge", () =>
    Effect.gen(function*() {
      const { service } = challenge({ visible: "Closed" })

      const { failure, requests } = yield* signUpOver(service, required)

      assert.deepStrictEqual(challengeFields(requests), ["invisible"])
      assert.strictEqual(failure()._tag, "BotChallengeRequired")
    }))

  it.effect("sign-up continues without bot-challenge fields if the platform doesn't support them", () =>
    Effect.gen(function*() {
      const { asked: calls, service } = challenge({ visible: "visible-token" })
      const unknown = knownError("SCHEMA_ERROR", 400, { message: "body contains unknown properties" })

      const { requests } = yield* signUpOver(service, unknown, tokens)

      assert.deepStrictEqual(challengeFields(requests), ["invisible", ""])
      assert.deepStrictEqual(calls, [])
    }))
})

overBothTransports(({ emulated }) => {
  const seed = { config: { oauthProviders: [{ id: "github", type: "standard", clientId: "acme" }] } } as const

  describe("solved bot challenges", () => {
    it.effect("solved bot challenges complete a password sign-up, an email sign-in and a provider sign-in", () =>
      Effect.gen(function*() {
        const { asked: calls, service } = challenge({ invisible: "invisible-token" })
        const browser = yield* scriptedBrowser("http://localhost:3000/handler/sign-in")

        yield* Effect.gen(function*() {
          yield* signingUp
          yield* signIn.sendCode({ email: "new@example.com", callbackUrl })
          yield* browser.untilExternalRedirect(oauth.signIn({ provider: "github" }))
        }).pipe(Effect.provideService(BotChallenge, service))

        assert.deepStrictEqual(calls, [
          "invisible sign_up_with_credential",
          "invisible send_magic_link_email",
          "invisible oauth_authenticate"
        ])
        assert.strictEqual((yield* currentUser.get({ or: "throw" })).primaryEmail, ann.email)
        assert.strictEqual((yield* Emulator).outbox.list().at(-1)?.to, "new@example.com")
        assert.lengthOf(browser.externalRedirects, 1)
      }).pipe(Effect.provide(emulated(seed))))

    it.effect("on a platform of 2025, no bot challenge is shown, and the same program can sign up", () =>
      Effect.gen(function*() {
        const { asked: calls, service } = challenge({ visible: "visible-token" })
        const browser = yield* scriptedBrowser("http://localhost:3000/handler/sign-in")

        yield* Effect.gen(function*() {
          yield* signingUp
          yield* browser.untilExternalRedirect(oauth.signIn({ provider: "github" }))
        }).pipe(Effect.provideService(BotChallenge, service))

        assert.deepStrictEqual(calls, [])
        assert.strictEqual((yield* currentUser.get({ or: "throw" })).primaryEmail, ann.email)
        assert.include(browser.externalRedirects[0], "/auth/oauth/authorize/github?")
      }).pipe(Effect.provide(emulated({ ...seed, revision: "2025-08" }))))

    it.effect("solved bot challenges appear neither in the URL of the provider's page nor in a cookie", () =>
      Effect.gen(function*() {
        const { service } = challenge({ invisible: "the-token" })
        const browser = yield* scriptedBrowser("http://localhost:3000/handler/sign-in")

        yield* browser.untilExternalRedirect(
          Effect.provide(oauth.signIn({ provider: "github" }), Layer.succeed(BotChallenge, service))
        )

        assert.notInclude(JSON.stringify([browser.externalRedirects, browser.written]), "the-token")
      }).pipe(Effect.provide(emulated(seed))))
  })
})
