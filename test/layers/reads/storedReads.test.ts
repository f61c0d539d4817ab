import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as KeyValueStore from "effect/persistence/KeyValueStore"
import * as Redacted from "effect/Redacted"
import * as References from "effect/References"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/testing/TestClock"
import { make as makeProject, Project } from "../../../layers/call/Project.ts"
import { schemaOf } from "../../../layers/reads/keptSchemas.ts"
import {
  layer as layerStoredReads,
  layerKeyValue as layerPersistedReads
} from "../../../layers/reads/PersistedReadCache.ts"
import { get, invalidate, read, set } from "../../../layers/reads/Reads.ts"
import { ReadStore } from "../../../layers/reads/ReadStore.ts"
import { Session } from "../../../layers/session/Session.ts"
import { Secret } from "../../../schemas/fields.ts"
import * as catalogue from "../../../src/reads.ts"
import { projectId } from "../../support/contract/project.ts"
import { callsTo, nobody, person, sessionOf, shown, unknown, watch } from "../../support/platform/watchedReads.ts"

/** A custom store based on a map, with a configurable delay. Tests can make its operations fail. */
const customStore = () => {
  const texts = new Map<string, string>()
  const behaviour = { tookMillis: 0, fails: (_operation: string): boolean => false }
  const operations: Array<string> = []
  const command = <A>(operation: string, run: () => A) =>
    Effect.suspend(() => {
      operations.push(operation)
      const answer = Effect.suspend(() =>
        behaviour.fails(operation) ? Effect.fail(`failed: ${operation}`) : Effect.sync(run)
      )
      return behaviour.tookMillis === 0 ? answer : Effect.delay(answer, behaviour.tookMillis)
    })
  return {
    texts,
    behaviour,
    asked: operations,
    everything: () => [...texts].flat().join("\n"),
    layer: Layer.succeed(ReadStore, {
      get: (key) => command("get", () => texts.get(key)),
      set: (key, text) => command("set", () => void texts.set(key, text)),
      remove: (key) => command("remove", () => void texts.delete(key)),
      clear: command("clear", () => texts.clear())
    })
  }
}

type Store = ReturnType<typeof customStore>

/** Starts a program with a store that may contain values of an earlier program. */
const program = (store: Store, session: ReturnType<typeof sessionOf>, version?: string) =>
  layerStoredReads({ version }).pipe(
    Layer.provide(store.layer),
    Layer.provideMerge(Layer.merge(callsTo().layer, session.layer))
  )

/** Reads the name of the signed-in user after a delay. */
const name = read(
  "name",
  Effect.flatMap(Session, (session) =>
    Effect.delay(
      Effect.sync(() => {
        const state = session.state()
        return state._tag === "SignedOut" ? "nobody" : `name of ${Option.getOrThrow(state.claims).sub}`
      }),
      100
    )),
  { schema: Schema.String }
)

/** Silences the logger, which would report a failing store. */
const silently = Effect.provideService(References.MinimumLogLevel, "None")

/** Runs a program until it has shown a value, and ends it. */
const seen = (store: Store, user = "ada") =>
  Effect.gen(function*() {
    yield* watch(name)
    yield* TestClock.adjust(1000)
  }).pipe(Effect.provide(program(store, sessionOf(person(user)))))

