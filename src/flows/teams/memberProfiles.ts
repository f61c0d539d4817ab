/** How the members of a team appear there. docs/platform.md §10. With their users they are `server.memberProfiles`. */
import * as Effect from "effect/Effect"
import * as TeamMemberProfiles from "../../../schemas/endpoints/teamMemberProfiles.ts"

/** The members of a team in the order they joined. The signed-in user needs `$read_members` there. */
export const list = Effect.fn("memberProfiles.list")(function*(team: { readonly teamId: string }) {
  return (yield* TeamMemberProfiles.list(team)).items
})

/** One member's name and picture in a team. Somebody else's needs `$read_members`. */
export const get = Effect.fn("memberProfiles.get")(function*(member: {
  readonly teamId: string
  /** @default "me", the signed-in user */
  readonly userId?: string | undefined
}) {
  return yield* TeamMemberProfiles.get({ teamId: member.teamId, userId: member.userId ?? "me" })
})

/** What can be changed of a profile. */
export type ProfileChanges = Omit<Parameters<typeof TeamMemberProfiles.update>[0], "teamId" | "userId">

/**
 * Changes the signed-in user's own name and picture in a team. A name cannot be taken back: once it is set, it no longer
 * follows the user's. A picture of `null` falls back to the user's.
 */
export const update = Effect.fn("memberProfiles.update")(function*(
  changes: ProfileChanges & { readonly teamId: string }
) {
  return yield* TeamMemberProfiles.update({ ...changes, userId: "me" })
})
