/** The conformance command with tapes, which a user of the SDK can record. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { Emulator, type Seed } from "../../src/emulator/index.ts"
import { currentUser, signIn, signOut, signUp, teams } from "../../src/index.ts"
import { Client } from "../../src/programs/index.ts"
import { Tape } from "../../src/testing/index.ts"
import { run } from "./run.ts"

const ada = { email: "ada@example.com", password: "correct horse" }

const seed: Seed = { revision: "2026-04", users: [ada], config: { clientTeamCreationEnabled: true } }

/** Records a program on an emulator. */
const recorded = <A, E, R>(program: Effect.Effect<A, E, R>) =>
  Effect.gen(function*() {
    const recording = Tape.record()
    const platform = Client.layerNoProject().pipe(
      Layer.provideMerge(Emulator.layerProject()),
      Layer.provide(recording.layer),
      Layer.provideMerge(Emulator.layer(seed))
    )
    yield* Effect.provide(program, Layer.fresh(platform))
    return recording.tape()
  })

const fileOf = (content: unknown): string => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), "tape-")), "report.tape.json")
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content))
  return file
}

const checked = (content: unknown) =>
  Effect.map(run("--tape", fileOf(content)), ({ code, lines }) => ({ code, text: lines.join("\n") }))

const conversation = Effect.gen(function*() {
  yield* signIn.withPassword(ada)
  yield* currentUser.get()
  yield* teams.create({ displayName: "Gardeners" })
  yield* currentUser.update({ displayName: "Ada" })
  yield* signOut()
  yield* signUp.withPassword({
    email: "bob@example.com",
    password: "battery staple",
    verificationCallbackUrl: "http://localhost:3000/handler/email-verification"
  })
  yield* currentUser.get()
})

describe("the conformance command with a tape", () => {
  it.live("O2: a tape of the platform passes if the contract and the emulator match it", () =>
    Effect.gen(function*() {
      const { code, text } = yield* checked(yield* recorded(conversation))

      assert.strictEqual(code, 0, text)
      assert.match(text, /[1-9]\d* exchanges with the emulator, 0 differences, 0 not compared/)
    }))

  it.live("O2: a tape that begins in the middle of a session passes, because its users are derived from its tokens", () =>
    Effect.gen(function*() {
      const tape = yield* recorded(conversation)
      const later = { ...tape, exchanges: tape.exchanges.slice(1, 4) }
      const { code, text } = yield* checked(later)

      assert.strictEqual(code, 0, text)
    }))

  it.live("O2: a response that the emulator doesn't send is reported with its exchange", () =>
    Effect.gen(function*() {
      const tape = yield* recorded(conversation)
      const altered = JSON.parse(Tape.stringify(tape))
      const at = tape.exchanges.findIndex(({ endpoint }) => endpoint === "teams.create")
      altered.exchanges[at].response.body.json.display_name = "Another"
      const { code, text } = yield* checked(altered)

      assert.strictEqual(code, 1)
      assert.include(text, `report › ${at + 1}. teams.create: body.display_name: `)
      assert.include(text, "instead of \"Another\"")
    }))

  it.live("O2: a response that the contract can't read is reported with its exchange", () =>
    Effect.gen(function*() {
      const tape = yield* recorded(conversation)
      const altered = JSON.parse(Tape.stringify(tape))
      const at = tape.exchanges.findIndex(({ endpoint }) => endpoint === "teams.create")
      delete altered.exchanges[at].response.body.json.display_name
      const { code, text } = yield* checked(altered)

      assert.strictEqual(code, 1)
      assert.include(text, `report › ${at + 1}. teams.create (teams.create, POST /api/v1/teams)`)
    }))

  it.live("a response sent by the platform's hosting provider is not compared with the emulator", () =>
    Effect.gen(function*() {
      const tape = yield* recorded(conversation)
      const altered = JSON.parse(Tape.stringify(tape))
      altered.exchanges = [{
        ...altered.exchanges[0],
        response: { status: 429, headers: { "content-type": "text/plain" }, body: { text: "Slow down." } }
      }]
      const { code, text } = yield* checked(altered)

      assert.strictEqual(code, 0, text)
      assert.include(text, "report › 1. password.signIn: status 429")
    }))

  it.live("a file that isn't a tape makes the command exit with code 2 and print the reason", () =>
    Effect.gen(function*() {
      const { code, text } = yield* checked("{}")
      const missing = yield* run("--tape", "/nowhere/none.json")

      assert.deepStrictEqual([code, missing.code], [2, 2])
      assert.include(text, "is not a tape")
      assert.include(missing.lines.join("\n"), "cannot be read")
    }))
})
