/** Names and pictures of members in a team. docs/platform.md §10. */
import * as Effect from "effect/Effect"
import * as TeamMemberProfiles from "../../../../schemas/endpoints/teamMemberProfiles.ts"
import { TeamNotFound } from "../../../../schemas/errors/teams.ts"
import { UserNotFound } from "../../../../schemas/errors/users.ts"
import { permissions, pictures, serverUserView, teams } from "../../model/index.ts"
import { type ApiRequest, handle, signedIn, userIdOf, viewsOf } from "../../request/index.ts"
import { type Membership, type Platform, type Project, Refusal } from "../../state/index.ts"

/** Returns a member's profile. Fields without a team-specific value come from the user. */
const view = (project: Project, { displayName, profileImageUrl, teamId, userId }: Membership) => {
  const user = project.users.get(userId)!
  return {
    teamId,
    userId,
    displayName: displayName ?? user.displayName,
    profileImageUrl: profileImageUrl ?? user.profileImageUrl
  }
}

const serverView = (platform: Platform, project: Project, membership: Membership) => ({
  ...view(project, membership),
  user: serverUserView(platform, project, project.users.get(membership.userId)!)
})

interface Filters {
  readonly teamId: string | undefined
  readonly userId: string | undefined
}

const list = (project: Project, { teamId, userId }: Filters) =>
  Effect.gen(function*() {
    if (teamId !== undefined && !project.teams.has(teamId)) return yield* Effect.fail(new TeamNotFound({ teamId }))
    if (userId !== undefined && !project.users.has(userId)) return yield* Effect.fail(new UserNotFound())
    return teams.membershipsIn(project, { teamId, userId })
  })

interface Member {
  readonly teamId: string
  readonly userId: string
}

const membershipOf = (project: Project, { teamId, userId }: Member) =>
  Effect.flatMap(
    project.users.has(userId) ? Effect.void : Effect.fail(new UserNotFound()),
    () => permissions.membership(project, userId, teamId)
  )

/** Resolves `me` to the user's id. */
const named = (request: ApiRequest, { teamId, userId }: Member) =>
  Effect.map(userIdOf(request, userId), (id): Member => ({ teamId, userId: id }))

interface Changes {
  readonly displayName?: string | undefined
  readonly profileImageUrl?: string | null | undefined
}

const update = ({ platform, project }: ApiRequest, member: Member, { displayName, profileImageUrl }: Changes) =>
  Effect.gen(function*() {
    const membership = yield* membershipOf(project, member)
    const picture = typeof profileImageUrl === "string" && pictures.isDataUrl(profileImageUrl)
      ? yield* pictures.store(platform, "team-member", profileImageUrl)
      : profileImageUrl
    if (displayName !== undefined) membership.displayName = displayName
    if (picture !== undefined) membership.profileImageUrl = picture
    return membership
  })

/** Handlers for `/team-member-profiles`. */
export const handlers = handle(TeamMemberProfiles, {
  list: ({ teamId, userId }, request) =>
    Effect.gen(function*() {
      const { project } = request
      const currentUser = yield* signedIn(request)
      if (teamId === undefined) {
        return yield* Refusal.fail(400, "Users can only list the members of one team. Set team_id")
      }
      yield* permissions.membership(project, currentUser.id, teamId)
      const id = userId === "me" ? currentUser.id : userId
      if (id !== currentUser.id) {
        yield* permissions.required(project, currentUser, teamId, "$read_members")
      }
      const items = yield* list(project, { teamId, userId: id })
      return { items: viewsOf(items, (membership) => view(project, membership)), isPaginated: false }
    }),

  listAll: ({ teamId, userId }, request) =>
    Effect.gen(function*() {
      const id = userId === undefined ? undefined : yield* userIdOf(request, userId)
      const items = yield* list(request.project, { teamId, userId: id })
      return {
        items: viewsOf(items, (membership) => serverView(request.platform, request.project, membership)),
        isPaginated: false
      }
    }),

  get: (input, request) =>
    Effect.gen(function*() {
      const { project } = request
      const currentUser = yield* signedIn(request)
      const member = yield* named(request, input)
      if (member.userId !== currentUser.id) {
        yield* permissions.required(project, currentUser, member.teamId, "$read_members")
      }
      return view(project, yield* membershipOf(project, member))
    }),

  getAny: (input, request) =>
    Effect.gen(function*() {
      return serverView(
        request.platform,
        request.project,
        yield* membershipOf(request.project, yield* named(request, input))
      )
    }),

  update: (input, request) =>
    Effect.gen(function*() {
      const currentUser = yield* signedIn(request)
      const member = yield* named(request, input)
      if (member.userId !== currentUser.id) {
        return yield* Refusal.fail(403, "Users can only change their own profiles in teams")
      }
      return view(request.project, yield* update(request, member, input))
    }),

  updateAny: (input, request) =>
    Effect.gen(function*() {
      return serverView(request.platform, request.project, yield* update(request, yield* named(request, input), input))
    })
})
