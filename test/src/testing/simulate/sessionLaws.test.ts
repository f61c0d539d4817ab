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
  type SimulatedAction,
  type SimulatedEnd,
  type SimulatedRequest,
  type Simulation,
  type World
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

interface Written {
  readonly ends?: ReadonlyArray<Partial<Omit<SimulatedEnd, "entry">> & { readonly entry: object }>
  readonly requests?: ReadonlyArray<Partial<SimulatedRequest>>
  readonly actions?: ReadonlyArray<Partial<SimulatedAction>>
  readonly isOver?: boolean
}

const [ada, bob] = ["ada", "bob"].map((name) => ({ name, userId: `${name}'s id` })) as unknown as [{}, {}]

/** Returns what a law says about a world that is written by hand. On the platform, the session `alive` exists. */
const verdict = (law: Law<unknown>, { actions = [], ends = [], isOver = true, requests = [] }: Written) =>
  law({
    emulator: {
      project: { projectId: "p" },
      store: { projects: new Map([["p", { sessions: new Map([["alive", {}]]) }]]) }
    },
    people: { ada, bob },
    isOver,
    actions,
    ends: ends.map((end) => ({ tab: "computer, tab 1", device: "computer", ...end })),
    requests: requests.map((request, at) => ({ id: at + 1, device: "computer", tab: "computer, tab 1", ...request }))
  } as never as World<unknown>)