describe("start with stored values", () => {
  it.effect("N9: at the start, a read shows its stored value immediately, refreshes it and shows the result", () =>
    Effect.gen(function*() {
      const store = customStore()
      yield* seen(store)
      const newer = read("name", Effect.delay(Effect.succeed("countess"), 100), { schema: Schema.String })

      const states = yield* Effect.gen(function*() {
        const { states } = yield* watch(newer)
        yield* TestClock.adjust(1000)
        return states
      }).pipe(Effect.provide(program(store, sessionOf(person("ada")))))

      assert.deepStrictEqual(shown(states), ["name of ada…", "countess"])
    }))

  it.effect("V4: cached reads use only the custom store", () =>
    Effect.gen(function*() {
      const store = customStore()
      yield* seen(store)

      assert.deepStrictEqual([...store.texts.keys()], ["person", "read name"])
      assert.deepStrictEqual(store.asked, ["get", "clear", "set", "get", "get", "set", "get"])
    }))

  it.effect("N9: at the start, getting a read returns the platform's value, or the stored value if the request fails", () =>
    Effect.gen(function*() {
      const store = customStore()
      yield* seen(store)
      const outcomes = [Effect.succeed("fresh"), Effect.fail("offline")]
      const again = read("name", Effect.suspend(() => Effect.delay(outcomes[0]!, 100)), { schema: Schema.String })
      const readOnce = Effect.gen(function*() {
        const reading = yield* Effect.forkChild(get(again))
        yield* TestClock.adjust(100)
        return yield* Fiber.join(reading)
      })

      const online = yield* Effect.provide(readOnce, program(store, sessionOf(person("ada"))))
      outcomes.shift()
      const offline = yield* Effect.provide(readOnce, program(store, sessionOf(person("ada"))))

      assert.deepStrictEqual([online, offline], ["fresh", "fresh"])
    }))

  it.effect("N9: a slow store's value may appear late, but never replaces a response", () =>
    Effect.gen(function*() {
      const store = customStore()
      yield* seen(store)
      const start = (tookMillis: number) =>
        Effect.gen(function*() {
          store.behaviour.tookMillis = tookMillis
          const { states } = yield* watch(name)
          yield* TestClock.adjust(1000)
          return shown(states)
        }).pipe(Effect.provide(program(store, sessionOf(person("ada")))))

      assert.deepStrictEqual(yield* start(20), ["Pending", "name of ada…", "name of ada"])
      assert.deepStrictEqual(yield* start(90), ["Pending", "name of ada"])
    }))

  it.effect("cached reads work as usual with a store that rejects everything or never responds", () =>
    Effect.gen(function*() {
      for (const broken of [{ tookMillis: 0, fails: () => true }, { tookMillis: 1e9, fails: () => false }]) {
        const store = customStore()
        Object.assign(store.behaviour, broken)

        const states = yield* Effect.gen(function*() {
          const { states } = yield* watch(name)
          yield* TestClock.adjust(1000)
          yield* invalidate(name)
          yield* TestClock.adjust(1000)
          return states
        }).pipe(Effect.provide(program(store, sessionOf(person("ada")))))

        assert.deepStrictEqual(shown(states), ["Pending", "name of ada", "name of ada…", "name of ada"])
      }
    }).pipe(silently))

  for (
    const [what, corrupt] of [
      ["another version of the program wrote", undefined],
      ["has an unknown format", () => "not JSON"],
      ["has another format version", (text: string) => text.replace(/"version":"1/, "\"version\":\"0")],
      ["does not match the schema", (text: string) => text.replace("\"name of ada\"", "{\"name\":1}")],
      ["belongs to another user", (text: string) => text.replace("\"of\":\"ada\"", "\"of\":\"grace\"")]
    ] as const
  ) {
    it.effect(`N9: a stored value that ${what} is dropped instead of shown`, () =>
      Effect.gen(function*() {
        const store = customStore()
        yield* seen(store)
        const [key, text] = [...store.texts].find(([key]) => key.includes("name"))!
        if (corrupt !== undefined) store.texts.set(key, corrupt(text))

        const before = yield* Effect.gen(function*() {
          const { states } = yield* watch(name)
          return [shown(states), store.texts.get(key)]
        }).pipe(Effect.provide(program(store, sessionOf(person("ada")), corrupt === undefined ? "2" : undefined)))

        assert.deepStrictEqual(before, [["Pending"], undefined])
      }))
  }

  it.effect("reads whose values may hold a secret or have no schema are never stored", () =>
    Effect.gen(function*() {
      const store = customStore()
      const token = read("token", Effect.succeed({ token: Redacted.make("canary") }), {
        schema: Schema.Struct({ token: Secret })
      })
      const plain = read("plain", Effect.succeed("canary"))

      yield* Effect.all([watch(token), watch(plain)]).pipe(
        Effect.andThen(TestClock.adjust(1000)),
        Effect.provide(program(store, sessionOf(person("ada"))))
      )

      assert.notInclude(store.everything(), "canary")
    }))

  it("N10: the only built-in reads that are stored are those about the user, teams, settings and permissions", () => {
    const { currentUser, project, teams, contactChannels, notificationPreferences, sessions, userApiKeys } = catalogue
    const kept = [
      currentUser,
      project,
      teams,
      contactChannels,
      notificationPreferences,
      sessions,
      userApiKeys,
      catalogue.permissions("t"),
      catalogue.teamApiKeys("t"),
      catalogue.connectedAccount("github"),
      catalogue.session
    ].filter((read) => schemaOf(read) !== undefined)

    assert.deepStrictEqual(kept.map(({ key }) => key), [
      "currentUser",
      "project",
      "teams",
      "contactChannels",
      "notificationPreferences",
      "permissions t"
    ])
  })
})

