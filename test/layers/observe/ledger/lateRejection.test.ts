import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { currentUser, signIn, signOut } from "../../../../src/index.ts"
import { simulate, type SimulatedEnd } from "../../../../src/testing/simulate/index.ts"

describe("a ledger", () => {
  it.effect("D22 D23: when a session ends, the ledger doesn't blame a late rejection of the session before it", () =>
    Effect.gen(function*() {
      let ends: ReadonlyArray<SimulatedEnd> = []
      yield* simulate({
        people: ["ada", "bob"],
        devices: { laptop: { owner: "ada" } },
        app: () => undefined,
        actions: {
          "loads the user": () => Effect.ignore(currentUser.get()),
          "Bob signs in": (_app, { people }) => signIn.withPassword(people.bob),
          "signs out": () => signOut()
        },
        laws: { looks: (world) => void (ends = [...world.ends]) },
        replay: {
          chance: 0,
          latencyMillis: 0,
          steps: [
            { fault: "revokedSessions", of: "ada" },
            { waitSeconds: 660 },
            { fault: "slowResponse", on: "laptop", seconds: 5 },
            { action: "loads the user", in: "laptop" },
            { action: "Bob signs in", in: "laptop" },
            { waitSeconds: 45 },
            { action: "signs out", in: "laptop" }
          ]
        }
      })

      assert.deepStrictEqual(ends.map(({ entry }) => entry.by), ["replaced", "here"])
    }))
})
