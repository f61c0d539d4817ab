/** Tests the workflow with the emulator, in one process and without a database. */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as WorkflowEngine from "effect/workflow/WorkflowEngine"
import { Server } from "latchkey"
import { Emulator } from "latchkey/emulator"
import { Onboarding, onboarding } from "./onboarding.ts"

const mailServer = {
  type: "standard",
  host: "127.0.0.1",
  port: 2525,
  username: "mailer",
  password: "mailer",
  senderName: "Example",
  senderEmail: "hello@example.com"
} as const

const live = onboarding.pipe(
  Layer.provideMerge(WorkflowEngine.layerMemory),
  Layer.provideMerge(Server.layerNoProject()),
  Layer.provide(Emulator.layerProject()),
  Layer.provideMerge(Emulator.layer({
    config: { emailConfig: mailServer },
    payments: { products: { pro: { displayName: "Pro", customerType: "team", prices: {} } } }
  }))
)

const acme = { customer: "acme", email: "ada@acme.example", company: "Acme", plan: "pro" }

it.effect("two onboardings of a customer create one team and send one email", () =>
  Effect.gen(function*() {
    const { outbox } = yield* Emulator
    const first = yield* Onboarding.execute(acme)

    assert.deepStrictEqual(yield* Onboarding.execute(acme), first)
    assert.lengthOf(yield* Server.teams.list({}), 1)
    assert.lengthOf(outbox.byAddress(acme.email), 1)
  }).pipe(Effect.provide(live)))

it.effect("a customer with an unknown plan leaves no user and no team behind", () =>
  Effect.gen(function*() {
    yield* Effect.flip(Onboarding.execute({ ...acme, plan: "unknown" }))

    assert.lengthOf(yield* Server.teams.list({}), 0)
    assert.lengthOf(yield* Server.users.list({}), 0)
  }).pipe(Effect.provide(live)))
