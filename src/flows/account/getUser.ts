/** Reads the user of the session. docs/protocol.md §18. */
import * as Effect from "effect/Effect"
import { Session } from "../../../layers/session/index.ts"
import type { ClientAccess } from "../../../schemas/access.ts"
import * as Users from "../../../schemas/endpoints/users.ts"
import { type Restriction, restrictionOf } from "../../../schemas/entities/restriction.ts"
import type { User } from "../../../schemas/entities/User.ts"
import type { CallError } from "../../../schemas/errors/CallError.ts"
import { invalidInput, NotSignedIn } from "../../errors/index.ts"
import { renewIfOutdated, type SignUpError, signUpOnce } from "../authentication/index.ts"
import { leftBySignOut, redirectTo } from "../redirects/index.ts"

/**
 * What to do if no user is signed in. An anonymous user counts as signed out, except with the last three choices. A
 * restricted user counts as signed out too, unless `includeRestricted` is set.
 *
 * - `return-null`: return `null`.
 * - `redirect`: redirect to the sign-in page, or a restricted user to `onboarding`, then return `null`. See
 *   `redirectTo`. If the caller of a sign-out redirects to another page, only that redirect happens.
 * - `throw`: fail with `NotSignedIn`.
 * - `anonymous`: sign up anonymously and return that user. Concurrent callers share one user.
 * - `anonymous-if-exists`: return an anonymous user if there is one, otherwise `null`.
 *   `anonymous-if-exists[deprecated]` is the platform's own name for this choice.
 */
export type Or =
  | "return-null"
  | "redirect"
  | "throw"
  | "anonymous"
  | "anonymous-if-exists"
  | "anonymous-if-exists[deprecated]"

/** Result of each choice. `throw` and `anonymous` always return a user. */
export type UserOr<Choice extends Or> = Choice extends "throw" | "anonymous" ? User : User | null

/** Errors of each choice. `throw` adds `NotSignedIn`, `anonymous` adds the errors of a sign-up. */
export type ErrorOr<Choice extends Or> = Choice extends "throw" ? CallError | NotSignedIn
  : Choice extends "anonymous" ? CallError | SignUpError
  : CallError

/**
 * Whether restricted users are returned, with `isRestricted` and `restrictedReason`. Always true for choices that
 * return anonymous users, because later platforms treat every anonymous user as restricted.
 */
export type IncludeRestricted<Choice extends Or> = Choice extends `anonymous${string}` ? true : boolean

type AnyError = CallError | NotSignedIn | SignUpError

/**
 * Returns the signed-in user. If the platform rejects the session, the session ends and the user counts as signed out.
 * If the session is known to have ended, no request is sent. Refreshes the access token if its restriction differs from
 * the user's.
 *
 * @example
 * ```ts
 * import { currentUser, signOut } from "latchkey"
 *
 * const user = yield* currentUser.get({ or: "throw" })
 * console.log(user.displayName) // Ada
 * yield* signOut()
 * console.log(yield* currentUser.get()) // null
 * ```
 */
export const get = <const Choice extends Or = "return-null">(
  options?: {
    /**
     * What to do if no user is signed in: `return-null`, `redirect` to the sign-in page, `throw` `NotSignedIn`, or sign
     * up an `anonymous` user. @default "return-null"
     */
    readonly or?: Choice | undefined
    /** Whether to return users who can't use the app yet. @default false; true if anonymous users are returned */
    readonly includeRestricted?: IncludeRestricted<Choice> | undefined
  }
): Effect.Effect<UserOr<Choice>, ErrorOr<Choice>, ClientAccess | Session> => {
  const or: Or = options?.or ?? "return-null"
  const anonymousCounts = or.startsWith("anonymous")
  const restrictedCounts = options?.includeRestricted ?? anonymousCounts
  const found: Effect.Effect<User | null, AnyError, ClientAccess | Session> = anonymousCounts && !restrictedCounts
    ? Effect.fail(
      invalidInput(
        "currentUser.get",
        "includeRestricted",
        "Expected true or undefined, because `or` includes anonymous users"
      )
    )
    : Effect.flatMap(read, (user) => {
      if (user === null || (user.isAnonymous && !anonymousCounts)) return withoutUser(or)
      const restriction = restrictionOf(user)
      return restriction === null || restrictedCounts ? Effect.succeed(user) : withoutUser(or, restriction)
    })
  // UserOr and ErrorOr describe the result and the errors of each choice
  return Effect.withSpan(found, "currentUser.get") as Effect.Effect<
    UserOr<Choice>,
    ErrorOr<Choice>,
    ClientAccess | Session
  >
}

/** Handles a missing user. `restrictedReason` is set if the user is signed in but restricted. */
const withoutUser = (
  or: Or,
  restrictedReason?: Restriction
): Effect.Effect<User | null, AnyError, ClientAccess | Session> => {
  switch (or) {
    case "throw":
      return Effect.fail(new NotSignedIn(restrictedReason === undefined ? {} : { restrictedReason }))
    case "redirect":
      return Effect.as(
        restrictedReason === undefined
          ? Effect.flatMap(leftBySignOut, (left) => left ? Effect.void : redirectTo.signIn({ replace: true }))
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
