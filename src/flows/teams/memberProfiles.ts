/** Profiles of team members. docs/platform.md §10. `server.memberProfiles` includes the users. */
import * as Effect from "effect/Effect"
import * as TeamMemberProfiles from "../../../schemas/endpoints/teamMemberProfiles.ts"

/** Returns the members of a team in the order of joining. The signed-in user needs `$read_members` there. */
export const list = Effect.fn("memberProfiles.list")(function*(team: { readonly teamId: string }) {
  return (yield* TeamMemberProfiles.list(team)).items
})

/** Returns a member's name and picture in a team. Profiles of others require `$read_members`. */
export const get = Effect.fn("memberProfiles.get")(function*(member: {
  readonly teamId: string
  /** @default "me", the signed-in user */
  readonly userId?: string | undefined
}) {
  return yield* TeamMemberProfiles.get({ teamId: member.teamId, userId: member.userId ?? "me" })
})

/** Changeable fields of a profile. */
export type ProfileChanges = Omit<Parameters<typeof TeamMemberProfiles.update>[0], "teamId" | "userId">

/**
 * Changes the signed-in user's own name and picture in a team. A name can't be removed again: once set, it no longer
 * follows the user's name. A picture of `null` uses the user's picture.
 */
export const update = Effect.fn("memberProfiles.update")(function*(
  changes: ProfileChanges & { readonly teamId: string }
) {
  return yield* TeamMemberProfiles.update({ ...changes, userId: "me" })
})
