/** What the emulator does differently by the revision that it plays. docs/platform.md §19. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { decodeJwt } from "jose"
import { Emulator } from "../../../../layers/emulator/index.ts"
import * as Anonymous from "../../../../schemas/endpoints/anonymous.ts"
import { emulated, signUp } from "../support/support.ts"

describe("access tokens", () => {
  const claims = Effect.map(
    signUp(),
    ({ accessToken }) => Object.keys(decodeJwt(Redacted.value(accessToken))).sort()
  )

  it.effect("have the few claims of 2025-08, where the role tells anonymous users", () =>
    Effect.gen(function*() {
      const { accessToken } = yield* Anonymous.signUp()

      assert.deepStrictEqual(yield* claims, [
        "aud",
        "branchId",
        "exp",
        "iat",
        "iss",
        "refreshTokenId",
        "role",
        "sub"
      ])
      assert.strictEqual(decodeJwt(Redacted.value(accessToken))["role"], "anon")
    }).pipe(Effect.provide(emulated({ revision: "2025-08" }))))

  it.effect("have the claims of 2026-04 under one spelling", () =>
    Effect.gen(function*() {
      const names = yield* claims

      assert.includeMembers(names, ["branch_id", "refresh_token_id", "project_id", "is_restricted"])
      assert.notInclude(names, "branchId")
      assert.notInclude(names, "refreshTokenId")
    }).pipe(Effect.provide(emulated({ revision: "2026-04" }))))

  for (const revision of ["2025-08", "2026-04"] as const) {
    it.effect(`of ${revision} are taken back after the emulator was saved and loaded`, () =>
      Effect.gen(function*() {
        const { accessToken } = yield* signUp()
        const { fetch, baseUrl, project, state } = yield* Emulator
        yield* Effect.promise(async () => state.load(await state.save()))

        const response = yield* Effect.promise(() =>
          fetch(
            new Request(`${baseUrl}/api/v1/auth/sessions?user_id=me`, {
              headers: {
                "x-stack-access-type": "client",
                "x-stack-project-id": project.id,
                "x-stack-publishable-client-key": Redacted.value(project.publishableClientKey),
                "x-stack-access-token": Redacted.value(accessToken)
              }
            })
          )
        )

        const { items } = yield* Effect.promise(() => response.json())
        assert.isTrue(items[0].is_current_session)
      }).pipe(Effect.provide(emulated({ revision }))))
  }
})
