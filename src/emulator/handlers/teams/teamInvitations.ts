/** Creates and accepts team invitations. docs/platform.md §5, §10. */
import * as Effect from "effect/Effect"
import * as TeamInvitations from "../../../../schemas/endpoints/teamInvitations.ts"
import { ItemNotFound, ItemQuantityInsufficientAmount } from "../../../../schemas/errors/payments.ts"
import { TeamInvitationRestrictedUserNotAllowed, TeamNotFound } from "../../../../schemas/errors/teams.ts"
import { CannotGetOwnUserWithoutUser } from "../../../../schemas/errors/users.ts"
import { VerificationCodeNotFound } from "../../../../schemas/errors/verificationCodes.ts"
import { sendCode } from "../../mail/index.ts"
import {
  codes,
  contactChannels,
  invitations,
  permissions,
  restrictionOf,
  teamEvents,
  teams,
  trusted
} from "../../model/index.ts"
import { type ApiRequest, authenticated, handle, signedIn, userIdOf, viewsOf } from "../../request/index.ts"
import { type Invitation, Refusal, success, type Team, type User } from "../../state/index.ts"

/** Id of the item that project owners pay for each team member. */
const seats = "dashboard_admins"

/** Fails for restricted and anonymous users. In later revisions they can't accept invitations. */
const unrestricted = ({ platform, project }: ApiRequest, user: User) =>
  Effect.suspend(() => {
    const restriction = restrictionOf(platform, project, user)
    return restriction === undefined
      ? Effect.void
      : Effect.fail(new TeamInvitationRestrictedUserNotAllowed({ restrictedReason: { type: restriction } }))
  })

/** Adds an invited user to the team. Does nothing for an existing member. */
const join = ({ platform, project }: ApiRequest, team: Team, user: User) =>
  Effect.gen(function*() {
    if (project.id === "internal" && team.memberIds.size >= (platform.ownerSeats ?? Infinity)) {
      return yield* Effect.fail(
        new ItemQuantityInsufficientAmount({ itemId: seats, customerId: team.id, quantity: -1 })
      )
    }
    if (teams.membershipOf(project, user.id, team.id) !== undefined) return
    const { teamMemberDefaultPermissions } = project.config
    yield* permissions.grantableDefaults(project, "team", teamMemberDefaultPermissions)
    teamEvents.joined(platform, project, teams.join(platform, project, team, user, teamMemberDefaultPermissions))
  })

/** Finds the team of the invitations. With client access, the user needs the given permissions in that team. */
const managed = (request: ApiRequest, teamId: string, needed: ReadonlyArray<permissions.SystemPermission>) =>
  Effect.gen(function*() {
    const { level, project } = request
    if (level === "client") {
      const currentUser = yield* signedIn(request)
      for (const permission of needed) yield* permissions.required(project, currentUser, teamId, permission)
    }
    const team = project.teams.get(teamId)
    return team === undefined ? yield* Effect.fail(new TeamNotFound({ teamId })) : team
  })

/** Finds the invited user. At client level only the signed-in user is allowed. */
const invitedUser = (request: ApiRequest, userId: string) =>
  Effect.gen(function*() {
    const named = yield* userIdOf(request, userId)
    return request.level === "client" && named !== (yield* signedIn(request)).id
      ? yield* Refusal.fail(403, "Users can only see and accept their own invitations")
      : request.project.users.get(named)
  })

const view = ({ platform, project }: ApiRequest, { code, email, id, teamId }: Invitation) => ({
  id,
  teamId,
  ...(platform.rules.laterResponseFields && { teamDisplayName: project.teams.get(teamId)!.displayName }),
  recipientEmail: email,
  expiresAt: new Date(code.expiresAt)
})

/** Handlers for `/team-invitations`. */
export const handlers = handle(TeamInvitations, {
  sendCode: ({ callbackUrl, email, teamId }, request) =>
    Effect.gen(function*() {
      const { level, platform, project } = request
      if (level === "client") {
        yield* permissions.required(project, yield* authenticated(request), teamId, "$invite_members")
      }
      yield* trusted(project, callbackUrl)
      const team = project.teams.get(teamId)
      if (team === undefined) {
        return yield* Refusal.fail(500, "There is no such team")
      }
      const { code, id } = invitations.create(platform, project, team, email)
      yield* sendCode(platform, project, code, {
        to: contactChannels.normalized(email),
        callbackUrl,
        displayName: null,
        teamDisplayName: team.displayName
      })
      return { ...success, id }
    }),

  accept: ({ code }, request) =>
    Effect.gen(function*() {
      const { platform, project } = request
      // the code is used up even without a signed-in user
      const { teamId } = yield* codes.redeem(platform, project, "teamInvitation", code)
      const user = yield* authenticated(request)
      yield* unrestricted(request, user)
      if (project.id === "internal" && platform.ownerSeats === null) {
        return yield* Effect.fail(new ItemNotFound({ itemId: seats }))
      }
      yield* join(request, project.teams.get(teamId)!, user)
      return {}
    }),

  checkCode: ({ code }, { platform, project }) =>
    Effect.as(codes.check(platform, project, "teamInvitation", code), { isCodeValid: true }),

  details: ({ code }, request) =>
    Effect.gen(function*() {
      const { platform, project } = request
      const { data: { teamId } } = yield* codes.check(platform, project, "teamInvitation", code)
      yield* unrestricted(request, yield* authenticated(request))
      return { teamId, teamDisplayName: project.teams.get(teamId)!.displayName }
    }),

  list: ({ teamId }, request) =>
    Effect.map(managed(request, teamId, ["$read_members", "$invite_members"]), (team) => ({
      items: invitations.listOpen(request.platform, request.project, team).map((invitation) =>
        view(request, invitation)
      ),
      isPaginated: false
    })),

  listReceived: ({ userId }, request) =>
    Effect.gen(function*() {
      const { level, platform, project } = request
      const named = yield* userIdOf(request, userId)
      if (level === "client" && named !== request.user?.id) return yield* Effect.fail(new CannotGetOwnUserWithoutUser())
      const user = project.users.get(named)
      const received = user === undefined ? [] : invitations.receivedBy(platform, project, user)
      return {
        items: viewsOf(received, (invitation) => view(request, invitation)),
        isPaginated: false
      }
    }),

  delete: ({ id, teamId }, request) =>
    Effect.gen(function*() {
      yield* managed(request, teamId, ["$remove_members"])
      const invitation = request.project.invitations.get(id)
      if (invitation === undefined) {
        return yield* Refusal.fail(500, "There is no such invitation")
      }
      invitations.revoke(request.project, invitation)
      return success
    }),

  acceptById: ({ id, userId }, request) =>
    Effect.gen(function*() {
      const { platform, project } = request
      const user = yield* invitedUser(request, userId)
      const invitation = project.invitations.get(id)
      if (user === undefined || invitation === undefined || !invitations.isOpen(platform, invitation)) {
        return yield* Effect.fail(new VerificationCodeNotFound())
      }
      if (!invitations.isTo(project, user, invitation)) return yield* Effect.fail(new VerificationCodeNotFound())
      yield* unrestricted(request, user)
      yield* join(request, project.teams.get(invitation.teamId)!, user)
      codes.markUsed(platform, invitation.code)
      return {}
    })
})
