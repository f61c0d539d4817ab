/** Calls that a program can make, and the errors that it still has to handle. */
// @effect-diagnostics missingEffectContext:off missingEffectError:off floatingEffect:off
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { expectTypeOf, test } from "vitest"
import type { AdminAccess, ClientAccess, ServerAccess } from "../../schemas/access.ts"
import * as InternalProjects from "../../schemas/endpoints/internalProjects.ts"
import * as Password from "../../schemas/endpoints/password.ts"
import * as Sessions from "../../schemas/endpoints/sessions.ts"
import * as Teams from "../../schemas/endpoints/teams.ts"
import * as Users from "../../schemas/endpoints/users.ts"
import {
  type BotChallengeFailed,
  type BotChallengeRequired,
  type CallError,
  type EmailNotVerified,
  EmailPasswordMismatch,
  InvalidAccessToken,
  MultiFactorAuthenticationRequired,
  type PasswordAuthenticationNotEnabled,
  PasswordRequirementsNotMet,
  type PasswordTooLong,
  type PasswordTooShort,
  type PermissionNotFound,
  ProjectAuthenticationError,
  type RedirectUrlNotWhitelisted,
  type SignUpNotEnabled,
  type SignUpRejected,
  type UserWithEmailAlreadyExists,
  type VerificationCodeAlreadyUsed,
  VerificationCodeError,
  type VerificationCodeExpired,
  type VerificationCodeMaxAttemptsReached,
  type VerificationCodeNotFound
} from "../../schemas/errors/index.ts"
import { catchFamily } from "../../schemas/KnownError.ts"

declare const client: Layer.Layer<ClientAccess>
declare const server: Layer.Layer<ClientAccess | ServerAccess>
declare const admin: Layer.Layer<ClientAccess | ServerAccess | AdminAccess>

declare const signIn: ReturnType<typeof Password.signIn>
declare const signUp: ReturnType<typeof Password.signUp>
declare const reset: ReturnType<typeof Password.reset>

const run = <A, E>(program: Effect.Effect<A, E>) => Effect.runPromise(program)

test("a client program can't make calls that are reserved for back ends", () => {
  run(Users.getMe().pipe(Effect.provide(client)))
  // @ts-expect-error the server level is missing
  run(Users.list().pipe(Effect.provide(client)))
  // @ts-expect-error the server level is missing
  run(Sessions.create({ userId: "me" }).pipe(Effect.provide(client)))
  // @ts-expect-error the admin level is missing
  run(InternalProjects.getCurrent().pipe(Effect.provide(client)))
})

test("a back end can make every call of clients, and a dashboard can make every call", () => {
  run(Users.getMe().pipe(Effect.provide(server)))
  run(Users.list().pipe(Effect.provide(server)))
  // @ts-expect-error the admin level is missing
  run(InternalProjects.getCurrent().pipe(Effect.provide(server)))
  run(InternalProjects.getCurrent().pipe(Effect.provide(admin)))
  run(Users.list().pipe(Effect.provide(admin)))
})

test("a program of several calls requires the levels of all of them", () => {
  const program = Effect.gen(function*() {
    yield* Users.getMe()
    yield* Users.list()
    return yield* Teams.list({ userId: "me" })
  })

  expectTypeOf<Effect.Services<typeof program>>().toEqualTypeOf<ClientAccess | ServerAccess>()
})

test("an error caught by its tag is removed from the error channel", () => {
  const handled = signIn.pipe(Effect.catchTag("EmailPasswordMismatch", () => Effect.succeed("again")))

  expectTypeOf<Effect.Error<typeof handled>>().toEqualTypeOf<
    | PasswordAuthenticationNotEnabled
    | MultiFactorAuthenticationRequired
    | EmailNotVerified
    | PasswordTooLong
    | CallError
  >()
})

test("catching a family removes all of its errors from the error channel", () => {
  const handled = reset.pipe(catchFamily(VerificationCodeError, (error) => {
    expectTypeOf(error).toEqualTypeOf<
      | VerificationCodeNotFound
      | VerificationCodeExpired
      | VerificationCodeAlreadyUsed
      | VerificationCodeMaxAttemptsReached
    >()
    return Effect.succeed("another email")
  }))

  expectTypeOf<Effect.Error<typeof handled>>().toEqualTypeOf<
    PasswordAuthenticationNotEnabled | PasswordTooShort | PasswordTooLong | CallError
  >()
})

test("catching a family removes no errors of other families", () => {
  const handled = signUp.pipe(catchFamily(PasswordRequirementsNotMet, () => Effect.void))

  expectTypeOf<Effect.Error<typeof handled>>().toEqualTypeOf<
    | PasswordAuthenticationNotEnabled
    | RedirectUrlNotWhitelisted
    | SignUpNotEnabled
    | UserWithEmailAlreadyExists
    | MultiFactorAuthenticationRequired
    | PermissionNotFound
    | BotChallengeRequired
    | BotChallengeFailed
    | SignUpRejected
    | CallError
  >()
})

test("the handler of a family of common errors gets only errors of that family, and the program can still fail with CallError", () => {
  const handled = signIn.pipe(catchFamily(InvalidAccessToken, (error) => {
    expectTypeOf(error._tag).toEqualTypeOf<
      "UnparsableAccessToken" | "AccessTokenExpired" | "InvalidProjectForAccessToken"
    >()
    return Effect.void
  }))

  expectTypeOf<Effect.Error<typeof handled>>().toEqualTypeOf<Effect.Error<typeof signIn>>()
})

test("catching a family of families handles all of their errors", () => {
  signIn.pipe(catchFamily(ProjectAuthenticationError, (error) => {
    expectTypeOf<"InvalidSecretServerKey" | "AdminAccessTokenExpired">().toExtend<typeof error._tag>()
    return Effect.void
  }))
})

test("an error's code and details have literal types, as does the catalogue's status", () => {
  expectTypeOf<EmailPasswordMismatch["code"]>().toEqualTypeOf<"EMAIL_PASSWORD_MISMATCH">()
  expectTypeOf<(typeof EmailPasswordMismatch)["spec"]["status"]>().toEqualTypeOf<400>()
  expectTypeOf<EmailPasswordMismatch["status"]>().toEqualTypeOf<number>()
  expectTypeOf<PasswordTooShort["details"]>().toEqualTypeOf<{ readonly minLength: number | undefined }>()
})

test("a call's input accepts exactly the contract's fields", () => {
  // @ts-expect-error `email` is missing
  Password.sendResetCode({ callbackUrl: "https://app.example.com" })
  // @ts-expect-error unknown field
  Password.sendResetCode({ email: "a@b.cd", callbackUrl: "https://app.example.com", colour: "red" })
  // a secret may be a string
  Password.signIn({ email: "a@b.cd", password: "bare" })
  Password.signIn({ email: "a@b.cd", password: Redacted.make("wrapped") })
  // @ts-expect-error a secret can't be a number
  Password.signIn({ email: "a@b.cd", password: 123456 })
  // an endpoint without required input takes no argument
  Users.getMe()
  Users.list()
})
