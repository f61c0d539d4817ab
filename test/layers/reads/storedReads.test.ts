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
import { layerPersistedReads, layerStoredReads } from "../../../layers/reads/layerPersistedReads.ts"
import { get, invalidate, read, set } from "../../../layers/reads/Reads.ts"
import { ReadStore } from "../../../layers/reads/ReadStore.ts"
import { Session } from "../../../layers/session/Session.ts"
import { Secret } from "../../../schemas/fields.ts"
import * as catalogue from "../../../src/reads.ts"
import { projectId } from "../../support/project.ts"
import { callsTo, nobody, person, sessionOf, shown, unknown, watch } from "../../support/watchedReads.ts"

/** A store of a user's own: texts in a map, as slow as it likes; it may refuse what it is asked for. */
const ownStore = () => {
  const texts = new Map<string, string>()
  const behaviour = { tookMillis: 0, refuses: (_operation: string): boolean => false }
  const asked: Array<string> = []
  const command = <A>(operation: string, run: () => A) =>
    Effect.suspend(() => {
      asked.push(operation)
      const answer = Effect.suspend(() =>
        behaviour.refuses(operation) ? Effect.fail(`refused: ${operation}`) : Effect.sync(run)
      )
      return behaviour.tookMillis === 0 ? answer : Effect.delay(answer, behaviour.tookMillis)
    })
  return {
    texts,
    behaviour,
    asked,
    everything: () => [...texts].flat().join("\n"),
    layer: Layer.succeed(ReadStore, {
      get: (key) => command("get", () => texts.get(key)),
      set: (key, text) => command("set", () => void texts.set(key, text)),
      remove: (key) => command("remove", () => void texts.delete(key)),
      clear: command("clear", () => texts.clear())
    })
  }
}

type Store = ReturnType<typeof ownStore>

/** A program that starts, over a store that may hold what an earlier one has seen. */
const program = (store: Store, session: ReturnType<typeof sessionOf>, version?: string) =>
  layerStoredReads({ version }).pipe(
    Layer.provide(store.layer),
    Layer.provideMerge(Layer.merge(callsTo().layer, session.layer))
  )

/** Reads the name of who is signed in, which takes a while. */
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

/** The log says of a store that fails that it does. */
const quiet = Effect.provideService(References.MinimumLogLevel, "None")

/** Runs a program until it has shown a value, and ends it. */
const seen = (store: Store, who = "ada") =>
  Effect.gen(function*() {
    yield* watch(name)
    yield* TestClock.adjust(1000)
  }).pipe(Effect.provide(program(store, sessionOf(person(who)))))

