/** Errors of the test tools in promise clients. docs/laws.md tape-6. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { InvalidConfiguration } from "../../../schemas/errors/CallError.ts"
import { ControlError, PortTaken, StateDamaged, WebhookUnusable } from "../../../src/emulator/index.ts"
import { CallDefect, makeAsync } from "../../../src/promise/index.ts"
import { Tape } from "../../../src/testing/index.ts"
import { LawBroken } from "../../../src/testing/simulate/LawBroken.ts"
import { conceal } from "../../../src/testing/tape/conceal.ts"
import { exchange } from "./tape/plants.ts"

const errors: ReadonlyArray<Error> = [
  new Tape.NotOnTape({ request: "POST /teams", nearest: undefined, differences: [] }),
  new Tape.TapeNotPlayed({ requests: ["GET /users/me"] }),
  new Tape.TapeUnreadable({ problem: "it is not JSON" }),
  new LawBroken({
    law: "a law",
    problem: "A problem.",
    plan: { steps: [] } as never,
    timeline: [],
    tapes: {},
    seed: 1,
    run: 1
  }),
  new ControlError({ message: "No user has this address." }),
  new PortTaken({ port: 8102 } as never),
  new StateDamaged({ problem: "no version" } as never),
  new WebhookUnusable({ fault: "url" }),
  new InvalidConfiguration({ setting: "endpoint", problem: "is unknown" } as never)
]

describe("tape-6: errors of the test tools", () => {
  it("tape-6: a promise client shows the message of a test tool's error, without suggesting a bug report", async () => {
    for (const error of errors) {
      await using api = makeAsync({ run: () => Effect.die(error) }, Layer.empty)

      const defect: unknown = await api.run().then(() => undefined, (reason: unknown) => reason)

      assert.instanceOf(defect, CallDefect)
      assert.strictEqual(defect.cause, error)
      assert.strictEqual(defect.message, `run failed: ${error.message}`)
    }
  })

  it("tape-6: a promise client over a replayed tape shows which request isn't on the tape", async () => {
    const tape = conceal([exchange({ method: "GET", url: "/users/me", response: { id: "x" } })])
    await using client = Tape.replay(tape).client({ tokenStore: "memory" })

    const defect: unknown = await client.calls.teams.create({ displayName: "Lovelace" }).catch((reason: unknown) =>
      reason
    )

    assert.match(
      String(defect),
      /teams\.create failed: POST \/teams is not on the tape\. Request 1 of the tape is the nearest/
    )
    assert.notMatch(String(defect), /report it|Lovelace/)
  })

  it("tape-6: the message of any other exception suggests a bug report, even if reading the exception throws", async () => {
    const hostile = new Proxy(new Error("hostile"), {
      get: () => {
        throw new Error("no access")
      }
    })
    for (const thrown of [new RangeError("a bug"), { docs: "https://example.com" }, "text", undefined, hostile]) {
      await using api = makeAsync({ run: () => Effect.die(thrown) }, Layer.empty)

      const defect: unknown = await api.run().then(() => undefined, (reason: unknown) => reason)

      assert.match(String((defect as Error).message), /this is a bug: please report it/)
    }
  })
})
