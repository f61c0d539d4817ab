import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/testing/TestClock"
import { Session } from "../../../layers/session/Session.ts"
import { Accounts } from "../../../src/accounts/index.ts"
import { turns } from "../../support/suite/fibers.ts"
import { runs } from "../../support/suite/properties.ts"
import { type Sharing, slowTabs } from "./model/slowTabs.ts"

const Tab = Schema.Literals([0, 1, 2])
const User = Schema.Literals(["Ada", "Ben", "Cleo"])

const Event = Schema.Union([
  Schema.Struct({ do: Schema.Literal("sign in"), user: User, tab: Tab }),
  Schema.Struct({ do: Schema.Literals(["switch to", "sign out of"]), user: User, tab: Tab }),
  Schema.Struct({ do: Schema.Literals(["switch to", "sign out of"]), user: User, tab: Tab }),
  Schema.Struct({ do: Schema.Literals(["add", "sign out", "sign out of all", "write", "call"]), tab: Tab }),
  Schema.Struct({ do: Schema.Literals(["add", "sign out", "sign out of all", "write", "call"]), tab: Tab }),
  Schema.Struct({
    do: Schema.Literal("responses"),
    how: Schema.Literals(["respond", "are slow", "are lost", "are refused"])
  }),
  Schema.Struct({ do: Schema.Literal("wait"), millis: Schema.Literals([1, 20, 60, 400, 600_000]) })
])

const seeds = Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_000_000 })))

const sharings: ReadonlyArray<Sharing> = ["one process", "tabs with locks"]

/** Lets the events happen, and checks what is stored afterwards. */
const check = (
  sharing: Sharing,
  { events, seed }: { readonly events: ReadonlyArray<typeof Event.Type>; readonly seed: number }
) =>
  Effect.gen(function*() {
    const { inTab, lists, platform, revived, sessions, setFault, users, violations, write } = yield* slowTabs(
      3,
      sharing
    )
    const begin = (event: typeof Event.Type) => {
      switch (event.do) {
        case "sign in": {
          const tokens = platform.signIn({ sub: event.user, email: `${event.user}@example.com` })
          return inTab(event.tab, Session.use(({ keep }) => keep(tokens)))
        }
        case "switch to":
          return inTab(event.tab, Accounts.switchTo({ userId: event.user }))
        case "sign out of":
          return inTab(event.tab, Accounts.signOut({ userId: event.user }))
        case "add":
          return inTab(event.tab, Accounts.add())
        case "sign out":
          return inTab(event.tab, sessions[event.tab]!.endAndRevoke(Effect.void))
        case "sign out of all":
          return inTab(event.tab, Accounts.signOutAll())
        case "write":
          return write(event.tab)
        case "call":
          return inTab(event.tab, Session.use(({ tokens }) => tokens()))
        case "responses":
          return Effect.sync(() => setFault(event.how))
        case "wait":
          return TestClock.adjust(event.millis)
      }
    }

    for (const event of events) {
      yield* begin(event)
      yield* turns
    }
    setFault("respond")
    yield* TestClock.adjust("2 minutes")
    yield* turns

    assert.deepStrictEqual(violations, [])
    assert.deepStrictEqual(revived(), [])
    const found = users()
    assert.strictEqual(new Set(found).size, found.length, "a user has two sessions")
    const [first, ...others] = yield* lists
    for (const other of others) assert.deepStrictEqual(other, first)
  }).pipe(Effect.scoped, Random.withSeed(seed))

/** Two switches of one client to an account that another client signs out in between. */
const switchedTwice: ReadonlyArray<typeof Event.Type> = [
  { do: "sign in", user: "Ada", tab: 0 },
  { do: "switch to", user: "Cleo", tab: 1 },
  { do: "sign in", user: "Ada", tab: 0 },
  { do: "add", tab: 1 },
  { do: "wait", millis: 60 },
  { do: "sign out of all", tab: 1 },
  { do: "responses", how: "are lost" },
  { do: "wait", millis: 400 },
  { do: "switch to", user: "Ada", tab: 1 },
  { do: "switch to", user: "Ada", tab: 1 },
  { do: "add", tab: 2 },
  { do: "sign out of", user: "Ben", tab: 0 },
  { do: "sign out of all", tab: 2 },
  { do: "wait", millis: 60 },
  { do: "add", tab: 2 },
  { do: "switch to", user: "Ada", tab: 1 }
]

describe("any events over a slow store", () => {
  it.effect("accounts-1: a client that switches twice to an account that is signed out in between doesn't bring its session back", () =>
    check("tabs with locks", { events: switchedTwice, seed: 544110 }))

  for (const sharing of sharings) {
    it.effect.prop(
      `accounts-1 D5 D19 D26: after overlapping events in three clients (${sharing}), no revoked session is stored, no write went to another user, and all clients have the same accounts`,
      { events: Arbitrary.array(Arbitrary.schema(Event), { minLength: 15, maxLength: 60 }), seed: seeds },
      (input) => check(sharing, input),
      { arbitrary: { runs: runs(100), size: 60 } }
    )
  }
})
