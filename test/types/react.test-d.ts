// @effect-diagnostics missingEffectContext:off
import type * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import { expectTypeOf, test } from "vitest"
import { createLatchkeyReact, useRunEffect, useUser } from "../../react/index.ts"
import type { ServerAccess } from "../../schemas/access.ts"
import type * as Users from "../../schemas/endpoints/users.ts"
import type { User } from "../../schemas/entities/User.ts"
import type { InvalidConfiguration } from "../../schemas/errors/CallError.ts"

test("useUser tells by the choice whether there is a user", () => {
  expectTypeOf(useUser()).toEqualTypeOf<User | null>()
  expectTypeOf(useUser({ or: "return-null" })).toEqualTypeOf<User | null>()
  expectTypeOf(useUser({ or: "redirect" })).toEqualTypeOf<User>()
  expectTypeOf(useUser({ or: "throw" })).toEqualTypeOf<User>()
  expectTypeOf(useUser({ or: "anonymous" })).toEqualTypeOf<User>()
})

test("runEffect keeps answer and errors, also of a choice between effects", () => {
  const run = useRunEffect()
  const choice = null as unknown as Effect.Effect<1, "one"> | Effect.Effect<2, "two">

  expectTypeOf(run(choice)).resolves.toEqualTypeOf<Exit.Exit<1 | 2, "one" | "two" | InvalidConfiguration>>()
})

test("an effect whose services the provider does not have is not taken", () => {
  const list = null as unknown as ReturnType<typeof Users.list>

  // @ts-expect-error the ready-made provider is a client's
  useRunEffect()(list)
  createLatchkeyReact<ServerAccess>().useRunEffect()(list)
})

test("there is no useUser without the services of a user", () => {
  expectTypeOf(createLatchkeyReact<ServerAccess>().useUser).toBeNever()
})
