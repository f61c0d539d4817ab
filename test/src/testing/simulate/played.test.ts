/** What a run plays, and what its timeline and its laws see. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import * as Items from "../../../../schemas/endpoints/items.ts"
import * as KnownErrors from "../../../../schemas/errors/CallError.ts"
import { currentUser, signIn } from "../../../../src/index.ts"
import { type Plan, simulate, type Simulation, type Step, type World } from "../../../../src/testing/simulate/index.ts"
import { printed } from "../../../../src/testing/simulate/timeline.ts"

/** State at the end of a run, and its timeline. */
const played = (
  steps: ReadonlyArray<Step>,
  { latencyMillis = 0, ...options }: Partial<Simulation<any>> & Partial<Plan> = {}
) =>
  Effect.gen(function*() {
    let world: World<any> | undefined
    const broken = yield* Effect.flip(simulate<any, string>({
      people: ["ada", "ben"],
      devices: { phone: { owner: "ada" }, laptop: { owner: "ben", tabs: 2 } },
      app: () => 0,
      actions: {
        loads: () => currentUser.get({ or: "throw" }),
        rests: () => undefined,
        "signs in": (_app, { owner }) => signIn.withPassword(owner),
        mistypes: (_app, { owner }) => signIn.withPassword({ ...owner, password: "wrong" })
      },
      laws: {
        "it goes on": (now) => {
          if (now.isOver) world = { ...now, requests: [...now.requests], actions: [...now.actions] }
          return !now.isOver
        }
      },
      ...options,
      replay: { chance: 0, latencyMillis, steps }
    }))
    assert(broken._tag === "LawBroken")
    return {
      law: broken.law,
      problem: broken.problem,
      lines: broken.timeline.map(({ at, kind, what, where }) => `${at / 1000} ${where} ${kind}: ${what}`),
      world: world!
    }
  })

const loads: Step = { action: "loads", in: "phone" }

