/** State of the screen on which a signed-in user confirms who they are, by signing in again. docs/laws.md S9. */
"use client"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { makeRetryPolicy, RetryPolicy } from "../../../layers/call/index.ts"
import { Session } from "../../../layers/session/index.ts"
import { userNameOf } from "../../../schemas/entities/names.ts"
import { signOut } from "../../../src/flows/authentication/index.ts"
import { type ClientServices, useProject, useUser } from "../../index.ts"
import { account, authentication } from "../form/laterFlows.ts"
import { type Form, useForm } from "../form/useForm.ts"
import type { SentMail } from "../form/useResend.ts"
import { useRunOnce } from "../form/useRunOnce.ts"
import type { LeavingState } from "../useEnter.ts"
import { useHrefs } from "../useHrefs.ts"
import { type CodeForm, usePasswordForm, useWaysIn } from "../useSignIn.ts"
import { goToSignIn } from "./goToSignIn.ts"

/** State of the screen on which a signed-in user confirms who they are. */
export type ConfirmIdentityState =
  /** No user is signed in, or the user is restricted: the page navigates to `signIn` or `onboarding`. */
  | { readonly step: "redirecting" }
  | LeavingState
  | {
    readonly step: "methods"
    /**
     * Form for the user's password. `undefined` if the user or the project has no passwords. The forms contain the
     * user's address: show it, and don't let the user change it.
     */
    readonly byPassword: Form<{ readonly email: string; readonly password: string }> | undefined
    /** Form that sends a code and a link by email. */
    readonly byCode: Form<{ readonly email: string }> | undefined
    readonly forgotUrl: string
  }
  | { readonly step: "codeSent"; readonly code: CodeForm } & SentMail
  /** The user has neither a password nor codes. After the sign-out, the page navigates to `signIn`. */
  | { readonly step: "signOut"; readonly userName: string; readonly signOut: Form<{}> }

/**
 * Returns the state of the screen on which a signed-in user confirms who they are. The new session replaces the current
 * one, which is ended on the platform. Afterwards, the screen goes to the page that the user requested. Suspends until
 * the project's configuration and the user are known.
 */
export const useConfirmIdentity = (): ConfirmIdentityState => {
  const user = useUser()
  const { config } = useProject()
  const email = user?.primaryEmail ?? ""
  const ways = useWaysIn({ wrap: endingFormer }, email)
  const byPassword = usePasswordForm(
    (credentials) =>
      ways.enter(Effect.as(Effect.flatMap(authentication, ({ signIn }) => signIn.withPassword(credentials)), {})),
    email
  )
  const leave = useForm({ initial: {}, submit: signOut })
  const { forgotPassword } = useHrefs("forgotPassword")
  useRunOnce(user === null && ways.leaving === undefined ? true : undefined, () => goToSignIn)
  if (ways.leaving !== undefined) return ways.leaving
  if (user === null) return { step: "redirecting" }
  if (ways.sent !== undefined) return { step: "codeSent", ...ways.sent }
  const hasPassword = config.credentialEnabled && user.hasPassword && email !== ""
  // If the account can't sign in with a code, a code sent to its address could create another account.
  const hasCodes = config.magicLinkEnabled && email !== ""
    && (user.otpAuthEnabled || (user.hasPassword && user.primaryEmailVerified))
  if (!hasPassword && !hasCodes) return { step: "signOut", userName: userNameOf(user), signOut: leave }
  return {
    step: "methods",
    byPassword: hasPassword ? byPassword : undefined,
    byCode: hasCodes ? ways.byCode : undefined,
    forgotUrl: forgotPassword
  }
}

/**
 * Runs a sign-in, and then ends the session that it replaced. The request is attempted once with a timeout of 2 s, and
 * its failure is ignored: the session is still in the user's list.
 */
const endingFormer = <A, E, R>(signIn: Effect.Effect<A, E, R>): Effect.Effect<A, E, R | ClientServices> =>
  Effect.gen(function*() {
    const before = yield* sessionId
    const result = yield* signIn
    if (before !== undefined && before !== (yield* sessionId)) {
      yield* Effect.flatMap(account, ({ sessions }) => sessions.revoke({ id: before })).pipe(
        Effect.provideService(RetryPolicy, makeRetryPolicy({ attempts: 1 })),
        Effect.timeoutOrElse({ duration: "2 seconds", orElse: () => Effect.void }),
        Effect.catch(() => Effect.void)
      )
    }
    return result
  })

const sessionId = Effect.map(Session, ({ state }) => {
  const now = state()
  return now._tag === "SignedOut" ? undefined : Option.getOrUndefined(now.claims)?.refreshTokenId
})