describe("X6: what a session law says", () => {
  it("X6: an end of a session needs a reason: the app, another sign-in, the platform, or its expiry", () => {
    const law = sessionLaws["people are signed out only for a reason"]
    const broken = "A session ended in computer, tab 1 without a sign-out, but still exists on the platform."
    const by = (by: string, sessionId: string | undefined = "s", device = "computer") => ({
      device,
      entry: { by, sessionId }
    })

    for (const reason of ["here", "replaced", "expired"]) assert.isTrue(verdict(law, { ends: [by(reason)] }))
    assert.isTrue(verdict(law, { ends: [by("platform", "gone")] }))
    assert.strictEqual(verdict(law, { ends: [by("here"), by("platform", "alive")] }), broken)
    assert.strictEqual(verdict(law, { ends: [by("platform", "alive")], isOver: false }), broken)
    for (const seen of ["vanished", "anotherTab"]) {
      assert.strictEqual(verdict(law, { ends: [by(seen)] }), broken)
      // an opaque token names no session
      assert.isTrue(verdict(law, { ends: [{ entry: { by: seen, sessionId: undefined } }] }))
      // the tab that ended the session may still note it
      assert.isTrue(verdict(law, { ends: [by(seen)], isOver: false }))
      assert.isTrue(verdict(law, { ends: [by(seen), by("here")] }))
      assert.isTrue(verdict(law, { ends: [by("platform", "gone"), by(seen, "gone")] }))
      assert.strictEqual(verdict(law, { ends: [by(seen), by("here", "other")] }), broken)
      assert.strictEqual(verdict(law, { ends: [by(seen), by("here", "s", "phone")] }), broken)
      assert.strictEqual(verdict(law, { ends: [by(seen), by("vanished"), by("anotherTab")] }), broken)
    }
  })

  it("X6: an action uses the session of the person it began for, or one that it began itself", () => {
    const law = sessionLaws["no action uses another person's session"]
    const action = { name: "loads", person: "ada" } as SimulatedAction
    const broken = "\"loads\" in computer, tab 1 began for ada, and called users.getMe for another person."
    const ofBob = { action, endpoint: "users.getMe", userId: "bob's id" }
    const signsIn = { action, endpoint: "password.signIn", beginsSession: true }

    assert.isTrue(verdict(law, { requests: [{ ...ofBob, userId: "ada's id" }] }))
    assert.strictEqual(verdict(law, { requests: [{ ...ofBob, userId: "ada's id" }, ofBob] }), broken)
    assert.isTrue(verdict(law, { requests: [{ ...ofBob, userId: undefined }] }))
    assert.isTrue(verdict(law, { requests: [{ ...ofBob, action: undefined }] }))
    for (const person of [undefined, "eve"]) {
      assert.isTrue(verdict(law, { requests: [{ ...ofBob, action: { ...action, person } }] }))
    }
    for (const endpoint of ["password.signIn", "password.signUp"]) {
      assert.isTrue(verdict(law, { requests: [{ ...ofBob, endpoint }] }))
    }
    assert.strictEqual(
      verdict(law, { requests: [{ ...ofBob, endpoint: undefined }] }),
      broken.replace("users.getMe", "an unknown address")
    )
    assert.isTrue(verdict(law, { requests: [signsIn, ofBob] }))
    assert.strictEqual(verdict(law, { requests: [ofBob, signsIn] }), broken)
    assert.strictEqual(verdict(law, { requests: [{ ...signsIn, beginsSession: false }, ofBob] }), broken)
    assert.strictEqual(verdict(law, { requests: [{ ...signsIn, action: { ...action } }, ofBob] }), broken)
  })

  it("X6: a device sends a refresh of a person's session after the previous one has ended", () => {
    const law = sessionLaws["a device sends one refresh at a time"]
    const first = { endpoint: "oauth.refresh", person: "ada", sentAt: 0, endedAt: 100 }
    const second = { ...first, sentAt: 50, endedAt: 60, tab: "computer, tab 2" }
    const broken = "computer, tab 2 sent a refresh while another one was running."

    assert.strictEqual(verdict(law, { requests: [first, second] }), broken)
    assert.strictEqual(verdict(law, { requests: [{ ...first, endedAt: undefined }, second] }), broken)
    assert.strictEqual(verdict(law, { requests: [first, { ...second, sentAt: 0 }] }), broken)
    assert.isTrue(verdict(law, { requests: [first, { ...second, sentAt: 100 }] }))
    assert.isTrue(verdict(law, { requests: [first] }))
    for (const other of [{ device: "phone" }, { person: "bob" }, { person: undefined }, { endpoint: "users.getMe" }]) {
      assert.isTrue(verdict(law, { requests: [first, { ...second, ...other }] }))
    }
    const ofTheEnd = { person: undefined }
    assert.isTrue(verdict(law, { requests: [{ ...first, ...ofTheEnd }, { ...second, ...ofTheEnd }] }))
  })

  it("X6: every action has ended by the end of the run", () => {
    const law = sessionLaws["every action ends"]
    const ended = { name: "loads", tab: "phone", endedAt: 0 }
    const running = { ...ended, name: "waits", endedAt: undefined }

    assert.strictEqual(
      verdict(law, { actions: [ended, running] }),
      "\"waits\" in phone still runs, ten minutes after the last fault."
    )
    assert.isTrue(verdict(law, { actions: [ended, running], isOver: false }))
    assert.isTrue(verdict(law, { actions: [ended] }))
  })

  it("X6: the app signs out while one of the named actions runs in the same tab", () => {
    const law = signedOutOnlyBy("signs out", "leaves")
    const tab = "computer, tab 1"
    const end = { at: 50, entry: { by: "here" } }
    const action = { name: "signs out", tab, beganAt: 0, endedAt: 100 }
    const broken = "computer, tab 1 signed out, and none of these actions runs: signs out, leaves."
    const said = (...actions: ReadonlyArray<Partial<SimulatedAction>>) => verdict(law, { ends: [end], actions })

    assert.strictEqual(said(), broken)
    for (
      const running of [{}, { name: "leaves" }, { endedAt: undefined }, { beganAt: 50 }, { endedAt: 50 }]
    ) assert.isTrue(said({ ...action, name: "loads" }, { ...action, ...running }))
    for (const other of [{ name: "loads" }, { tab: "phone" }, { beganAt: 51 }, { endedAt: 49 }]) {
      assert.strictEqual(said({ ...action, ...other }), broken)
    }
    assert.isTrue(verdict(law, { ends: [{ at: 50, entry: { by: "platform" } }] }))
  })
})

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
