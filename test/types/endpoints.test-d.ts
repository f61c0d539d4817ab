/** Types of calls: which errors a call can fail with, and which level it requires. */
import type * as Effect from "effect/Effect"
import { expectTypeOf, test } from "vitest"
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

type AnyCall = (...input: never) => Effect.Effect<unknown, unknown, unknown>
type Errors<Call extends AnyCall> = Effect.Error<ReturnType<Call>>
type Access<Call extends AnyCall> = Effect.Services<ReturnType<Call>>
type Output<Call extends AnyCall> = Effect.Success<ReturnType<Call>>

type Resources = typeof resources

/** Finds an endpoint by its export, such as `callback` in `endpoints/oauth.ts` for `oauth.callback`. */
type Call<Name> = Name extends `${infer Resource extends keyof Resources}.${infer Verb}`
  ? Verb extends keyof Resources[Resource] ? Extract<Resources[Resource][Verb], AnyCall> : never
  : never

type Name = {
  [Resource in keyof Resources]: `${Resource}.${keyof Resources[Resource] & string}`
}[keyof Resources]

/** Lists the endpoints in the compiler's error. */
declare const none: <Names extends never>() => Names

// test/schemas/catalogue.test.ts compares errors and levels with the contract
test("every endpoint has types for its errors, its level and its output", () => {
  type Untyped = {
    [N in Name]: unknown extends Errors<Call<N>> | Access<Call<N>> | Output<Call<N>> ? N : never
  }[Name]
  none<Untyped>()
})

test("ProjectMetrics.get has only the errors common to all calls, and requires the admin level", () => {
  expectTypeOf<Errors<typeof ProjectMetrics.get>>().toEqualTypeOf<CallError>()
  expectTypeOf<Access<typeof ProjectMetrics.get>>().toEqualTypeOf<AdminAccess>()
})

test("Emails.send has exactly its declared errors, and requires the server level", () => {
  expectTypeOf<Errors<typeof Emails.send>>().toEqualTypeOf<RequiresCustomEmailServer | UserIdDoesNotExist | CallError>()
  expectTypeOf<Access<typeof Emails.send>>().toEqualTypeOf<ServerAccess>()
})

test("Otp.signIn has exactly its declared errors, and requires the client level", () => {
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
