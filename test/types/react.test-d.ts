// @effect-diagnostics missingEffectContext:off
import type * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import type * as Redacted from "effect/Redacted"
import { expectTypeOf, test } from "vitest"
import type { ReadCache } from "../../layers/reads/Reads.ts"
import {
  createLatchkeyReact,
  type ReadDefinition,
  type ReadState,
  useAction,
  useApiKeys,
  useConnectedAccount,
  useRead,
  useReadState,
  useRunEffect,
  useUser
} from "../../react/index.ts"
import type { ServerAccess } from "../../schemas/access.ts"
import type * as Users from "../../schemas/endpoints/users.ts"
import type { TeamApiKey, UserApiKey } from "../../schemas/entities/ApiKey.ts"
import type { User } from "../../schemas/entities/User.ts"
import type { InvalidConfiguration } from "../../schemas/errors/CallError.ts"

test("useUser tells by the choice whether there is a user", () => {
  expectTypeOf(useUser()).toEqualTypeOf<User | null>()
  expectTypeOf(useUser({ or: "return-null" })).toEqualTypeOf<User | null>()
  expectTypeOf(useUser({ or: "redirect" })).toEqualTypeOf<User>()
  expectTypeOf(useUser({ or: "throw" })).toEqualTypeOf<User>()
  expectTypeOf(useUser({ or: "anonymous" })).toEqualTypeOf<User>()
})

test("useConnectedAccount always has a token where it leaves for one", () => {
  expectTypeOf(useConnectedAccount("google")).toEqualTypeOf<Redacted.Redacted | null>()
  expectTypeOf(useConnectedAccount("google", { or: "return-null" })).toEqualTypeOf<Redacted.Redacted | null>()
  expectTypeOf(useConnectedAccount("google", { or: "redirect", scopes: ["mail"] })).toEqualTypeOf<Redacted.Redacted>()
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

test("useRead gives the value, useReadState also the errors: its own and the provider's", () => {
  const read = null as unknown as ReadDefinition<1, "one", ReadCache>

  expectTypeOf(useRead(read)).toEqualTypeOf<1>()
  expectTypeOf(useReadState(read)).toEqualTypeOf<ReadState<1, "one" | InvalidConfiguration>>()
})

test("a read whose services the provider does not have is not taken", () => {
  const list = null as unknown as ReadDefinition<1, never, ServerAccess>

  // @ts-expect-error the ready-made provider is a client's
  useRead(list)
  createLatchkeyReact<ServerAccess>().useRead(list)
})

test("useAction keeps arguments, answer and errors", () => {
  const { error, run } = useAction((_name: string) => null as unknown as Effect.Effect<1, { readonly _tag: "Refused" }>)

  expectTypeOf(run).parameters.toEqualTypeOf<[name: string]>()
  expectTypeOf(run("")).resolves.toExtend<Exit.Exit<1, unknown>>()
  expectTypeOf(error?._tag).toEqualTypeOf<"InvalidConfiguration" | "Refused" | undefined>()
})

test("useApiKeys tells by its argument whose keys they are", () => {
  expectTypeOf(useApiKeys()).toEqualTypeOf<ReadonlyArray<UserApiKey>>()
  expectTypeOf(useApiKeys({ teamId: "" })).toEqualTypeOf<ReadonlyArray<TeamApiKey>>()
})
