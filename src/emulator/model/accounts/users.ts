/** Creates, changes and deletes users. docs/platform.md §8. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { TeamMembershipNotFound } from "../../../../schemas/errors/teams.ts"
import { UserWithEmailAlreadyExists } from "../../../../schemas/errors/users.ts"
import { type Platform, type Project, Refusal, type User } from "../../state/index.ts"
import * as apiKeys from "./apiKeys.ts"
import * as contactChannels from "./contactChannels.ts"
import * as events from "./events.ts"
import * as oauthAccounts from "./oauthAccounts.ts"
import * as passwords from "./passwords.ts"
import * as pictures from "./pictures.ts"
import * as sessions from "./sessions.ts"
import * as teams from "./teams.ts"
import * as userSearch from "./userSearch.ts"

/** Fields that users and back ends may write. Absent or `undefined` fields keep their value. */
export interface Changes {
  readonly displayName?: string | null | undefined
  readonly profileImageUrl?: string | null | undefined
  readonly clientMetadata?: User["clientMetadata"] | undefined
  readonly clientReadOnlyMetadata?: User["clientMetadata"] | undefined
  readonly serverMetadata?: User["clientMetadata"] | undefined
  readonly totpSecretBase64?: Redacted.Redacted | null | undefined
  readonly otpAuthEnabled?: boolean | undefined
  readonly passkeyAuthEnabled?: boolean | undefined
  readonly selectedTeamId?: string | null | undefined
  readonly primaryEmail?: string | null | undefined
  readonly primaryEmailVerified?: boolean | undefined
  readonly primaryEmailAuthEnabled?: boolean | undefined
  readonly password?: Redacted.Redacted | null | undefined
  readonly passwordHash?: Redacted.Redacted | undefined
  readonly isAnonymous?: boolean | undefined
  readonly restrictedByAdmin?: boolean | undefined
  readonly restrictedByAdminReason?: string | null | undefined
  readonly restrictedByAdminPrivateDetails?: string | null | undefined
  readonly countryCode?: string | null | undefined
  readonly riskScores?: User["riskScores"] | undefined
}

/** Adds a user without any data. */
export const add = (platform: Platform, project: Project, id: string = crypto.randomUUID()): User => {
  const now = platform.now()
  const user: User = {
    id,
    sequence: (project.usersInOrder.at(-1)?.sequence ?? 0) + 1,
    displayName: null,
    profileImageUrl: null,
    signedUpAt: now,
    lastActiveAt: now,
    isAnonymous: false,
    clientMetadata: null,
    clientReadOnlyMetadata: null,
    serverMetadata: null,
    passwordHash: null,
    otpAuthEnabled: false,
    passkey: null,
    totpSecretBase64: null,
    switchedOffCategories: new Set(),
    requiresTotpMfa: false,
    oauthAccounts: [],
    restrictedByAdmin: false,
    restrictedByAdminReason: null,
    restrictedByAdminPrivateDetails: null,
    countryCode: null,
    riskScores: { signUp: { bot: 0, freeTrialAbuse: 0 } },
    contactChannelIds: [],
    teamIds: [],
    permissionIds: []
  }
  project.users.set(user.id, user)
  project.usersInOrder.push(user)
  return user
}

/** Deletes a user and the user's data. Teams stay. Sessions stay too, but can't be used. docs/platform.md §8.2. */
export const remove = (platform: Platform, project: Project, user: User): void => {
  const teamIds = [...user.teamIds]
  for (const channel of contactChannels.ofUser(project, user)) contactChannels.remove(project, user, channel)
  for (const teamId of teamIds) {
    teams.leave(project, user, teamId)
    events.emit(platform, project, "team_membership.deleted", () => ({ team_id: teamId, user_id: user.id }))
  }
  apiKeys.removeOf(project, user.id)
  for (const account of user.oauthAccounts) oauthAccounts.remove(project, user, account)
  project.users.delete(user.id)
  project.usersInOrder.splice(userSearch.positionIn(project.usersInOrder, user), 1)
  userSearch.removed(project, user)
  events.emit(platform, project, "user.deleted", () => ({ id: user.id, teams: teamIds.map((id) => ({ id })) }))
}

/**
 * Creates a user for a back end. A TOTP secret is stored but doesn't require MFA, and a passkey can't be set.
 * docs/platform.md §7.5.
 */
