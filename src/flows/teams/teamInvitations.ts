/** Bringing people into a team by e-mail. docs/protocol.md §17, docs/platform.md §10. */
import * as Effect from "effect/Effect"
import { bindToUser } from "../../../layers/access/index.ts"
import * as TeamInvitations from "../../../schemas/endpoints/teamInvitations.ts"
import type { SecretInput } from "../../../schemas/secrets.ts"
import type { UserTarget } from "../account/index.ts"
import { mailedCode } from "../authentication/index.ts"
import { callbackUrl } from "../redirects/index.ts"

/**
 * Mails an invitation, good for 7 days. The signed-in user needs `$invite_members` in the team. The answer has the
 * invitation's id, to revoke it by.
 */
export const send = Effect.fn("teamInvitations.send")(function*(invitation: {
  readonly teamId: string
  readonly email: string
  /** Where the mailed link leads. @default the team-invitation page of the site people are on */
  readonly callbackUrl?: string | undefined
}) {
  const { id } = yield* TeamInvitations.sendCode({
    teamId: invitation.teamId,
    email: invitation.email,
    callbackUrl: yield* callbackUrl(TeamInvitations.sendCode.spec.name, "teamInvitation", invitation.callbackUrl)
  })
  return { id }
})

/** Fails with the family `VerificationCodeError` when the link is no longer good. Needs no session. */
export const check = Effect.fn("teamInvitations.check")(function*(link: { readonly code: SecretInput }) {
  yield* TeamInvitations.checkCode({ code: yield* mailedCode(link.code) })
})

/** Which team the link is for: what to show before accepting. Does not use the code up. Needs somebody signed in. */
export const details = Effect.fn("teamInvitations.details")(function*(link: { readonly code: SecretInput }) {
  return yield* TeamInvitations.details({ code: yield* mailedCode(link.code) })
})

/**
 * Makes the signed-in user a member with the `code` parameter of the mailed link, and answers with the team. Being one
 * already is fine. Go on with `teams.select` to switch to the team.
 *
 * It asks for the details first: `UserAuthenticationRequired`, when nobody is signed in, comes before the platform uses
 * the code up, so that signing in and trying again works. Fails with the family `VerificationCodeError` for a link that
 * was used, is older than 7 days, was revoked, or is cut off.
 */
export const accept = Effect.fn("teamInvitations.accept")(function*(link: { readonly code: SecretInput }) {
  const code = yield* mailedCode(link.code)
  const team = yield* TeamInvitations.details({ code })
  yield* TeamInvitations.accept({ code })
  return team
}, bindToUser)

/** A team's open invitations. The signed-in user needs `$read_members` and `$invite_members` there. */
export const list = Effect.fn("teamInvitations.list")(function*(team: { readonly teamId: string }) {
  return (yield* TeamInvitations.list(team)).items
})

/**
 * The open invitations to the signed-in user's verified addresses, with the names of their teams. One is accepted without
 * its mail by `TeamInvitations.acceptById`. Newer platforms only.
 */
export const listReceived = Effect.fn("teamInvitations.listReceived")(function*(of: UserTarget = {}) {
  return (yield* TeamInvitations.listReceived({ userId: of.userId ?? "me" })).items
})

/** Takes an invitation back: its link stops working. The signed-in user needs `$remove_members` in the team. */
export const revoke = Effect.fn("teamInvitations.revoke")(function*(invitation: {
  readonly id: string
  readonly teamId: string
}) {
  yield* TeamInvitations.delete(invitation)
})