describe("the timeline of a run", () => {
  it.effect("X2: the timeline names each fault, where it happens, and how much it affects", () =>
    Effect.gen(function*() {
      const { lines } = yield* played([
        { fault: "offline", on: "phone", seconds: 1 },
        { fault: "lostRequests", on: "phone", requests: 1 },
        { fault: "lostResponses", on: "phone", requests: 2 },
        { fault: "slowRequest", on: "phone", seconds: 5 },
        { fault: "slowResponse", on: "phone", seconds: 20 },
        { fault: "rateLimited", on: "laptop", requests: 1, retryAfterSeconds: 60 },
        { fault: "serverErrors", on: "laptop", requests: 3 },
        { waitSeconds: 1 },
        { fault: "restart", seconds: 10 },
        { fault: "clockSkew", on: "phone", minutes: 9 },
        { fault: "clockSkew", on: "laptop", minutes: -60 },
        { fault: "closedTab", in: "laptop, tab 2" },
        { fault: "sleep", on: "phone", seconds: 60 },
        { fault: "closedTab", in: "phone" },
        { fault: "lateWrites", changes: 1, seconds: 2 },
        { fault: "lateWrites", changes: 2, seconds: 1 }
      ], { latencyMillis: 100 })

      assert.deepStrictEqual(lines, [
        "0 platform fault: each response takes 0.1 s",
        "0 phone fault: no network for 1 s",
        "0 phone fault: loses the next request",
        "0 phone fault: loses the response of the next 2 requests",
        "0 phone fault: the next request takes 5 s",
        "0 phone fault: the next response takes 20 s",
        "0 laptop fault: gets 429 for the next request, Retry-After 60 s",
        "0 laptop fault: gets 503 for the next 3 requests",
        "1 platform fault: restarts within 10 s",
        "1 phone fault: the clock is set forward by 9 min",
        "1 laptop fault: the clock is set back by 60 min",
        "1 laptop, tab 2 fault: is closed, and opens again",
        "1 phone fault: sleeps for 60 s",
        "1 platform fault: makes the next change of a quantity 2 s late",
        "1 platform fault: makes the next 2 changes of a quantity 1 s late"
      ])
    }))

  it.effect("X2: the timeline names the end of each session, and how each request and action ended", () =>
    Effect.gen(function*() {
      const { lines } = yield* played([
        { fault: "slowRequest", on: "phone", seconds: 5 },
        { action: "mistypes", in: "phone" },
        { waitSeconds: 6 },
        { fault: "lostResponses", on: "phone", requests: 1 },
        { action: "signs in", in: "phone" },
        { action: "rests", in: "laptop, tab 1" },
        { fault: "revokedSessions", of: "ada" },
        { fault: "clockSkew", on: "phone", minutes: 60 },
        loads
      ])

      assert.deepStrictEqual(lines, [
        "0 phone fault: the next request takes 5 s",
        "0 phone action: mistypes",
        "0 phone request: a request is on its way for 5 s",
        "5 phone request: password.signIn as ada → 400 EMAIL_PASSWORD_MISMATCH",
        "5 phone action: mistypes: failed with EmailPasswordMismatch after 5 s",
        "6 phone fault: loses the response of the next request",
        "6 phone action: signs in",
        "6 phone request: password.signIn as ada → lost",
        "6 phone action: signs in: failed with ConnectionFailed",
        "6 laptop, tab 1 action: rests",
        "6 platform fault: ends every session of ada",
        "6 phone fault: the clock is set forward by 60 min",
        "6 phone action: loads",
        "6 phone request: oauth.refresh → 401 REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED",
        "6 phone session: The platform rejected the refresh token (REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED, 401): "
        + "the session was ended on another device or by an administrator, or has expired.",
        "6 phone session: The user was signed out, because the platform no longer accepts the session.",
        "6 phone action: loads: failed with NotSignedIn"
      ])
    }))

  it("X2: a printed timeline has columns for the time, the place and what happened", () => {
    const printedTimeline = printed([
      { at: 0, where: "platform", kind: "fault", what: "restarts within 1 s" },
      { at: 59_999, where: "ada", kind: "action", what: "loads" },
      { at: 3_723_004, where: "ada", kind: "request", what: "users.getMe → 200" },
      { at: 28_800_000, where: "a phone", kind: "session", what: "The user was signed out here by signOut." }
    ])

    assert.deepStrictEqual(printedTimeline.split("\n"), [
      "  00:00:00.000  platform  ! restarts within 1 s",
      "  00:00:59.999  ada       loads",
      "  01:02:03.004  ada         users.getMe → 200",
      "  08:00:00.000  a phone   The user was signed out here by signOut."
    ])
  })

  it.effect("X2: each response arrives after the latency, and the connection of a closed tab is lost", () =>
    Effect.gen(function*() {
      const { lines, world } = yield* played([loads, { waitSeconds: 1 }, loads, { fault: "closedTab", in: "phone" }], {
        latencyMillis: 300
      })

      assert.deepStrictEqual(lines, [
        "0 platform fault: each response takes 0.3 s",
        "0 phone action: loads",
        "0 phone request: users.getMe as ada → 200, arrives after 0.3 s",
        "0.3 phone request: the response of users.getMe arrives",
        "0.3 phone action: loads: succeeded after 0.3 s",
        "1 phone action: loads",
        "1 phone request: users.getMe as ada → 200, arrives after 0.3 s",
        "1 phone fault: is closed, and opens again",
        "1 phone action: loads: interrupted",
        "1.3 phone request: the response of users.getMe arrives"
      ])
      assert.deepStrictEqual(
        world.requests.map(({ endedAt, id, isLost, sentAt, status }) => ({
          endedAt,
          id,
          isLost,
          sentAt,
          status
        })),
        [
          { endedAt: 300, id: 1, isLost: false, sentAt: 0, status: 200 },
          { endedAt: 1000, id: 2, isLost: true, sentAt: 1000, status: 200 }
        ]
      )
    }))

  it.effect("X2: the timeline doesn't name a response whose connection broke before it arrived", () =>
    Effect.gen(function*() {
      const { lines } = yield* played([
        { fault: "slowResponse", on: "phone", seconds: 5 },
        { action: "signs in", in: "phone" },
        { fault: "offline", on: "phone", seconds: 1 },
        { waitSeconds: 6 }
      ])

      assert.deepStrictEqual(lines, [
        "0 phone fault: the next response takes 5 s",
        "0 phone action: signs in",
        "0 phone request: password.signIn as ada → 200, arrives after 5 s",
        "0 phone fault: no network for 1 s",
        "0 phone action: signs in: failed with ConnectionFailed"
      ])
    }))
})