export const create = (
  platform: Platform,
  project: Project,
  fields: Changes & {
    readonly oauthProviders?: ReadonlyArray<Pick<oauthAccounts.Link, "providerId" | "accountId" | "email">> | undefined
  }
): Effect.Effect<User, UserWithEmailAlreadyExists | Refusal> =>
  Effect.gen(function*() {
    const { oauthProviders = [], passkeyAuthEnabled: _, selectedTeamId: __, ...changes } = fields
    const unknown = oauthProviders.find(({ providerId }) => oauthAccounts.configOf(project, providerId) === undefined)
    if (unknown !== undefined) {
      return yield* Refusal.fail(400, `The project has no OAuth provider ${unknown.providerId}`)
    }
    const apply = yield* prepare(platform, project, undefined, changes)
    const user = add(platform, project)
    for (const link of oauthProviders) {
      oauthAccounts.add(project, user, { ...link, allowSignIn: true, allowConnectedAccounts: true })
    }
    apply(user)
    user.requiresTotpMfa = false
    return user
  })

/** Changes a user. A new password ends all sessions. */
export const change = (
  platform: Platform,
  project: Project,
  user: User,
  changes: Changes
): Effect.Effect<void, TeamMembershipNotFound | UserWithEmailAlreadyExists | Refusal> =>
  Effect.gen(function*() {
    const { selectedTeamId } = changes
    if (changes.passkeyAuthEnabled === true) {
      return yield* Refusal.fail(400, "A passkey can only be added by registering it")
    }
    if (typeof selectedTeamId === "string" && teams.membershipOf(project, user.id, selectedTeamId) === undefined) {
      return yield* Effect.fail(new TeamMembershipNotFound({ teamId: selectedTeamId, userId: user.id }))
    }
    const apply = yield* prepare(platform, project, user, changes)
    apply(user)
    events.emitUser(platform, project, "user.updated", user)
  })

/** Validates changes and does the asynchronous work. The returned function applies them synchronously. */
const prepare = (
  platform: Platform,
  project: Project,
  user: User | undefined,
  changes: Changes
): Effect.Effect<(user: User) => void, UserWithEmailAlreadyExists | Refusal> =>
  Effect.gen(function*() {
    yield* checkEmail(platform, project, user, changes)
    if (changes.otpAuthEnabled === true && !project.config.magicLinkEnabled) {
      return yield* Refusal.fail(400, "One-time codes are not enabled in this project")
    }
    const passwordHash = yield* newPasswordHash(platform, project, changes)
    const profileImageUrl = typeof changes.profileImageUrl === "string" && pictures.isDataUrl(changes.profileImageUrl)
      ? yield* pictures.store(platform, "user", changes.profileImageUrl)
      : changes.profileImageUrl
    // check again: the address may have been taken while the password was hashed
    yield* checkEmail(platform, project, user, changes)
    return (user: User) => {
      applyProfile(user, { ...changes, profileImageUrl })
      if (changes.displayName !== undefined) userSearch.changed(project, user)
      applyEmail(platform, project, user, changes)
      if (changes.selectedTeamId !== undefined) teams.select(project, user, changes.selectedTeamId)
      if (passwordHash !== undefined) {
        user.passwordHash = passwordHash
        sessions.endAll(project, user.id)
      }
    }
  })

const newPasswordHash = (
  platform: Platform,
  project: Project,
  { password, passwordHash }: Changes
): Effect.Effect<string | null | undefined, Refusal> => {
  if (password !== undefined && passwordHash !== undefined) {
    return Refusal.fail(400, "Give either a password or a password hash, not both")
  }
  if (passwordHash !== undefined) {
    const text = Redacted.value(passwordHash)
    return passwords.isHash(text)
      ? Effect.succeed(text)
      : Refusal.fail(400, "The password hash must be bcrypt ($2a$, $2b$ or $2y$) with at most 16 rounds")
  }
  if (password === undefined || password === null) return Effect.succeed(password)
  return project.config.credentialEnabled
    ? passwords.hashed(platform, password)
    : Refusal.fail(400, "Passwords are not enabled in this project")
}

/**
 * Returns the primary address after the changes, with its channel and the channel's settings. Earlier revisions write a
 * new address into the current channel; later ones use another channel. docs/platform.md §8.
 */
