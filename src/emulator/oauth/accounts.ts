/** Last steps of every sign-in and sign-up: account, MFA and session. docs/platform.md §7. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { SignUpNotEnabled } from "../../../schemas/errors/authConfiguration.ts"
import { MultiFactorAuthenticationRequired } from "../../../schemas/errors/multiFactor.ts"
import type { PermissionNotFound } from "../../../schemas/errors/permissions.ts"
import { UserWithEmailAlreadyExists } from "../../../schemas/errors/users.ts"
import {
  codes,
  contactChannels,
  events,
  permissions,
  sessions,
  teamEvents,
  teams,
  tokens,
  users
} from "../model/index.ts"
import type { ApiRequest } from "../request/index.ts"
import {
  type ContactChannel,
  type Place,
  placeOf,
  type Platform,
  type Project,
  type Session,
  type User
} from "../state/index.ts"

/** Fails if the project doesn't allow sign-up. */
export const signUpEnabled = (project: Project): Effect.Effect<void, SignUpNotEnabled> =>
  project.config.signUpEnabled ? Effect.void : Effect.fail(new SignUpNotEnabled())

/** Returns the country of a request, if a proxy sent it. */
export const countryOf = ({ incoming }: Pick<ApiRequest, "incoming">): string | null =>
  (placeOf(incoming) as Place | null)?.countryCode ?? null

/**
 * Fails if the default permissions of new users can't be granted, because sign-up is impossible in that case.
 * docs/platform.md §11.
 */
export const checkSignUpGrants = (project: Project): Effect.Effect<void, PermissionNotFound> =>
  Effect.gen(function*() {
    const { createTeamOnSignUp, teamCreatorDefaultPermissions, userDefaultPermissions } = project.config
    yield* permissions.grantableDefaults(project, "project", userDefaultPermissions)
    if (createTeamOnSignUp) yield* permissions.grantableDefaults(project, "team", teamCreatorDefaultPermissions)
  })

/** Gives a new user the project's default permissions and, if configured, a personal team. */
export const completeSignUp = (platform: Platform, project: Project, user: User): void => {
  for (const id of project.config.userDefaultPermissions) permissions.grant(user, id)
  events.emitUser(platform, project, "user.created", user)
  const team = teams.makePersonal(platform, project, user, contactChannels.primaryOf(project, user)?.value)
  if (team !== undefined) teamEvents.created(platform, project, team)
}

/**
 * Creates an account for an unused address, or upgrades the request's anonymous user to it. Setting a password ends
 * that user's sessions. docs/platform.md §7.6.
 */
export const signUp = (
  { platform, project, user: currentUser }: ApiRequest,
  email: string,
  credentials: {
    readonly passwordHash?: string
    readonly otpAuthEnabled?: true
    readonly isVerified: boolean
    /** Applies the result of the sign-up rules to the user. */
    readonly admitted: (user: User) => void
  }
): Effect.Effect<
  { readonly user: User; readonly channel: ContactChannel },
  UserWithEmailAlreadyExists | PermissionNotFound
> =>
  Effect.gen(function*() {
    const value = contactChannels.normalized(email)
    if (contactChannels.isTaken(project, value, undefined)) {
      return yield* Effect.fail(new UserWithEmailAlreadyExists({ email: value, wouldWorkIfEmailWasVerified: false }))
    }
    const upgraded = currentUser?.isAnonymous === true
    if (!upgraded) yield* checkSignUpGrants(project)
    const user = upgraded ? currentUser : users.add(platform, project)
    const { isVerified } = credentials
    const known = contactChannels.withAddress(project, user, value)
    const channel = known ??
      contactChannels.add(project, user, { value, isVerified, isPrimary: true, usedForAuth: true })
    if (known !== undefined) {
      contactChannels.change(project, user, known, { isVerified, isPrimary: true, usedForAuth: true })
    }
    user.isAnonymous = false
    credentials.admitted(user)
    if (credentials.passwordHash !== undefined) user.passwordHash = credentials.passwordHash
    if (credentials.otpAuthEnabled === true) user.otpAuthEnabled = true
    if (upgraded) {
      // setting a password ends all sessions, as in a user update
      if (credentials.passwordHash !== undefined) sessions.endAll(project, user.id)
      teams.namePersonal(project, user, value)
      events.emitUser(platform, project, "user.updated", user)
    } else completeSignUp(platform, project, user)
    return { user, channel }
  })

/** Issues an access token for a session. */
export const accessTokenFor = (
  { incoming, platform }: ApiRequest,
  project: Project,
  user: User,
  session: Session
): Effect.Effect<Redacted.Redacted> => tokens.issue(platform, project, user, session, placeOf(incoming))

/** Issues the tokens of a session. */
export const continueSession = (request: ApiRequest, user: User, session: Session) =>
  Effect.map(accessTokenFor(request, request.project, user, session), (accessToken) => ({
    accessToken,
    refreshToken: Redacted.make(session.refreshToken),
    userId: user.id
  }))

/** Creates a session and its tokens. */
export const startSession = (request: ApiRequest, user: User) =>
  Effect.suspend(() => continueSession(request, user, sessions.open(request.platform, request.project, user)))

/** Creates a session after the first factor, or fails with the MFA error if the user has MFA. docs/platform.md §7.5. */
export const afterFirstFactor = (request: ApiRequest, user: User, isNewUser: boolean) =>
  Effect.suspend(() => {
    if (!user.requiresTotpMfa) return startSession(request, user)
    const code = codes.issue(request.platform, request.project, "mfaAttempt", { userId: user.id, isNewUser })
    return Effect.fail(new MultiFactorAuthenticationRequired({ attemptCode: Redacted.make(code.value) }))
  })
