/** Client and server views of users and teams. */
import type { ServerTeam, Team as TeamView } from "../../../../schemas/entities/Team.ts"
import type { ServerUser, User as UserView } from "../../../../schemas/entities/User.ts"
import type { Platform, Project, Team, User } from "../../state/index.ts"
import * as contactChannels from "./contactChannels.ts"
import { restrictionOf } from "./restrictions.ts"
import * as teams from "./teams.ts"

/** Returns the client view of a team. */
export const teamView = (team: Team): TeamView => ({
  id: team.id,
  displayName: team.displayName,
  profileImageUrl: team.profileImageUrl,
  clientMetadata: team.clientMetadata,
  clientReadOnlyMetadata: team.clientReadOnlyMetadata
})

/** Returns the server view of a team. */
export const serverTeamView = (team: Team): ServerTeam => ({
  ...teamView(team),
  createdAt: new Date(team.createdAt),
  serverMetadata: team.serverMetadata
})

const common = (platform: Platform, project: Project, user: User) => {
  const primary = contactChannels.primaryOf(project, user)
  const hasPassword = user.passwordHash !== null
  return {
    id: user.id,
    primaryEmail: primary?.value ?? null,
    primaryEmailVerified: primary?.isVerified ?? false,
    primaryEmailAuthEnabled: primary?.usedForAuth ?? false,
    displayName: user.displayName,
    profileImageUrl: user.profileImageUrl,
    signedUpAt: new Date(user.signedUpAt),
    hasPassword,
    otpAuthEnabled: user.otpAuthEnabled,
    passkeyAuthEnabled: user.passkey !== null,
    clientMetadata: user.clientMetadata,
    clientReadOnlyMetadata: user.clientReadOnlyMetadata,
    isAnonymous: user.isAnonymous,
    oauthProviders: user.oauthAccounts.map(({ accountId, email, providerId }) => ({
      id: providerId,
      accountId,
      email
    })),
    ...((platform.rules.externalProviders || user.externalProviderIds !== undefined) && {
      externalAuthProviders: (user.externalProviderIds ?? []).map((id) => ({ id }))
    }),
    authWithEmail: hasPassword || user.otpAuthEnabled,
    requiresTotpMfa: user.requiresTotpMfa,
    ...(platform.rules.restrictedUsers && restrictionView(platform, project, user))
  }
}

const restrictionView = (platform: Platform, project: Project, user: User) => {
  const restriction = restrictionOf(platform, project, user)
  return {
    isRestricted: restriction !== undefined,
    restrictedReason: restriction === undefined ? null : { type: restriction },
    restrictedByAdmin: user.restrictedByAdmin,
    restrictedByAdminReason: user.restrictedByAdminReason
  }
}

/** Returns the client view of a user. */
export const userView = (platform: Platform, project: Project, user: User): UserView => {
  const { primaryEmailAuthEnabled: _, ...fields } = common(platform, project, user)
  const selected = teams.selectedOf(project, user)
  return {
    ...fields,
    selectedTeamId: selected?.id ?? null,
    selectedTeam: selected === undefined ? null : teamView(selected)
  }
}

/** Returns the server view of a user. */
export const serverUserView = (platform: Platform, project: Project, user: User): ServerUser => {
  const selected = teams.selectedOf(project, user)
  return {
    ...common(platform, project, user),
    selectedTeamId: selected?.id ?? null,
    selectedTeam: selected === undefined ? null : serverTeamView(selected),
    serverMetadata: user.serverMetadata,
    lastActiveAt: new Date(user.lastActiveAt),
    ...(platform.rules.restrictedUsers && {
      restrictedByAdminPrivateDetails: user.restrictedByAdminPrivateDetails,
      countryCode: user.countryCode,
      riskScores: user.riskScores
    })
  }
}
