/** What the types of calls promise: every error that can come, and nothing else; and who may call. */
import type * as Effect from "effect/Effect"
import { expectTypeOf, test } from "vitest"
import type { AccessLevel, AccessLevels } from "../../schemas/access.ts"
import type { resources } from "../../schemas/catalogue.ts"
import type {
  AdminAccess,
  BotChallengeFailed,
  CallError,
  ClientAccess,
  Emails,
  MultiFactorAuthenticationRequired,
  Otp,
  PermissionNotFound,
  ProjectMetrics,
  RequiresCustomEmailServer,
  ServerAccess,
  SignUpNotEnabled,
  SignUpRejected,
  UserIdDoesNotExist,
  UserWithEmailAlreadyExists,
  VerificationCodeAlreadyUsed,
  VerificationCodeExpired,
  VerificationCodeMaxAttemptsReached,
  VerificationCodeNotFound
} from "../../schemas/index.ts"
import type { Contract } from "./contract.ts"

type AnyCall = (...input: never) => Effect.Effect<unknown, unknown, unknown>
type Errors<Call extends AnyCall> = Effect.Error<ReturnType<Call>>
type Access<Call extends AnyCall> = Effect.Services<ReturnType<Call>>
type Output<Call extends AnyCall> = Effect.Success<ReturnType<Call>>

type Resources = typeof resources

/** `oauth.callback` is `callback` of `endpoints/oauth.ts`. */
type Call<Name> = Name extends `${infer Resource extends keyof Resources}.${infer Verb}`
  ? Verb extends keyof Resources[Resource] ? Extract<Resources[Resource][Verb], AnyCall> : never
  : never

type NamesOfCalls = {
  [Resource in keyof Resources]: `${Resource}.${keyof Resources[Resource] & string}`
}[keyof Resources]

type Name = keyof Contract

/** What an endpoint says of itself, in the words of the contract. `any` says nothing. */
type Tag<E> = 0 extends 1 & E ? "any" : E extends { readonly _tag: infer Tag } ? Tag : "untagged"

type IsSame<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

/** The compiler's complaint names those there are. */
declare const none: <Names extends never>() => Names

type Level<Name extends keyof Contract> = Contract[Name][0]
type Listed<Name extends keyof Contract> = Exclude<Contract[Name][number], AccessLevel> | CallError["_tag"]

test("every endpoint of the contract is a call, and there is no other", () => {
  expectTypeOf<NamesOfCalls>().toEqualTypeOf<Name>()
})

test("every endpoint fails with exactly its errors", () => {
  type Others = { [N in Name]: IsSame<Tag<Errors<Call<N>>>, Listed<N>> extends true ? never : N }[Name]
  none<Others>()
})

test("every endpoint asks for the service of its level, and for no other", () => {
  type Others = { [N in Name]: IsSame<Access<Call<N>>, AccessLevels[Level<N>]> extends true ? never : N }[Name]
  none<Others>()
})

test("every endpoint says what it answers", () => {
  type Others = { [N in Name]: unknown extends Output<Call<N>> ? N : never }[Name]
  none<Others>()
})

test("ProjectMetrics.get fails like any call, and asks for the admin level", () => {
  expectTypeOf<Errors<typeof ProjectMetrics.get>>().toEqualTypeOf<CallError>()
  expectTypeOf<Access<typeof ProjectMetrics.get>>().toEqualTypeOf<AdminAccess>()
})

test("Emails.send fails with exactly its errors, and asks for the server level", () => {
  expectTypeOf<Errors<typeof Emails.send>>().toEqualTypeOf<RequiresCustomEmailServer | UserIdDoesNotExist | CallError>()
  expectTypeOf<Access<typeof Emails.send>>().toEqualTypeOf<ServerAccess>()
})

test("Otp.signIn fails with exactly its errors, and asks for the client level", () => {
  expectTypeOf<Errors<typeof Otp.signIn>>().toEqualTypeOf<
    | VerificationCodeNotFound
    | VerificationCodeExpired
    | VerificationCodeAlreadyUsed
    | VerificationCodeMaxAttemptsReached
    | MultiFactorAuthenticationRequired
    | UserWithEmailAlreadyExists
    | SignUpNotEnabled
    | PermissionNotFound
    | SignUpRejected
    | BotChallengeFailed
    | CallError
  >()
  expectTypeOf<Access<typeof Otp.signIn>>().toEqualTypeOf<ClientAccess>()
})
