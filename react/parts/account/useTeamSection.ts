/**
 * State of one of the user's teams. Members, invitations and the user's profile have separate hooks, because they need
 * different permissions.
 */
"use client"
import { useEffect } from "react"
import { read } from "../../../layers/reads/index.ts"
import { userNameOf } from "../../../schemas/entities/names.ts"
import type { Team } from "../../../schemas/entities/Team.ts"
import type { TeamInvitation } from "../../../schemas/entities/TeamInvitation.ts"
import type { TeamMemberProfile } from "../../../schemas/entities/TeamMemberProfile.ts"
import { memberProfiles, teamInvitations, teams } from "../../../src/flows/teams/index.ts"
import * as reads from "../../../src/reads.ts"
import { useAction, useProject, useUser } from "../../index.ts"
import { inTurn } from "../form/inTurn.ts"
import { type Form, useForm } from "../form/useForm.ts"
import { useStateOfUser } from "../form/useUserId.ts"
import { validateEmailAddress, validateRequired } from "../form/validate.ts"
import { type Loaded, useLoaded, withReady } from "./Loaded.ts"
import { type ItemAction, useEach } from "./useEach.ts"
import { type Picture, usePicture } from "./usePicture.ts"

/** Permissions of the signed-in user in a team. docs/platform.md §11. */
export interface TeamRights {
  readonly update: boolean
  readonly delete: boolean
  readonly readMembers: boolean
  readonly removeMembers: boolean
  readonly invite: boolean
  /** Whether the user may manage API keys. The project must also have team API keys enabled. */
  readonly manageApiKeys: boolean
}

/** State of a team's section. */
export type TeamState =
  /** The user is not, or no longer, a member of the team. */
  | { readonly step: "missing" }
  | Loaded<{
    readonly team: Team
    readonly may: TeamRights
    readonly rename: Form<{ readonly displayName: string }>
    readonly picture: Picture
    readonly leave: () => void
    readonly delete: () => void
    /** Whether the user is currently leaving or deleting the team. */
    readonly pending: boolean
    readonly problem: unknown
  }>

/** Returns the state of a team. Suspends until the project's configuration is known. */
export const useTeamSection = (teamId: string, options?: {
  /** Called after the user has left or deleted the team. */
  readonly onGone?: (() => void) | undefined
}): TeamState => {
  const { config } = useProject()
  const change = inTurn(`team ${teamId}`)
  const all = useLoaded(reads.teams)
  const rights = useLoaded(reads.permissions(teamId))
  const team = all.step === "ready" ? all.value.find(({ id }) => id === teamId) : undefined
  const rename = useForm({
    initial: { displayName: "" },
    check: ({ displayName }) => ({ displayName: validateRequired("displayName", displayName) }),
    submit: ({ displayName }) => change(teams.update({ teamId, displayName: displayName.trim() }))
  })
  useFilledIn(rename, team?.displayName)
  const picture = usePicture(
    `team ${teamId}`,
    team?.profileImageUrl ?? null,
    (profileImageUrl) => teams.update({ teamId, profileImageUrl })
  )
  const leaving = useAction(() => change(teams.leave({ teamId })))
  const deleting = useAction(() => change(teams.delete({ teamId })))
  const goneAfter = async (run: () => Promise<{ readonly _tag: string }>) => {
    if ((await run())._tag === "Success") options?.onGone?.()
  }
  if (all.step !== "ready") return all
  if (team === undefined) return { step: leaving.isPending || deleting.isPending ? "loading" : "missing" }
  return withReady(rights, (permissions) => {
    const has = (permission: string) => permissions.some(({ id }) => id === permission)
    return {
      team,
      may: {
        update: has("$update_team"),
        delete: has("$delete_team"),
        readMembers: has("$read_members"),
        removeMembers: has("$remove_members"),
        invite: has("$invite_members"),
        manageApiKeys: config.allowTeamApiKeys && has("$manage_api_keys")
      },
      rename,
      picture,
      leave: () => void goneAfter(leaving.run),
      delete: () => void goneAfter(deleting.run),
      pending: leaving.isPending || deleting.isPending,
      problem: leaving.error ?? deleting.error
    }
  })
}

/** State of the user's profile in a team. */
export type TeamProfileState = Loaded<{ readonly form: Form<{ readonly displayName: string }> }>

/** Returns the state of the user's profile in a team. */
export const useTeamProfile = (teamId: string): TeamProfileState => {
  const loaded = useLoaded(read(`teamProfile ${teamId}`, memberProfiles.get({ teamId })))
  const form = useForm({
    initial: { displayName: "" },
    check: ({ displayName }) => ({ displayName: validateRequired("displayName", displayName) }),
    submit: ({ displayName }) =>
      inTurn(`team ${teamId}`)(memberProfiles.update({ teamId, displayName: displayName.trim() }))
  })
  useFilledIn(form, loaded.step === "ready" ? loaded.value.displayName ?? "" : undefined)
  return withReady(loaded, () => ({ form }))
}

/** State of a team's member list. */
export type TeamMembersState = Loaded<{
  /** Members in the order in which they joined. */
  readonly members: ReadonlyArray<TeamMemberProfile>
  readonly ownId: string | undefined
  /** The member's name outside the team. */
  readonly ownName: string | undefined
  /** Removes the member with the given user id. */
  readonly remove: ItemAction
}>

/** Returns the state of a team's member list. Requires permission to read members. */
export const useTeamMembers = (teamId: string): TeamMembersState => {
  const user = useUser()
  const loaded = useLoaded(read(`teamMembers ${teamId}`, memberProfiles.list({ teamId })))
  const remove = useEach((userId: string) => inTurn(`team ${teamId}`)(teams.removeMember({ teamId, userId })))
  return withReady(loaded, (members) => ({
    members,
    ownId: user?.id,
    ownName: user === null ? undefined : userNameOf(user),
    remove
  }))
}

/** State of a team's pending invitations. */
export type TeamInvitationsState = Loaded<{
  readonly invitations: ReadonlyArray<TeamInvitation>
  readonly invite: Form<{ readonly email: string }>
  /** Email address of the last invitation. */
  readonly invited: string | undefined
  readonly revoke: ItemAction
}>

/** Returns the state of a team's pending invitations. Requires permission to read members and to invite. */
export const useTeamInvitations = (teamId: string): TeamInvitationsState => {
  const loaded = useLoaded(read(`teamInvitations ${teamId}`, teamInvitations.list({ teamId })))
  const change = inTurn(`team ${teamId}`)
  const [invited, setInvited] = useStateOfUser<string>()
  const revoke = useEach((id: string) => change(teamInvitations.revoke({ id, teamId })))
  const invite = useForm({
    initial: { email: "" },
    check: ({ email }) => ({ email: validateEmailAddress("email", email) }),
    submit: ({ email }) => change(teamInvitations.send({ teamId, email })),
    onSuccess: (_, { email }) => {
      invite.reset()
      setInvited(email.trim())
    }
  })
  return withReady(loaded, (invitations) => ({ invitations, invite, invited, revoke }))
}

/** Sets a form's name when the stored name is first known, and when the stored name changes later. */
const useFilledIn = (form: Form<{ readonly displayName: string }>, known: string | undefined) => {
  const { set, values } = form
  useEffect(() => {
    if (known !== undefined && known !== values.displayName) set("displayName", known)
    // The field's own changes aren't a dependency, because the effect would overwrite what the user types.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [known, set])
}