describe("the store of reads and the user", () => {
  const Step = Schema.Literals(["ada", "grace", "nobody", "unknown", "watch", "invalidate", "set", "restart", "wait"])
  const users = { ada: person("ada"), grace: person("grace"), nobody, unknown }
  const isUser = (step: string): step is keyof typeof users => step in users

  /** Performs the steps. After each step, checks the store and the values on the page. */
  const perform = (
    steps: ReadonlyArray<typeof Step.Type>,
    store: Store,
    look: (user: string, shown: ReadonlyArray<string>) => void
  ) =>
    Effect.gen(function*() {
      const session = sessionOf(nobody)
      let signedIn = "nobody"
      // like the platform, responds with the user of the session at the time of the response
      const currentName = read(
        "name",
        Effect.suspend(() => Effect.delay(Effect.succeed(`name of ${signedIn}`), 20)),
        { schema: Schema.String }
      )
      const remaining = [...steps]
      while (remaining.length > 0) {
        yield* Effect.gen(function*() {
          const watched: Array<ReturnType<typeof shown>> = []
          for (let step = remaining.shift(); step !== undefined && step !== "restart"; step = remaining.shift()) {
            if (isUser(step)) {
              signedIn = step
              yield* session.become(users[step])
            } else if (step === "watch") {
              const { last } = yield* watch(currentName)
              watched.push(shown([last()]))
            } else if (step === "invalidate") yield* invalidate(currentName)
            else if (step === "set") yield* set(currentName, `set for ${signedIn}`)
            yield* TestClock.adjust(step === "wait" ? 60_000 : 500)
            look(signedIn, watched.splice(0).flat())
          }
        }).pipe(Effect.provide(program(store, session)))
      }
    })

  const others = (user: string) => ["ada", "grace"].filter((name) => name !== user)

  it.effect.prop("N10: another user's stored values are never stored or shown, whatever the order of events", {
    steps: Schema.Array(Step),
    // the store completes all operations of a step before the next step
    tookMillis: Schema.Literals([0, 2, 30])
  }, ({ steps, tookMillis }) =>
    Effect.gen(function*() {
      const store = customStore()
      store.behaviour.tookMillis = tookMillis

      yield* perform(steps, store, (user, seen) => {
        // while the user is unknown, the program neither reads nor writes the store
        const otherUsers = others(user)
        for (const otherUser of otherUsers) {
          assert.notInclude(seen.join(), otherUser)
          if (user !== "unknown") assert.notInclude(store.everything(), otherUser)
        }
      })
    }).pipe(Effect.provide(TestClock.layer())))

  it.effect.prop("N10: a store of cached reads that can't be cleared is not used until clearing succeeds", {
    steps: Schema.Array(Step),
    refusals: Schema.Array(Schema.Boolean).check(Schema.isMinLength(1))
  }, ({ refusals, steps }) =>
    Effect.gen(function*() {
      const store = customStore()
      let turn = 0
      store.behaviour.fails = () => refusals[turn++ % refusals.length]!

      yield* perform(steps, store, (user, seen) => {
        for (const otherUser of others(user)) assert.notInclude(seen.join(), otherUser)
      })
    }).pipe(Effect.provide(TestClock.layer()), silently))

  it.effect("N10: stored values left behind by another tab's late response are removed at the next start", () =>
    Effect.gen(function*() {
      for (const next of [nobody, person("grace")]) {
        const store = customStore()
        store.texts.set("read name", JSON.stringify({ version: "1 ", of: "ada", value: "name of ada" }))

        yield* Effect.provide(TestClock.adjust(1000), program(store, sessionOf(next)))

        assert.notInclude(store.everything(), "name of ada")
      }
    }))

  const TabStep = Schema.Struct({
    tab: Schema.Literals([0, 1]),
    does: Schema.Literals(["ada", "grace", "nobody", "invalidate"]),
    waitMillis: Schema.Literals([0, 1, 98, 101, 150])
  })

  it.effect.prop(
    "N10: two tabs that share a store of reads leave no other user's values in the store, whatever the order in which the tabs notice changes",
    {
      steps: Schema.Array(TabStep).check(Schema.isMinLength(1)),
      delays: Schema.Array(Schema.Literals([0, 1, 2, 5])).check(Schema.isMinLength(1))
    },
    ({ delays, steps }) =>
      Effect.gen(function*() {
        const texts = new Map<string, string>()
        let turn = 0
        // each command takes effect after its own delay, so the commands of two tabs interleave
        const command = <A>(run: () => A) =>
          Effect.suspend(() => Effect.delay(Effect.sync(run), delays[turn++ % delays.length]!))
        const store = Layer.succeed(ReadStore, {
          get: (key) => command(() => texts.get(key)),
          set: (key, text) => command(() => void texts.set(key, text)),
          remove: (key) => command(() => void texts.delete(key)),
          clear: command(() => texts.clear())
        })
        const sessions = [sessionOf(person("ada")), sessionOf(person("ada"))]
        const tab = (session: ReturnType<typeof sessionOf>) =>
          Layer.build(
            layerStoredReads().pipe(
              Layer.provide(store),
              Layer.provideMerge(Layer.merge(callsTo().layer, session.layer))
            )
          )
        const contexts = yield* Effect.forEach(sessions, tab)
        for (const context of contexts) yield* Effect.provide(watch(name), context)

        let last = "ada"
        for (const { does, tab, waitMillis } of steps) {
          if (does === "invalidate") yield* Effect.forkChild(Effect.provide(invalidate(name), contexts[tab]!))
          else {
            last = does
            yield* sessions[tab]!.become(users[does])
          }
          yield* TestClock.adjust(waitMillis)
        }
        // the other tab also notices the change
        for (const session of sessions) yield* session.become(users[last as "ada"])
        yield* TestClock.adjust("1 minute")

        for (const otherUser of others(last)) assert.notInclude([...texts].flat().join(), otherUser)
      }).pipe(Effect.scoped, Effect.provide(TestClock.layer()))
  )

  it.effect("N10: stored values that are the same for every user stay until the user signs out", () =>
    Effect.gen(function*() {
      const store = customStore()
      const session = sessionOf(nobody)
      const project = read("project", Effect.succeed("Engines"), { of: "everyone", schema: Schema.String })

      const stored = yield* Effect.gen(function*() {
        const stored: Array<boolean> = []
        yield* watch(project)
        stored.push(store.everything().includes("Engines"))
        yield* session.become(person("ada"))
        stored.push(store.everything().includes("Engines"))
        yield* session.become(nobody)
        stored.push(store.everything().includes("Engines"))
        return stored
      }).pipe(Effect.provide(program(store, session)))

      assert.deepStrictEqual(stored, [true, true, false])
    }))
})