describe("the information that laws get", () => {
  it.effect("X4: a law sees the sender and the action of each request, and what the platform did with the request", () =>
    Effect.gen(function*() {
      const { world: { actions, people, requests } } = yield* played([
        loads,
        { action: "mistypes", in: "laptop, tab 2" },
        { action: "signs in", in: "laptop, tab 2" }
      ])

      const { ada, ben } = people
      assert.deepStrictEqual([ada!.userId, ben!.userId, ben!.email], [
        "00000000-0000-4000-8000-000000000001",
        "00000000-0000-4000-8000-000000000002",
        "ben@example.com"
      ])
      const common = { endedAt: 0, errorCode: undefined, isLost: false, sentAt: 0, status: 200 }
      const ofBen = { ...common, device: "laptop", tab: "laptop, tab 2", person: "ben", endpoint: "password.signIn" }
      const seen = requests.map(({ action, ...request }) => ({ ...request, action: actions.indexOf(action!) }))
      assert.deepStrictEqual(seen, [
        {
          ...common,
          id: 1,
          device: "phone",
          tab: "phone",
          person: "ada",
          endpoint: "users.getMe",
          userId: ada!.userId,
          beginsSession: false,
          action: 0
        },
        {
          ...ofBen,
          id: 2,
          status: 400,
          errorCode: "EMAIL_PASSWORD_MISMATCH",
          userId: ben!.userId,
          beginsSession: false,
          action: 1
        },
        { ...ofBen, id: 3, userId: ben!.userId, beginsSession: true, action: 2 }
      ])
      assert.deepStrictEqual(
        actions.map(({ beganAt, endedAt, name, person, result, tab }) => ({
          beganAt,
          endedAt,
          name,
          person,
          result,
          tab
        })),
        [
          { beganAt: 0, endedAt: 0, name: "loads", person: "ada", result: "succeeded", tab: "phone" },
          {
            beganAt: 0,
            endedAt: 0,
            name: "mistypes",
            person: "ben",
            result: "failed with EmailPasswordMismatch",
            tab: "laptop, tab 2"
          },
          { beganAt: 0, endedAt: 0, name: "signs in", person: "ben", result: "succeeded", tab: "laptop, tab 2" }
        ]
      )
    }))

  it.effect("X4: a law sees a request that is under way as neither lost nor ended", () =>
    Effect.gen(function*() {
      const seen: Array<object> = []
      yield* played([{ fault: "slowRequest", on: "phone", seconds: 5 }, { action: "signs in", in: "phone" }, {
        waitSeconds: 6
      }], {
        laws: {
          looks: ({ requests }) => {
            if (requests[0] !== undefined) seen.push({ ...requests[0], action: undefined })
          },
          "it goes on": ({ isOver }) => !isOver
        }
      })

      assert.deepInclude(seen[0], {
        sentAt: 0,
        endedAt: undefined,
        endpoint: undefined,
        status: undefined,
        isLost: false,
        beginsSession: false
      })
      assert.deepInclude(seen.at(-1), { endedAt: 5000, endpoint: "password.signIn", status: 200, beginsSession: true })
    }))

  it.effect("X4: a law sees a tab as soon as its app has started, and an action waits for the app", () =>
    Effect.gen(function*() {
      const seen = new Map<number, string>()
      let began = -1
      yield* simulate({
        people: ["ada"],
        devices: { phone: { owner: "ada" }, laptop: { owner: "ada" } },
        app: ({ device }) =>
          device === "phone" ? Effect.as(Effect.sleep("3 seconds"), "slow") : Promise.resolve("fast"),
        actions: {
          begins: (_app, { session }) =>
            Effect.map(Effect.clockWith((clock) => clock.currentTimeMillis), (now) => {
              began = now - Date.UTC(2026, 0, 1)
              return session
            })
        },
        laws: {
          looks: ({ now, tabs }) => void seen.set(now, tabs.map(({ app, name }) => `${name}: ${app}`).join())
        },
        replay: { chance: 0, latencyMillis: 0, steps: [{ action: "begins", in: "phone" }, { waitSeconds: 5 }] }
      })

      assert.strictEqual(began, 3000)
      assert.deepStrictEqual([...seen].slice(0, 3), [[0, "laptop: fast"], [3000, "phone: slow,laptop: fast"], [
        5000,
        "phone: slow,laptop: fast"
      ]])
    }))

  it.effect("X4: an app that doesn't start breaks a law, unless its tab has been closed in the meantime", () =>
    Effect.gen(function*() {
      const failures = [
        () => Effect.fail("no storage"),
        () => Effect.die(new Error("no storage")),
        () => Promise.reject(new Error("no storage")),
        () => {
          throw new Error("no storage")
        }
      ]
      for (const app of failures) {
        const { law, problem } = yield* played([], { app })
        assert.deepStrictEqual([law, problem], ["the app starts in every tab", "In phone: no storage"])
      }

      const { law } = yield* played([{ fault: "closedTab", in: "phone" }], { app: () => Effect.sleep("1 second") })
      assert.strictEqual(law, "it goes on")
    }))

  it.effect("X4: the first broken law is reported, and later laws are no longer checked", () =>
    Effect.gen(function*() {
      const checked: Array<string> = []
      const law = (name: string, holds: boolean) => () => {
        checked.push(name)
        return holds
      }
      const { law: broken, problem } = yield* played([{ waitSeconds: 1 }], {
        laws: { one: law("one", true), two: law("two", false), three: law("three", false) }
      })

      assert.deepStrictEqual([broken, problem], ["two", "The law returned false."])
      assert.notInclude(checked, "three")
    }))

  it.effect("X4: an error of an action is expected if it has a tag, and otherwise breaks a law with its text", () =>
    Effect.gen(function*() {
      const step: Step = { action: "acts", in: "phone" }
      const outcomeOf = (acts: () => Effect.Effect<unknown, unknown> | Promise<unknown>) =>
        Effect.map(
          played([step], { actions: { acts } }),
          ({ law, problem, world }) => law === "it goes on" ? world.actions[0]!.result : `${law}: ${problem}`
        )
      const invalid = new KnownErrors.InvalidConfiguration({ setting: "a", problem: "b", next: "c" })
      const callError = new KnownErrors.CallError({ endpoint: "a", reason: invalid })
      const unexpected = "no action throws an unexpected error: \"acts\" in phone: "

      assert.strictEqual(yield* outcomeOf(() => Effect.fail(callError)), "failed with InvalidConfiguration")
      assert.strictEqual(yield* outcomeOf(() => Promise.reject(invalid)), "failed with InvalidConfiguration")
      assert.strictEqual(yield* outcomeOf(() => Effect.fail("a text")), "failed with a text")
      assert.strictEqual(yield* outcomeOf(() => Effect.interrupt), "interrupted")
      assert.strictEqual(yield* outcomeOf(() => Promise.resolve(1)), "succeeded")
      // oxlint-disable-next-line prefer-promise-reject-errors -- a program can reject with anything
      assert.strictEqual(yield* outcomeOf(() => Promise.reject("a text")), `${unexpected}a text`)
      // oxlint-disable-next-line prefer-promise-reject-errors -- a program can reject with anything
      assert.strictEqual(yield* outcomeOf(() => Promise.reject(null)), `${unexpected}null`)
      assert.strictEqual(yield* outcomeOf(() => Effect.die(7)), `${unexpected}7`)
    }))
})

