import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { startEmulator } from "../../../src/emulator/index.ts"
import { defaultProject } from "../../../src/emulator/seed/Seed.ts"
import { run } from "../run.ts"

/** Runs an effect with an emulator's project in the environment. */
const withEnvironment = <A, E, R>(variables: { readonly [name: string]: string }, effect: Effect.Effect<A, E, R>) =>
  Effect.acquireUseRelease(
    Effect.sync(() => {
      const before = Object.fromEntries(Object.keys(variables).map((name) => [name, process.env[name]]))
      Object.assign(process.env, variables)
      return before
    }),
    () => effect,
    (before) =>
      Effect.sync(() => {
        for (const [name, value] of Object.entries(before)) {
          if (value === undefined) delete process.env[name]
          else process.env[name] = value
        }
      })
  )

const keys = {
  STACK_PROJECT_ID: defaultProject.id,
  STACK_PUBLISHABLE_CLIENT_KEY: defaultProject.publishableClientKey,
  STACK_SECRET_SERVER_KEY: defaultProject.secretServerKey,
  STACK_SUPER_SECRET_ADMIN_KEY: defaultProject.superSecretAdminKey
}

describe("npm run prove conformance -- --live", () => {
  it.live.each(
    [
      ["2025-08", { revision: "2025-08" }],
      ["2026-04", { revision: "2026-04" }],
      ["no particular revision", {}]
    ] as const
  )("O2: every conformance scenario passes with an emulator of %s on a port", ([, seed]) =>
    Effect.gen(function*() {
      const platform = yield* Effect.acquireRelease(
        Effect.promise(() => startEmulator({ ...seed, config: { allowUserApiKeys: true }, pages: true })),
        (platform) => Effect.promise(platform.close)
      )
      const outbox = { CONFORMANCE_OUTBOX_URL: `${platform.baseUrl}/emulator/outbox.json` }

      const { code, lines } = yield* withEnvironment({ ...keys, ...outbox }, run("--live", platform.baseUrl))

      assert.strictEqual(code, 0, lines.join("\n"))
      assert.match(lines.at(-1)!, /^\d\d passed, 0 skipped, 0 failed$/)
    }).pipe(Effect.scoped), 60_000)
})
