import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { refresh } from "../../../../schemas/endpoints/oauth.ts"
import { currentUser, forPerson, Project, Session, signIn, signOut } from "../../../../src/index.ts"
import {
  type Action,
  type Law,
  type Plan,
  sessionLaws,
  signedOutOnlyBy,
  simulate,
  type Simulation
} from "../../../../src/testing/simulate/index.ts"

type Actions = Simulation<object>["actions"]

/** Ada and Bob use a computer with two tabs, and Ada has a phone. */
const simulated = (actions: Actions, laws: { readonly [name: string]: Law<object> } = {}, replay?: Plan) =>
  simulate({
    people: ["ada", "bob"],
    devices: { computer: { owner: "ada", tabs: 2 }, phone: { owner: "ada" } },
    app: () => ({}),
    actions: { "loads the user": () => Effect.ignore(forPerson(currentUser.get())), ...actions },
    laws: { ...sessionLaws, ...laws },
    runs: 60,
    replay
  })

const signsIn = (name: string): Action<object> => (_app, { people }) => signIn.withPassword(people[name]!)

const signingInAndOut: Actions = {
  "signs out": () => signOut(),
  "Ada signs in": signsIn("ada"),
  "Bob signs in": signsIn("bob")
}

const lawOf = (found: { readonly _tag: string; readonly law?: string }) => found.law ?? found._tag

describe("sessionLaws", () => {
  it.effect("X6: a sign-out without a reason breaks a law", () =>
    Effect.gen(function*() {
      let seen: object | undefined
      const broken = yield* Effect.flip(simulated(signingInAndOut, {
        "the platform rejects valid refresh tokens": ({ emulator }) => {
          if (seen === emulator) return
          seen = emulator
          const rejected = { code: "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED", error: "The refresh token has expired." }
          emulator.faults.add({
            endpoint: "oauth.refresh",
            respond: () => Response.json(rejected, { status: 401, headers: { "x-stack-known-error": rejected.code } })
          })
        }
      }))

      assert.strictEqual(lawOf(broken), "people are signed out only for a reason")
    }))

  it.effect("X6: an earlier sign-out is a reason for a sign-out in another tab at the same time", () =>
    Effect.gen(function*() {
      const steps = [
        { action: "signs out", in: "computer, tab 1" },
        { action: "Ada signs in", in: "computer, tab 2" },
        { action: "signs out", in: "computer, tab 2" }
      ]

      const { actions } = yield* simulated(signingInAndOut, {}, { chance: 0, latencyMillis: 0, steps })

      assert.strictEqual(actions, 3)
    }))

  it.effect("X6: an action that continues for the next person breaks a law", () =>
    Effect.gen(function*() {
      const broken = yield* Effect.flip(simulated({
        ...signingInAndOut,
        "waits and loads": () => Effect.ignore(Effect.delay(currentUser.get(), "3 seconds"))
      }))

      assert.strictEqual(lawOf(broken), "no action uses another person's session")
    }))

  it.effect("X6: an app that refreshes the session itself breaks a law", () =>
    Effect.gen(function*() {
      const refreshes = Effect.gen(function*() {
        const session = yield* Session.Session
        const tokens = yield* session.tokens()
        if (tokens._tag === "None") return
        const project = yield* Project.Project
        yield* refresh({
          refreshToken: tokens.value.refreshToken!,
          clientId: project.id,
          clientSecret: project.publishableClientKey!
        })
      })
      const broken = yield* Effect.flip(simulated({ refreshes: () => Effect.ignore(refreshes) }, {}, {
        chance: 0,
        latencyMillis: 100,
        steps: [{ action: "refreshes", in: "phone" }, { action: "refreshes", in: "phone" }]
      }))

      assert.strictEqual(lawOf(broken), "a device sends one refresh at a time")
    }))

  it.effect("X6: an action that never ends breaks a law", () =>
    Effect.gen(function*() {
      const broken = yield* Effect.flip(simulated({ "waits forever": () => Effect.never }))

      assert.strictEqual(lawOf(broken), "every action ends")
    }))

  it.effect("X6: an app that signs out because a request failed breaks the law about its own sign-outs", () =>
    Effect.gen(function*() {
      const broken = yield* Effect.flip(simulated(
        { "loads or signs out": () => Effect.catch(currentUser.get(), () => signOut()) },
        { "only the button signs out": signedOutOnlyBy("signs out") }
      ))

      assert.strictEqual(lawOf(broken), "only the button signs out")
    }))
})
