import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import { signIn } from "../../../../src/index.ts"
import { Tape } from "../../../../src/testing/index.ts"
import { type Plan, simulate, type Step } from "../../../../src/testing/simulate/index.ts"
import { laptop, onlyOwnProfile } from "./profilePage.ts"

const planOf = (...steps: ReadonlyArray<Step>): Plan => ({ chance: 0, latencyMillis: 0, steps })

describe("simulate", () => {
  it.effect("X2: a simulation finds a planted race, and shrinks the run to the steps that the race needs", () =>
    Effect.gen(function*() {
      const broken = yield* Effect.flip(simulate({ ...laptop(true), seed: "race" }))

      assert.propertyVal(broken, "law", onlyOwnProfile)
      assert.deepNestedPropertyVal(broken, "plan.steps", [
        { action: "opens the profile", in: "laptop" },
        { action: "signs out", in: "laptop" }
      ])
    }))

  it.effect("a simulation finds nothing in the app without the race", () =>
    Effect.gen(function*() {
      const { actions, hours, runs } = yield* simulate({ ...laptop(false), seed: "race" })

      assert.strictEqual(runs, 100)
      assert.isAbove(actions, 500)
      assert.isAbove(hours, 100)
    }))

  it.effect("X1: the same seed leads to the same timeline, even while other simulations run", () =>
    Effect.gen(function*() {
      const found = (seed: string) => Effect.flip(simulate({ ...laptop(true), seed }))

      const alone = yield* found("same")
      const [beside] = yield* Effect.all([found("same"), found("other"), found("third")], { concurrency: 3 })

      // ids and tokens on tapes are new in each run
      assert.deepStrictEqual({ ...beside, tapes: {} }, { ...alone, tapes: {} })
      assert.strictEqual(beside.message, alone.message)
    }))

  it.effect("X1: the random numbers of a simulated app come from the seed", () =>
    Effect.gen(function*() {
      const numbers = (seed: string) =>
        Effect.gen(function*() {
          const drawn: Array<number> = []
          yield* simulate({
            people: ["ada"],
            app: () => 0,
            actions: { draws: () => Effect.map(Random.next, (number) => void drawn.push(number)) },
            laws: {},
            seed,
            runs: 5
          })
          return drawn
        })

      assert.deepStrictEqual(yield* numbers("one"), yield* numbers("one"))
      assert.notDeepEqual(yield* numbers("one"), yield* numbers("two"))
    }))

  it.effect("X3: a replay of a broken law's plan has the same timeline", () =>
    Effect.gen(function*() {
      const options = { ...laptop(true), seed: "race" }
      const found = yield* Effect.flip(simulate(options))
      assert(found._tag === "LawBroken")

      const again = yield* Effect.flip(simulate({ ...options, replay: JSON.parse(JSON.stringify(found.plan)) }))

      assert.deepNestedPropertyVal(again, "timeline", found.timeline)
    }))

  it.effect("X8 W1: LawBroken contains the conversation of each tab as a tape without secrets", () =>
    Effect.gen(function*() {
      const broken = yield* Effect.flip(simulate({ ...laptop(true), seed: "race" }))
      assert(broken._tag === "LawBroken")

      assert.deepStrictEqual(Object.keys(broken.tapes), ["laptop"])
      const tape = broken.tapes["laptop"]!
      assert.deepStrictEqual(tape.exchanges.map(({ endpoint }) => endpoint), ["users.getMe", "sessions.deleteCurrent"])
      assert.deepStrictEqual(Tape.parse(Tape.stringify(tape)), tape)
      assert.notInclude(Tape.stringify(tape), "ada@example.com")
    }))

  it.effect("X2: a timeline contains the time and the place of each action, fault and request", () =>
    Effect.gen(function*() {
      const replay = planOf(
        { fault: "slowResponse", on: "laptop", seconds: 5 },
        { action: "opens the profile", in: "laptop" },
        { action: "signs out", in: "laptop" },
        { waitSeconds: 6 }
      )

      const { message } = yield* Effect.flip(simulate({ ...laptop(true), replay }))

      assert.strictEqual(
        message,
        `The law "${onlyOwnProfile}" is broken. The law returned false.

  00:00:00.000  laptop  ! the next response takes 5 s
  00:00:00.000  laptop  opens the profile
  00:00:00.000  laptop    users.getMe as ada → 200, arrives after 5 s
  00:00:00.000  laptop  signs out
  00:00:00.000  laptop  The user was signed out here by signOut.
  00:00:00.000  laptop    sessions.deleteCurrent as ada → 200
  00:00:05.000  laptop    the response of users.getMe arrives
  00:00:05.000  laptop  opens the profile: succeeded after 5 s

Seed 0, run 1. To run only these steps again, pass
  replay: ${JSON.stringify(replay)}`
      )
    }))

  it.effect("X4: a simulation checks the laws between the steps and between the timers of a wait", () =>
    Effect.gen(function*() {
      const seen = new Set<number>()
      yield* simulate({
        people: ["ada"],
        app: () => 0,
        actions: { waits: () => Effect.sleep("2 seconds") },
        laws: { looks: ({ now }) => void seen.add(now) },
        replay: planOf({ waitSeconds: 1 }, { action: "waits", in: "ada" }, { waitSeconds: 45 })
      })

      assert.includeMembers([...seen], [0, 1000, 3000, 46_000])
    }))

  it.effect("X4: a law that returns a string, throws or fails is broken", () =>
    Effect.gen(function*() {
      const problemOf = (law: () => string | void | Effect.Effect<void, string>) =>
        Effect.map(
          Effect.flip(simulate({
            people: ["ada"],
            app: () => 0,
            actions: { nothing: () => undefined },
            laws: { law },
            replay: planOf()
          })),
          (broken) => broken._tag === "LawBroken" ? broken.problem : broken._tag
        )

      assert.strictEqual(yield* problemOf(() => "too much"), "too much")
      assert.strictEqual(
        yield* problemOf(() => {
          throw new Error("expected 1 to be 2")
        }),
        "expected 1 to be 2"
      )
      assert.strictEqual(yield* problemOf(() => Effect.fail("no file")), "no file")
    }))

  it.effect("X4: an action that throws breaks a law, and an action that fails with a typed error doesn't", () =>
    Effect.gen(function*() {
      const run = (name: string) =>
        simulate({
          people: ["ada"],
          app: () => 0,
          actions: {
            fails: (_app, { owner }) => signIn.withPassword({ ...owner, password: "wrong" }),
            throws: () => Effect.die(new Error("undefined is not a function")),
            rejects: () => Promise.reject(new TypeError("undefined is not a function"))
          },
          laws: {},
          replay: planOf({ action: name, in: "ada" })
        })

      yield* run("fails")
      for (const name of ["throws", "rejects"]) {
        assert.propertyVal(
          yield* Effect.flip(run(name)),
          "problem",
          `"${name}" in ada: undefined is not a function`
        )
      }
    }))

  it.effect("the tabs of a simulated device share a session, and each device has its own", () =>
    Effect.gen(function*() {
      const held = new Set<string>()
      yield* simulate({
        people: ["ada", "bob"],
        devices: { laptop: { owner: "ada", tabs: 2 }, phone: { owner: "bob" } },
        app: () => 0,
        actions: { "signs in as bob": (_app, { client }) => client.signIn.withPassword(bob) },
        laws: {
          looks: ({ tabs }) => void held.add(tabs.map(({ name, person }) => `${name}: ${person()?.name}`).join())
        },
        replay: planOf({ action: "signs in as bob", in: "laptop, tab 1" })
      })

      assert.deepStrictEqual([...held], [
        "laptop, tab 1: ada,laptop, tab 2: ada,phone: bob",
        "laptop, tab 1: bob,laptop, tab 2: bob,phone: bob"
      ])
    }))

  it.effect("X1: simulated actions with promises run in virtual time", () =>
    Effect.gen(function*() {
      const shown: Array<string | null | undefined> = []
      const { requests } = yield* simulate({
        people: ["ada"],
        app: ({ client }) => ({
          load: async () => void shown.push((await client.calls.users.getMe()).displayName)
        }),
        actions: { loads: (app) => app.load() },
        laws: {},
        replay: planOf(
          { fault: "offline", on: "ada", seconds: 1 },
          { action: "loads", in: "ada" },
          { waitSeconds: 660 },
          { action: "loads", in: "ada" }
        )
      })

      assert.deepStrictEqual(shown, ["ada", "ada"])
      assert.isAtLeast(requests, 4)
    }))
})

const bob = { email: "bob@example.com", password: "correct horse battery staple" }
