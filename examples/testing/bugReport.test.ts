import { Tape } from "latchkey/testing"
import { expect, test } from "vitest"
import overload from "./overload.tape.json" with { type: "json" }
import { signIn } from "./signInMessage.ts"

test("an overloaded platform isn't reported as a wrong password", async () => {
  const replay = Tape.replay(Tape.parse(overload))
  await using client = replay.client()

  const message = await signIn(client, { email: "ada@example.com", password: "any password" })

  expect(message).toBe("We can't sign you in right now. Try again in a few minutes.")
  replay.assertPlayed()
})
