/** The user of the session. docs/protocol.md §18. */
import * as Effect from "effect/Effect"
import { bindToUser, sameUser } from "../../../layers/access/index.ts"
import { Session } from "../../../layers/session/index.ts"
import type { ClientAccess } from "../../../schemas/access.ts"
import * as Users from "../../../schemas/endpoints/users.ts"
import { type Restriction, restrictionOf } from "../../../schemas/entities/RestrictedReason.ts"
import type { User } from "../../../schemas/entities/User.ts"
import type { CallError } from "../../../schemas/errors/CallError.ts"
import { invalidInput, NotSignedIn } from "../../errors/index.ts"
import { renewIfOutdated, type SignUpError, signUpOnce } from "../authentication/index.ts"
import { redirectTo } from "../redirects/index.ts"

/**
 * What to do when nobody is signed in. An anonymous user counts as nobody, except for the last two; a restricted one too,
 * unless `includeRestricted` asks for them.
 *
 * - `return-null`: answer `null`.
 * - `redirect`: go to the sign-in page, with a restricted user to `onboarding`, then answer `null`. See `redirectTo`.
 * - `throw`: fail with `NotSignedIn`.
 * - `anonymous`: sign up anonymously and answer that user. Any number of callers make one user.
 * - `anonymous-if-exists`: answer an anonymous user where there is one, otherwise `null`. `anonymous-if-exists[deprecated]`
 *   is the platform's own name for it.
 */
export type Or =
  | "return-null"
  | "redirect"
  | "throw"
  | "anonymous"
  | "anonymous-if-exists"
  | "anonymous-if-exists[deprecated]"

/** `throw` and `anonymous` always have a user. */
export type UserOr<Choice extends Or> = Choice extends "throw" | "anonymous" ? User : User | null

/** `throw` adds an error, and so does `anonymous`: that of a sign-up. */
export type ErrorOr<Choice extends Or> = Choice extends "throw" ? CallError | NotSignedIn
  : Choice extends "anonymous" ? CallError | SignUpError
  : CallError

/**
 * Whether restricted users count, with `isRestricted` and `restrictedReason`. Where anonymous users do, restricted ones
 * always do: to later platforms each anonymous user is one.
 */
export type IncludeRestricted<Choice extends Or> = Choice extends `anonymous${string}` ? true : boolean

type AnyError = CallError | NotSignedIn | SignUpError

/**
 * The signed-in user. Nobody is signed in either when the platform says so, which ends the session, or, without a request,
 * when the session is known to be over. Where the access token says something else of a restriction than the user, it is
 * renewed.
 */
export const get = <const Choice extends Or = "return-null">(
  options?: {
    /**
     * What to do when nobody is signed in: `return-null`, `redirect` to the sign-in page, `throw` `NotSignedIn`, or sign up
     * an `anonymous` user. @default "return-null"
     */
    readonly or?: Choice
    /** Answer a user who may not use the app yet, too. @default false; true where anonymous users count */
    readonly includeRestricted?: IncludeRestricted<Choice> | undefined
  }
): Effect.Effect<UserOr<Choice>, ErrorOr<Choice>, ClientAccess | Session> => {
  const or: Or = options?.or ?? "return-null"
  const anonymousCounts = or.startsWith("anonymous")
  const restrictedCounts = options?.includeRestricted ?? anonymousCounts
  const found: Effect.Effect<User | null, AnyError, ClientAccess | Session> = anonymousCounts && !restrictedCounts
    ? Effect.fail(invalidInput("currentUser.get", "includeRestricted", "Expected true, or nothing, with or: anonymous"))
    : Effect.flatMap(read, (user) => {
      if (user === null || (user.isAnonymous && !anonymousCounts)) return nobody(or)
      const restriction = restrictionOf(user)
      return restriction === null || restrictedCounts ? Effect.succeed(user) : nobody(or, restriction)
    })
  // which of the two the choice leads to is what UserOr and ErrorOr spell out
  return Effect.withSpan(found, "currentUser.get") as Effect.Effect<
    UserOr<Choice>,
    ErrorOr<Choice>,
    ClientAccess | Session
  >
}

/** `restrictedReason`: why somebody who is signed in counts as nobody. */
const nobody = (
  or: Or,
  restrictedReason?: Restriction
): Effect.Effect<User | null, AnyError, ClientAccess | Session> => {
  switch (or) {
    case "throw":
      return Effect.fail(new NotSignedIn(restrictedReason === undefined ? {} : { restrictedReason }))
    case "redirect":
      return Effect.as(
        restrictedReason === undefined
          // whoever has just signed out leaves this page with the request that says so
          ? Session.use(({ revocation }) => Effect.andThen(revocation, redirectTo.signIn({ replace: true })))
          : redirectTo.onboarding({ replace: true }),
        null
      )
    case "anonymous":
      return Effect.flatMap(signUpOnce, () => read)
    case "return-null":
    case "anonymous-if-exists":
    case "anonymous-if-exists[deprecated]":
      return Effect.succeed(null)
  }
}

const read = Effect.gen(function*() {
  const session = yield* Session
  if (session.state()._tag === "SignedOut") return null
  const user = yield* Users.getMe().pipe(
    Effect.catchTag("CannotGetOwnUserWithoutUser", () => Effect.succeed(null)),
    Effect.catchReason("CallError", "RefreshTokenNotFoundOrExpired", () => Effect.succeed(null))
  )
  if (user !== null) yield* renewIfOutdated(user)
  return user
})

/**
 * Changes the signed-in user. What is left out stays as it is; `null` clears. Fails with `CannotGetOwnUserWithoutUser`
 * when nobody is signed in. The access token is renewed with the next call, so that its claims tell the new state.
 *
 * A new `primaryEmail` is not verified and gets no mail, the address before it stays, and one that somebody else signs in
 * with is `UserWithEmailAlreadyExists`. Platforms of 2025 refuse the field with a `SchemaError`:
 * `contactChannels.changePrimary` works on any platform, and mails the link that verifies.
 */
export const update = Effect.fn("currentUser.update")(function*(changes: Parameters<typeof Users.updateMe>[0]) {
  const user = yield* Users.updateMe(changes)
  yield* (yield* Session).renewNext
  return user
})

/** Deletes the signed-in user's account and ends the session. Where the project forbids it, an `HttpFailure` says so. */
const remove = Effect.fn("currentUser.delete")(function*() {
  yield* Users.deleteMe()
  // a user who signed in meanwhile stays signed in
  yield* Effect.ignore(Effect.andThen(sameUser, Session.use(({ end }) => end)))
}, bindToUser)
export { remove as delete }