const emailAfter = ({ rules }: Platform, project: Project, user: User | undefined, changes: Changes) => {
  const primary = user === undefined ? undefined : contactChannels.primaryOf(project, user)
  const value = changes.primaryEmail === undefined
    ? primary?.value
    : changes.primaryEmail === null
    ? undefined
    : contactChannels.normalized(changes.primaryEmail)
  const holder = user === undefined || value === undefined
    ? undefined
    : contactChannels.withAddress(project, user, value)
  const moves = rules.newPrimaryEmail === "moves"
  return {
    primary,
    value,
    channel: holder ?? (moves ? undefined : primary),
    isVerified: changes.primaryEmailVerified ?? (moves ? holder : primary)?.isVerified ?? false,
    usedForAuth: changes.primaryEmailAuthEnabled ?? (moves ? holder ?? primary : primary)?.usedForAuth ?? false
  }
}

const checkEmail = (
  platform: Platform,
  project: Project,
  user: User | undefined,
  changes: Changes
): Effect.Effect<void, UserWithEmailAlreadyExists | Refusal> =>
  Effect.suspend((): Effect.Effect<void, UserWithEmailAlreadyExists | Refusal> => {
    const { primary, usedForAuth, value } = emailAfter(platform, project, user, changes)
    if (value === undefined) {
      if (changes.primaryEmailAuthEnabled === true) {
        return Refusal.fail(400, "There is no primary email to sign in with")
      }
      if (changes.primaryEmailVerified === true) return Refusal.fail(400, "There is no primary email to verify")
      const isFault = platform.rules.newPrimaryEmail === "rewrites" && primary === undefined
      return user !== undefined && changes.primaryEmail === null && isFault
        ? Refusal.fail(500, "The user has no primary email to remove")
        : Effect.void
    }
    return usedForAuth && contactChannels.isTaken(project, value, user?.id)
      ? Effect.fail(new UserWithEmailAlreadyExists({ email: value, wouldWorkIfEmailWasVerified: false }))
      : Effect.void
  })

const applyEmail = (platform: Platform, project: Project, user: User, changes: Changes): void => {
  const { channel, isVerified, primary, usedForAuth, value } = emailAfter(platform, project, user, changes)
  if (value === undefined) {
    if (primary === undefined) return
    if (platform.rules.newPrimaryEmail === "moves") contactChannels.change(project, user, primary, { isPrimary: false })
    else contactChannels.remove(project, user, primary)
    return
  }
  if (channel === undefined) {
    contactChannels.add(project, user, { value, isVerified, isPrimary: true, usedForAuth })
  } else {
    contactChannels.change(project, user, channel, { value, isVerified, isPrimary: true, usedForAuth })
  }
}

const applyProfile = (user: User, changes: Changes): void => {
  const { countryCode, displayName, isAnonymous, otpAuthEnabled, passkeyAuthEnabled, riskScores, totpSecretBase64 } =
    changes
  if (displayName !== undefined) user.displayName = displayName === "" ? null : displayName
  if (changes.profileImageUrl !== undefined) user.profileImageUrl = changes.profileImageUrl
  if (changes.clientMetadata !== undefined) user.clientMetadata = changes.clientMetadata
  if (changes.clientReadOnlyMetadata !== undefined) user.clientReadOnlyMetadata = changes.clientReadOnlyMetadata
  if (changes.serverMetadata !== undefined) user.serverMetadata = changes.serverMetadata
  if (otpAuthEnabled !== undefined) user.otpAuthEnabled = otpAuthEnabled
  if (passkeyAuthEnabled === false) user.passkey = null
  if (isAnonymous !== undefined) user.isAnonymous = isAnonymous
  if (countryCode !== undefined) user.countryCode = countryCode
  if (riskScores !== undefined) user.riskScores = riskScores
  if (totpSecretBase64 !== undefined) {
    user.totpSecretBase64 = totpSecretBase64 === null ? null : Redacted.value(totpSecretBase64)
    user.requiresTotpMfa = totpSecretBase64 !== null
  }
  applyRestriction(user, changes)
}

const applyRestriction = (user: User, changes: Changes): void => {
  if (changes.restrictedByAdmin !== undefined) user.restrictedByAdmin = changes.restrictedByAdmin
  if (changes.restrictedByAdminReason !== undefined) user.restrictedByAdminReason = changes.restrictedByAdminReason
  if (changes.restrictedByAdminPrivateDetails !== undefined) {
    user.restrictedByAdminPrivateDetails = changes.restrictedByAdminPrivateDetails
  }
  if (user.restrictedByAdmin) return
  user.restrictedByAdminReason = null
  user.restrictedByAdminPrivateDetails = null
}
