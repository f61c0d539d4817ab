/** Tapes: recording and replaying programs. docs/laws.md W. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Schema from "effect/Schema"
import * as Contacts from "../../../../schemas/endpoints/contactChannels.ts"
import * as Teams from "../../../../schemas/endpoints/teams.ts"
import type { FaultEffect } from "../../../../src/emulator/index.ts"
import { currentUser, signIn, signOut, signUp } from "../../../../src/index.ts"
import { overBothTransports } from "../../../support/platform/transports.ts"
import { runs } from "../../../support/suite/properties.ts"
import { played, type Program, recorded } from "./tapes.ts"

const ada = { email: "ada@example.com", password: "correct horse battery", displayName: "Ada" }
const seed = { users: [ada] }

/** Steps of a user, in order. */
const Step = Schema.Union([
  Schema.Struct({ _tag: Schema.Literal("signIn"), password: Schema.Literals([ada.password, "wrong password"]) }),
  Schema.Struct({ _tag: Schema.Literal("signUp"), email: Schema.Literals(["bob@example.com", ada.email]) }),
  Schema.Struct({ _tag: Schema.Literal("rename"), name: Schema.Literals(["Ada L.", "password", "{{name:1}}"]) }),
  Schema.Struct({ _tag: Schema.Literals(["get", "signOut", "createTeam", "listTeams", "listContacts"]) }),
  Schema.Struct({ _tag: Schema.Literal("wait"), minutes: Schema.Literals([1, 9, 11]) })
])

/** Faults of the platform and the network. */
const AnyFault: Schema.Codec<FaultEffect> = Schema.Union([
  Schema.Struct({
    type: Schema.Literals(["lostBefore", "lostAfter", "partialBody", "wrongContentType", "loopDetected", "serverError"])
  }),
  Schema.Struct({ type: Schema.Literal("tooManyRequests"), retryAfterSeconds: Schema.Literals([0, 7]) })
])

const run = (step: typeof Step.Type): Program<unknown, unknown> => {
  switch (step._tag) {
    case "signIn":
      return signIn.withPassword({ email: ada.email, password: step.password })
    case "signUp":
      return signUp.withPassword({
        email: step.email,
        password: "another long password",
        verificationCallbackUrl: "http://localhost:3000/verify"
      })
    case "rename":
      return currentUser.update({ displayName: step.name })
    case "get":
      return Effect.map(currentUser.get(), (user) => [user?.id, user?.displayName, user?.primaryEmail])
    case "createTeam":
      return Effect.map(
        Teams.create({ displayName: "Team of Ada", creatorUserId: "me" }),
        ({ displayName }) => displayName
      )
    case "listTeams":
      return Effect.map(Teams.list({ userId: "me" }), ({ items }) => items)
    case "listContacts":
      return Effect.map(Contacts.list({ userId: "me" }), ({ items }) => items)
    case "signOut":
      return signOut()
    case "wait":
      return Effect.sleep(`${step.minutes} minutes`)
  }
}

/** Runs the steps, and returns the result or error of each. */
const program = (steps: ReadonlyArray<typeof Step.Type>) =>
  Effect.forEach(steps, (step) => Effect.map(Effect.exit(run(step)), (exit) => [step._tag, String(exit)]))

overBothTransports((way) => {
  describe("a replay", () => {
    it.effect.prop(
      "W3: a replay gives a program the results and errors of the recorded run",
      {
        faults: Schema.Array(AnyFault).check(Schema.isMaxLength(3)),
        steps: Schema.Array(Step).check(Schema.isMaxLength(6))
      },
      ({ faults, steps }) =>
        Effect.gen(function*() {
          const { exit, tape } = yield* recorded(way, seed, program(steps), {
            faults,
            keepPersonalData: true,
            keep: ["error", "text"]
          })

          const again = yield* played(tape, program(steps))

          assert.deepStrictEqual(again.exit, exit)
          assert.isTrue(Exit.isSuccess(exit))
          again.replay.assertPlayed()
        }),
      { arbitrary: { runs: runs(40) } }
    )
  })
})
