/** Team invitations by email. docs/protocol.md §17, docs/platform.md §10. */
import * as Effect from "effect/Effect"
import { bindToUser } from "../../../layers/access/index.ts"
import * as TeamInvitations from "../../../schemas/endpoints/teamInvitations.ts"
import type { SecretInput } from "../../../schemas/secrets.ts"
import type { UserTarget } from "../account/index.ts"
import { mailedCode } from "../authentication/index.ts"
import { callbackUrl } from "../redirects/index.ts"

/**
 * Sends an invitation by email, valid for 7 days. The signed-in user needs `$invite_members` in the team. Returns the
 * id of the invitation, for revoking it.
 */
export const send = Effect.fn("teamInvitations.send")(function*(invitation: {
  readonly teamId: string
  readonly email: string
  /** Target of the link in the email. @default the team invitation page of the current site */
  readonly callbackUrl?: string | undefined
}) {
  const { id } = yield* TeamInvitations.sendCode({
    teamId: invitation.teamId,
    email: invitation.email,
    callbackUrl: yield* callbackUrl(TeamInvitations.sendCode.spec.name, "teamInvitation", invitation.callbackUrl)
  })
  return { id }
})

/**
 * Checks the code of the link. Fails with the family `VerificationCodeError` if the code is invalid. Requires no
 * session.
 */
export const check = Effect.fn("teamInvitations.check")(function*(link: { readonly code: SecretInput }) {
  yield* TeamInvitations.checkCode({ code: yield* mailedCode(link.code) })
})

/** Returns the team of the link, to show it before accepting. Doesn't use up the code. Requires a signed-in user. */
export const details = Effect.fn("teamInvitations.details")(function*(link: { readonly code: SecretInput }) {
  return yield* TeamInvitations.details({ code: yield* mailedCode(link.code) })
})

/**
 * Adds the signed-in user to the team with the `code` parameter of the link, and returns the team. Has no effect for
 * existing members. Use `teams.select` to switch to the team.
 *
 * Requests the details first: if no user is signed in, the flow fails with `UserAuthenticationRequired` before the
 * platform uses up the code. The code can then be used after signing in. Fails with the family `VerificationCodeError`
 * for a link that was used, is older than 7 days, was revoked or is truncated.
 */
export const accept = Effect.fn("teamInvitations.accept")(function*(link: { readonly code: SecretInput }) {
  const code = yield* mailedCode(link.code)
  const team = yield* TeamInvitations.details({ code })
  yield* TeamInvitations.accept({ code })
  return team
}, bindToUser)

/** Returns a team's open invitations. The signed-in user needs `$read_members` and `$invite_members` there. */
export const list = Effect.fn("teamInvitations.list")(function*(team: { readonly teamId: string }) {
  return (yield* TeamInvitations.list(team)).items
})

/**
 * Returns the open invitations to the signed-in user's verified addresses, with the names of their teams. To accept one
 * without the email, use `TeamInvitations.acceptById`. Newer platforms only.
 */
export const listReceived = Effect.fn("teamInvitations.listReceived")(function*(of: UserTarget = {}) {
  return (yield* TeamInvitations.listReceived({ userId: of.userId ?? "me" })).items
})

/** Revokes an invitation. Its link stops working. The signed-in user needs `$remove_members` in the team. */
export const revoke = Effect.fn("teamInvitations.revoke")(function*(invitation: {
  readonly id: string
  readonly teamId: string
}) {
  yield* TeamInvitations.delete(invitation)
})