describe("a start with what was last seen", () => {
  it.effect("N9: shows it at once, reads it again, and shows the answer", () =>
    Effect.gen(function*() {
      const store = ownStore()
      yield* seen(store)
      const newer = read("name", Effect.delay(Effect.succeed("countess"), 100), { schema: Schema.String })

      const states = yield* Effect.gen(function*() {
        const { states } = yield* watch(newer)
        yield* TestClock.adjust(1000)
        return states
      }).pipe(Effect.provide(program(store, sessionOf(person("ada")))))

      assert.deepStrictEqual(shown(states), ["name of ada…", "countess"])
    }))

  it.effect("V4: a store of one's own takes the place of any other: that alone is asked and told", () =>
    Effect.gen(function*() {
      const store = ownStore()
      yield* seen(store)

      assert.deepStrictEqual([...store.texts.keys()], ["person", "read name"])
      assert.deepStrictEqual(store.asked, ["get", "clear", "set", "get", "get", "set", "get"])
    }))

  it.effect("N9: is not an answer: who asks for the value gets the platform's, and what was seen when there is none", () =>
    Effect.gen(function*() {
      const store = ownStore()
      yield* seen(store)
      const outcomes = [Effect.succeed("fresh"), Effect.fail("offline")]
      const again = read("name", Effect.suspend(() => Effect.delay(outcomes[0]!, 100)), { schema: Schema.String })
      const asks = Effect.gen(function*() {
        const asking = yield* Effect.forkChild(get(again))
        yield* TestClock.adjust(100)
        return yield* Fiber.join(asking)
      })

      const online = yield* Effect.provide(asks, program(store, sessionOf(person("ada"))))
      outcomes.shift()
      const offline = yield* Effect.provide(asks, program(store, sessionOf(person("ada"))))

      assert.deepStrictEqual([online, offline], ["fresh", "fresh"])
    }))

  it.effect("N9: of a slow store it comes late, and never in place of an answer", () =>
    Effect.gen(function*() {
      const store = ownStore()
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

  it.effect("a store that refuses everything, or never answers, takes nothing away", () =>
    Effect.gen(function*() {
      for (const broken of [{ tookMillis: 0, refuses: () => true }, { tookMillis: 1e9, refuses: () => false }]) {
        const store = ownStore()
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
    }).pipe(quiet))

  for (
    const [what, spoil] of [
      ["another version of the program wrote", undefined],
      ["is no text of ours", () => "not JSON"],
      ["is of another form", (text: string) => text.replace(/"version":"1/, "\"version\":\"0")],
      ["does not fit the schema", (text: string) => text.replace("\"name of ada\"", "{\"name\":1}")],
      ["is of somebody else", (text: string) => text.replace("\"of\":\"ada\"", "\"of\":\"grace\"")]
    ] as const
  ) {
    it.effect(`N9: what ${what} is dropped and not shown`, () =>
      Effect.gen(function*() {
        const store = ownStore()
        yield* seen(store)
        const [key, text] = [...store.texts].find(([key]) => key.includes("name"))!
        if (spoil !== undefined) store.texts.set(key, spoil(text))

        const before = yield* Effect.gen(function*() {
          const { states } = yield* watch(name)
          return [shown(states), store.texts.get(key)]
        }).pipe(Effect.provide(program(store, sessionOf(person("ada")), spoil === undefined ? "2" : undefined)))

        assert.deepStrictEqual(before, [["Pending"], undefined])
      }))
  }

  it.effect("what may hold a secret, and what has no schema, is never written", () =>
    Effect.gen(function*() {
      const store = ownStore()
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

  it("N10: of the ready-made reads those are kept that say who and where somebody is, and what may be done", () => {
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
    ].filter(({ schema }) => schema !== undefined)

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

describe("the store of shared reads and the person", () => {
  const Step = Schema.Literals(["ada", "grace", "nobody", "unknown", "watch", "invalidate", "set", "restart", "wait"])
  const who = { ada: person("ada"), grace: person("grace"), nobody, unknown }
  const isWho = (step: string): step is keyof typeof who => step in who

  /** Does as told, and looks at the store, and at what is shown, whenever nothing is under way. */
  const lives = (
    steps: ReadonlyArray<typeof Step.Type>,
    store: Store,
    look: (who: string, shown: ReadonlyArray<string>) => void
  ) =>
    Effect.gen(function*() {
      const session = sessionOf(nobody)
      let signedIn = "nobody"
      // as the platform answers: for whoever asked
      const own = read(
        "name",
        Effect.suspend(() => Effect.delay(Effect.succeed(`name of ${signedIn}`), 20)),
        { schema: Schema.String }
      )
      const left = [...steps]
      while (left.length > 0) {
        yield* Effect.gen(function*() {
          const watched: Array<ReturnType<typeof shown>> = []
          for (let step = left.shift(); step !== undefined && step !== "restart"; step = left.shift()) {
            if (isWho(step)) {
              signedIn = step
              yield* session.become(who[step])
            } else if (step === "watch") {
              const { last } = yield* watch(own)
              watched.push(shown([last()]))
            } else if (step === "invalidate") yield* invalidate(own)
            else if (step === "set") yield* set(own, `told to ${signedIn}`)
            yield* TestClock.adjust(step === "wait" ? 60_000 : 500)
            look(signedIn, watched.splice(0).flat())
          }
        }).pipe(Effect.provide(program(store, session)))
      }
    })

  const others = (who: string) => ["ada", "grace"].filter((name) => name !== who)

  it.effect.prop("N10: whatever happens in whatever order, nothing of another person is in the store or shown", {
    steps: Schema.Array(Step),
    // the store is through with all that a step leads to before the next one
    tookMillis: Schema.Literals([0, 2, 30])
  }, ({ steps, tookMillis }) =>
    Effect.gen(function*() {
      const store = ownStore()
      store.behaviour.tookMillis = tookMillis

      yield* lives(steps, store, (who, seen) => {
        // while it is not known who it is, nothing is read or written
        const strangers = others(who)
        for (const stranger of strangers) {
          assert.notInclude(seen.join(), stranger)
          if (who !== "unknown") assert.notInclude(store.everything(), stranger)
        }
      })
    }).pipe(Effect.provide(TestClock.layer())))

  it.effect.prop("N10: a store that refuses to forget is not used until it has", {
    steps: Schema.Array(Step),
    refusals: Schema.Array(Schema.Boolean).check(Schema.isMinLength(1))
  }, ({ refusals, steps }) =>
    Effect.gen(function*() {
      const store = ownStore()
      let turn = 0
      store.behaviour.refuses = () => refusals[turn++ % refusals.length]!

      yield* lives(steps, store, (who, seen) => {
        for (const stranger of others(who)) assert.notInclude(seen.join(), stranger)
      })
    }).pipe(Effect.provide(TestClock.layer()), quiet))

  it.effect("N10: what another tab's late response left behind is gone at the next start", () =>
    Effect.gen(function*() {
      for (const next of [nobody, person("grace")]) {
        const store = ownStore()
        store.texts.set("read name", JSON.stringify({ version: "1 ", of: "ada", value: "name of ada" }))

        yield* Effect.provide(TestClock.adjust(1000), program(store, sessionOf(next)))

        assert.notInclude(store.everything(), "ada")
      }
    }))

  const TabStep = Schema.Struct({
    tab: Schema.Literals([0, 1]),
    does: Schema.Literals(["ada", "grace", "nobody", "invalidate"]),
    waitMillis: Schema.Literals([0, 1, 98, 101, 150])
  })

  it.effect.prop("N10: two tabs over one store leave nothing of another person there, in whatever order they notice", {
    steps: Schema.Array(TabStep).check(Schema.isMinLength(1)),
    delays: Schema.Array(Schema.Literals([0, 1, 2, 5])).check(Schema.isMinLength(1))
  }, ({ delays, steps }) =>
    Effect.gen(function*() {
      const texts = new Map<string, string>()
      let turn = 0
      // each command takes effect at its own time, so that those of two tabs interleave
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
          yield* sessions[tab]!.become(who[does])
        }
        yield* TestClock.adjust(waitMillis)
      }
      // the other tab notices as well
      for (const session of sessions) yield* session.become(who[last as "ada"])
      yield* TestClock.adjust("1 minute")

      for (const stranger of others(last)) assert.notInclude([...texts].flat().join(), stranger)
    }).pipe(Effect.scoped, Effect.provide(TestClock.layer())))

  it.effect("N10: what is the same for everyone stays until somebody signs out", () =>
    Effect.gen(function*() {
      const store = ownStore()
      const session = sessionOf(nobody)
      const project = read("project", Effect.succeed("Engines"), { of: "everyone", schema: Schema.String })

      const held = yield* Effect.gen(function*() {
        const held: Array<boolean> = []
        yield* watch(project)
        held.push(store.everything().includes("Engines"))
        yield* session.become(person("ada"))
        held.push(store.everything().includes("Engines"))
        yield* session.become(nobody)
        held.push(store.everything().includes("Engines"))
        return held
      }).pipe(Effect.provide(program(store, session)))

      assert.deepStrictEqual(held, [true, true, false])
    }))
})

describe("layerPersistedReads", () => {
  it.effect("V4: keeps what was last seen in Effect's key-value store, each project its own", () =>
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