describe("the end of a run", () => {
  it.effect("X1: a run plays no further step after its duration, and then ends all faults, so that actions can end", () =>
    Effect.gen(function*() {
      const { world: { actions, now, requests } } = yield* played([
        { waitSeconds: 3599 },
        { fault: "offline", on: "phone", seconds: 600 },
        { fault: "restart", seconds: 600 },
        { fault: "sleep", on: "phone", seconds: 600 },
        { fault: "rateLimited", on: "laptop", requests: 3, retryAfterSeconds: 1 },
        { action: "loads", in: "laptop, tab 1" },
        { action: "loads", in: "phone" },
        { waitSeconds: 1 },
        { action: "loads", in: "laptop, tab 2" }
      ], { hours: 1 })

      assert.deepStrictEqual(actions.map(({ name, result, tab }) => [name, tab, result]), [
        ["loads", "laptop, tab 1", "succeeded"]
      ])
      assert.strictEqual(now, 3_600_000 + 600_000)
      assert.deepStrictEqual(requests.at(-1)?.status, 200)
    }))

  it.effect("X1: at the end of a run, a sleeping device wakes, so that its actions can end", () =>
    Effect.gen(function*() {
      const { world: { actions } } = yield* played([
        { fault: "slowResponse", on: "phone", seconds: 5 },
        loads,
        { fault: "sleep", on: "phone", seconds: 600 }
      ])

      assert.deepInclude(actions[0], { endedAt: 5000, result: "succeeded" })
    }))

  it.effect("X1: at the end of a run, changes of quantities are no longer late", () =>
    Effect.gen(function*() {
      const change = Items.updateQuantity({
        customerType: "custom",
        customerId: "acme",
        itemId: "tokens",
        allowNegative: true,
        delta: 1
      })
      const { world: { requests } } = yield* played([{ fault: "lateWrites", changes: 3, seconds: 2 }], {
        emulator: { payments: { items: { tokens: { customerType: "custom" } } } },
        devices: { phone: { owner: "ada" } },
        app: () => Effect.forkScoped(Effect.delay(change, "1 minute"))
      })

      assert.deepStrictEqual(requests.map(({ endedAt, sentAt, status }) => [sentAt, endedAt, status]), [
        [60_000, 60_000, 200]
      ])
    }))

  it.effect("X1: the random numbers of a tab depend on the seed, on the plan's chance and on the tab alone", () =>
    Effect.gen(function*() {
      const drawnWith = (seed: string, chance: number) =>
        Effect.gen(function*() {
          const drawn: Array<number> = []
          yield* simulate({
            people: ["ada"],
            devices: { laptop: { owner: "ada", tabs: 2 } },
            app: () => 0,
            actions: { draws: () => Effect.map(Random.next, (number) => void drawn.push(number)) },
            laws: {},
            seed,
            replay: {
              chance,
              latencyMillis: 0,
              steps: [{ action: "draws", in: "laptop, tab 1" }, { action: "draws", in: "laptop, tab 2" }]
            }
          })
          return drawn
        })
      const all = yield* Effect.all([drawnWith("a", 0), drawnWith("a", 1), drawnWith("b", 0)])

      assert.strictEqual(new Set(all.flat()).size, 6)
      assert.deepStrictEqual(yield* drawnWith("a", 0), all[0])
    }))

  it.effect("X1: a simulation counts its actions and requests, and the hours of all its runs", () =>
    Effect.gen(function*() {
      const total = yield* simulate({
        people: ["ada"],
        app: () => 0,
        actions: { loads: () => currentUser.get() },
        laws: {},
        replay: {
          chance: 0,
          latencyMillis: 0,
          steps: [{ action: "loads", in: "ada" }, { waitSeconds: 3000 }, { action: "loads", in: "ada" }]
        }
      })

      // the access token has expired in the meantime
      assert.deepStrictEqual(total, { runs: 1, actions: 2, requests: 3, hours: 1 })
    }))

  it.effect("X1: the emulator of a run has the people of the run, and the users from the options", () =>
    Effect.gen(function*() {
      const { world: { emulator } } = yield* played([], { emulator: { users: [{ email: "eve@example.com" }] } })

      const { users } = emulator.store.projects.get(emulator.project.projectId)!
      assert.lengthOf([...users.values()], 3)
    }))
})
