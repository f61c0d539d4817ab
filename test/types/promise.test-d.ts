import type * as Redacted from "effect/Redacted"
import { expectTypeOf, test } from "vitest"
import type * as Password from "../../schemas/endpoints/password.ts"
import type { User } from "../../schemas/entities/User.ts"
import type { LatchkeyClient, Promised } from "../../src/promise.ts"

declare const client: LatchkeyClient

test("currentUser.get tells by the choice whether there is a user", () => {
  expectTypeOf(client.currentUser.get()).resolves.toEqualTypeOf<User | null>()
  expectTypeOf(client.currentUser.get({ or: "return-null" })).resolves.toEqualTypeOf<User | null>()
  expectTypeOf(client.currentUser.get({ or: "throw" })).resolves.toEqualTypeOf<User>()
  expectTypeOf(client.currentUser.get({ or: "anonymous" }, {})).resolves.toEqualTypeOf<User>()
})

test("a flow keeps its input and answer, and takes a signal", () => {
  expectTypeOf(client.signIn.withPassword).returns.resolves.toEqualTypeOf<{ userId: string }>()
  expectTypeOf(client.signIn.withPassword).parameter(1).toEqualTypeOf<
    { readonly signal?: AbortSignal | undefined } | undefined
  >()
  expectTypeOf(client.signOut).parameter(0).toEqualTypeOf<{ readonly signal?: AbortSignal | undefined } | undefined>()
})

test("an endpoint's secrets may be bare text", () => {
  type Input = Parameters<Promised<typeof Password.signIn>>[0]

  expectTypeOf<Input["password"]>().toEqualTypeOf<string | Redacted.Redacted>()
  expectTypeOf<Input["email"]>().toEqualTypeOf<string>()
})
