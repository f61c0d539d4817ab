/** How long the middleware caches the result of a permission check. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import * as Access from "../../../../layers/access/access.ts"
import * as ProjectPermissionDefinitions from "../../../../schemas/endpoints/projectPermissionDefinitions.ts"
import * as ProjectPermissions from "../../../../schemas/endpoints/projectPermissions.ts"
import {
  CurrentUser,
  layerPermissions,
  type PermissionOptions,
  RequirePermission,
  type SignedIn
} from "../../../../src/backend/httpApi/index.ts"
import { Emulator } from "../../../../src/emulator/index.ts"
import { asAdmin, asServer, emulated, signUp } from "../../emulator/support/support.ts"

const endpoint = HttpApiEndpoint.get("all", "/notes").middleware(RequirePermission("read_all"))

type Answers = (handler: Effect.Effect<string>, of: { readonly endpoint: typeof endpoint }) => Effect.Effect<
  string,
  { readonly _tag: string },
  CurrentUser
>

/**
 * Sends a user's requests to an endpoint that requires a permission. Has functions that grant and revoke the
 * permission.
 */
const asking = Effect.gen(function*() {
  // the test calls the middleware directly, because the middleware works without a router
  const middleware = (yield* RequirePermission("read_all")) as unknown as Answers
  const { requests } = yield* Emulator
  const { userId } = yield* signUp()
  yield* asAdmin(ProjectPermissionDefinitions.create({ id: "read_all" }))
  return {
    userId,
    request: middleware(Effect.succeed("in"), { endpoint }).pipe(
      Effect.provideService(CurrentUser, { userId } as SignedIn),
      Effect.catch(({ _tag }) => Effect.succeed(_tag))
    ),
    grant: asServer(ProjectPermissions.grant({ userId, permissionId: "read_all" })),
    revoke: asServer(ProjectPermissions.revoke({ userId, permissionId: "read_all" })),
    requested: () => requests.list().filter(({ endpoint }) => endpoint?.startsWith("projectPermissions.list")).length,
    faults: (yield* Emulator).faults
  }
})

const withMiddleware = (options?: PermissionOptions) =>
  layerPermissions(options).pipe(
    Layer.provide(Layer.fresh(Access.layerServer())),
    Layer.provideMerge(emulated())
  )

describe("RequirePermission", () => {
  it.effect("RequirePermission reads a granted permission at most once a minute, so that a revocation takes effect within a minute", () =>
    Effect.gen(function*() {
      const { requested, grant, request, revoke } = yield* asking
      yield* grant

      const first = yield* Effect.forEach(Array(100), () => request, { concurrency: "unbounded" })
      yield* revoke
      yield* TestClock.adjust("59 seconds")
      const lastBelieved = yield* request
      const whileBelieved = requested()
      yield* TestClock.adjust("1 second")

      assert.deepStrictEqual(new Set([...first, lastBelieved]), new Set(["in"]))
      assert.strictEqual(whileBelieved, 1)
      assert.strictEqual(yield* request, "NotPermitted")
    }).pipe(Effect.provide(withMiddleware())))

  it.effect("RequirePermission accepts a user as soon as the permission is granted", () =>
    Effect.gen(function*() {
      const { grant, request } = yield* asking

      const before = yield* request
      yield* grant

      assert.deepStrictEqual([before, yield* request], ["NotPermitted", "in"])
    }).pipe(Effect.provide(withMiddleware())))

  it.effect("RequirePermission reads the permission for each request if permission checks aren't cached", () =>
    Effect.gen(function*() {
      const { grant, request, revoke } = yield* asking
      yield* grant

      const before = yield* request
      yield* revoke

      assert.deepStrictEqual([before, yield* request], ["in", "NotPermitted"])
    }).pipe(Effect.provide(withMiddleware({ verdictsFor: 0 }))))

  it.effect("S5: RequirePermission rejects a user if the platform returns a different permission", () =>
    Effect.gen(function*() {
      const { faults, request, userId } = yield* asking
      const other = { items: [{ id: "read", user_id: userId }], is_paginated: false }
      faults.add({ endpoint: "projectPermissions.list", respond: () => Response.json(other) })

      assert.strictEqual(yield* request, "NotPermitted")
    }).pipe(Effect.provide(withMiddleware())))

  it.effect("RequirePermission caches no result if its request to the platform fails", () =>
    Effect.gen(function*() {
      const { faults, grant, request } = yield* asking
      yield* grant
      const mend = faults.add({ endpoint: "projectPermissions.list", respond: { type: "serverError" } })

      const before = yield* request
      mend()

      assert.deepStrictEqual([before, yield* request], ["AuthenticationUnavailable", "in"])
    }).pipe(Effect.provide(withMiddleware())))
})