describe("layerPersistedReads", () => {
  it.effect("V4: layerPersistedReads stores values in Effect's key-value store, separately for each project", () =>
    Effect.gen(function*() {
      const store = yield* KeyValueStore.KeyValueStore
      const start = (project: string) =>
        Effect.gen(function*() {
          const { states } = yield* watch(name)
          yield* TestClock.adjust(100)
          return shown(states)
        }).pipe(
          Effect.provide(
            layerPersistedReads().pipe(
              Layer.provideMerge(
                Layer.mergeAll(
                  callsTo().layer,
                  sessionOf(person("ada")).layer,
                  Layer.effect(Project, makeProject({ projectId: project }))
                )
              )
            )
          )
        )
      const other = projectId.replace(/^./, "f")

      const first = yield* start(projectId)
      const second = yield* start(projectId)
      const elsewhere = yield* start(other)
      const keys = yield* store.keys

      assert.deepStrictEqual([first, second, elsewhere], [
        ["Pending", "name of ada"],
        ["name of ada…", "name of ada"],
        ["Pending", "name of ada"]
      ])
      assert.deepStrictEqual(
        keys.toSorted(),
        [projectId, other].flatMap((id) => [`latchkey-reads-${id}-person`, `latchkey-reads-${id}-read name`]).toSorted()
      )
    }).pipe(Effect.provide(KeyValueStore.layerMemory)))
})
