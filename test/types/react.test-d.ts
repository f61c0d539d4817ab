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
  useClient,
  useConnectedAccount,
  usePermission,
  useRead,
  useReadState,
  useRunEffect,
  useTeams,
  useUser
} from "../../react/index.ts"
import type { ServerAccess } from "../../schemas/access.ts"
import type * as Users from "../../schemas/endpoints/users.ts"
import type { TeamApiKey, UserApiKey } from "../../schemas/entities/ApiKey.ts"
import type { Team } from "../../schemas/entities/Team.ts"
import type { User } from "../../schemas/entities/User.ts"
import type { InvalidConfiguration } from "../../schemas/errors/CallError.ts"

test("the `or` option of useUser determines whether the user may be null", () => {
  expectTypeOf(useUser()).toEqualTypeOf<User | null>()
  expectTypeOf(useUser({ or: "return-null" })).toEqualTypeOf<User | null>()
  expectTypeOf(useUser({ or: "redirect" })).toEqualTypeOf<User>()
  expectTypeOf(useUser({ or: "throw" })).toEqualTypeOf<User>()
  expectTypeOf(useUser({ or: "anonymous" })).toEqualTypeOf<User>()
})

test("useConnectedAccount({ or: \"redirect\" }) always returns a token", () => {
  expectTypeOf(useConnectedAccount("google")).toEqualTypeOf<Redacted.Redacted | null>()
  expectTypeOf(useConnectedAccount("google", { or: "return-null" })).toEqualTypeOf<Redacted.Redacted | null>()
  expectTypeOf(useConnectedAccount("google", { or: "redirect", scopes: ["mail"] })).toEqualTypeOf<Redacted.Redacted>()
})

test("runEffect keeps the result and the errors of an effect, even of a union of two effects", () => {
  const run = useRunEffect()
  const choice = null as unknown as Effect.Effect<1, "one"> | Effect.Effect<2, "two">

  expectTypeOf(run(choice)).resolves.toEqualTypeOf<Exit.Exit<1 | 2, "one" | "two" | InvalidConfiguration>>()
})

test("an effect doesn't compile if the provider lacks its services", () => {
  const list = null as unknown as ReturnType<typeof Users.list>

  // @ts-expect-error the ready-made provider is a client's
  useRunEffect()(list)
  createLatchkeyReact<ServerAccess>().useRunEffect()(list)
})

test("useUser doesn't compile without the services of a user", () => {
  expectTypeOf(createLatchkeyReact<ServerAccess>().useUser).toBeNever()
})

test("useRead returns the value, and the state of useReadState also has the read's and the provider's errors", () => {
  const read = null as unknown as ReadDefinition<1, "one", ReadCache>

  expectTypeOf(useRead(read)).toEqualTypeOf<1>()
  expectTypeOf(useReadState(read)).toEqualTypeOf<ReadState<1, "one" | InvalidConfiguration>>()
})

test("a read doesn't compile if the provider lacks its services", () => {
  const list = null as unknown as ReadDefinition<1, never, ServerAccess>

  // @ts-expect-error the ready-made provider is a client's
  useRead(list)
  createLatchkeyReact<ServerAccess>().useRead(list)
})

test("useAction preserves the types of the arguments, the result and the errors", () => {
  const { error, run } = useAction((_name: string) => null as unknown as Effect.Effect<1, { readonly _tag: "Refused" }>)

  expectTypeOf(run).parameters.toEqualTypeOf<[name: string]>()
  expectTypeOf(run("")).resolves.toExtend<Exit.Exit<1, unknown>>()
  expectTypeOf(error?._tag).toEqualTypeOf<"InvalidConfiguration" | "Refused" | undefined>()
})

test("useAction accepts functions that return promises, whose error is unknown, except for calls of a promise client", () => {
  const client = useClient()
  const unknown = useAction(async (_name: string) => 1)
  const typed = useAction((displayName: string) => client.currentUser.update({ displayName }))
  const passedOn = useAction(client.teams.create)

  expectTypeOf(unknown.run).parameters.toEqualTypeOf<[name: string]>()
  expectTypeOf(unknown.data).toEqualTypeOf<number | undefined>()
  expectTypeOf(unknown.error).toBeUnknown()
  expectTypeOf(typed.data).toExtend<{ readonly displayName: string | null } | undefined>()
  expectTypeOf(typed.error).toExtend<Error | undefined>()
  expectTypeOf<Extract<typeof typed.error, { readonly _tag: "CallError" }>>().not.toBeNever()
  expectTypeOf<Extract<typeof passedOn.error, { readonly _tag: "TeamAlreadyExists" }>>().not.toBeNever()
})

test("useAction and useRunEffect accept only effects and promises", () => {
  const list = null as unknown as ReturnType<typeof Users.list>

  // @ts-expect-error the function returns nothing
  useAction(() => {})
  // @ts-expect-error the ready-made provider is a client's
  useAction(() => list)
  // @ts-expect-error a promise
  useRunEffect()(Promise.resolve())
  createLatchkeyReact<ServerAccess>().useAction(() => list)
})

test("only the result of a hook that can be disabled may be null", () => {
  const read = null as unknown as ReadDefinition<1, "one", ReadCache>
  const enabled = null as unknown as boolean
  const team = null as unknown as Team | null

  expectTypeOf(useTeams()).toEqualTypeOf<ReadonlyArray<Team>>()
  expectTypeOf(useTeams({ enabled: true })).toEqualTypeOf<ReadonlyArray<Team>>()
  expectTypeOf(useTeams({ enabled })).toEqualTypeOf<ReadonlyArray<Team> | null>()
  expectTypeOf(useRead(read, { enabled })).toEqualTypeOf<1 | null>()
  expectTypeOf(useRead(team && read)).toEqualTypeOf<1 | null>()
  expectTypeOf(useReadState(team && read)).toEqualTypeOf<
    ReadState<1, "one" | InvalidConfiguration> | { readonly _tag: "Pending" }
  >()
  expectTypeOf(usePermission("read")).toEqualTypeOf<boolean>()
  expectTypeOf(usePermission("read", { teamId: "" })).toEqualTypeOf<boolean>()
  expectTypeOf(usePermission("read", { teamId: team?.id })).toEqualTypeOf<boolean | null>()
  expectTypeOf(useApiKeys({ teamId: team?.id })).toEqualTypeOf<ReadonlyArray<TeamApiKey> | null>()
  expectTypeOf(useApiKeys({ enabled })).toEqualTypeOf<ReadonlyArray<UserApiKey> | null>()
})

test("useApiKeys's argument determines the type of its keys", () => {
  expectTypeOf(useApiKeys()).toEqualTypeOf<ReadonlyArray<UserApiKey>>()
  expectTypeOf(useApiKeys({ teamId: "" })).toEqualTypeOf<ReadonlyArray<TeamApiKey>>()
})
