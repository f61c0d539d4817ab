/** Signs in with a provider's account, or links the account to a user. docs/platform.md §7.4, §7.6. */
import * as Effect from "effect/Effect"
import type { SignUpNotEnabled } from "../../../schemas/errors/authConfiguration.ts"
import { ContactChannelAlreadyUsedForAuthBySomeoneElse } from "../../../schemas/errors/contactChannels.ts"
import { OAuthConnectionAlreadyConnectedToAnotherUser } from "../../../schemas/errors/oauth.ts"
import type { PermissionNotFound } from "../../../schemas/errors/permissions.ts"
import { contactChannels, events, oauthAccounts, teams, users } from "../model/index.ts"
import {
  type OAuthAccount,
  type OAuthFlow,
  type Platform,
  type Project,
  type ProviderAccount,
  Refusal,
  type User
} from "../state/index.ts"
import * as accounts from "./accounts.ts"

/** Result of a completed flow. */
export interface Arrived {
  readonly user: User
  /** Account at the provider, linked to the user. */
  readonly account: OAuthAccount
  readonly isNewUser: boolean
}

/** Links the account to the user of the flow. Keeps an existing link to the same user. */
export const link = (
  project: Project,
  flow: OAuthFlow,
  person: ProviderAccount
): Effect.Effect<Arrived, OAuthConnectionAlreadyConnectedToAnotherUser | Refusal> =>
  Effect.suspend((): Effect.Effect<Arrived, OAuthConnectionAlreadyConnectedToAnotherUser | Refusal> => {
    const user = flow.userId === undefined ? undefined : project.users.get(flow.userId)
    if (user === undefined) {
      return Refusal.fail(400, "The user to link the account to was deleted")
    }
    const known = oauthAccounts.forSignIn(project, flow.providerId, person.accountId)
    if (known !== undefined && known.userId !== user.id) {
      return Effect.fail(new OAuthConnectionAlreadyConnectedToAnotherUser())
    }
    return Effect.succeed({ user, account: known ?? linked(project, user, flow, person), isNewUser: false })
  })

/**
 * Signs in the account's user. If the account has no user, merges it with a user of the same address, or signs up if
 * `admitted` succeeds.
 */
export const signIn = <E>(
  platform: Platform,
  project: Project,
  flow: Pick<OAuthFlow, "providerId" | "userId">,
  person: ProviderAccount,
  admitted: Effect.Effect<(user: User) => void, E>
): Effect.Effect<
  Arrived,
  ContactChannelAlreadyUsedForAuthBySomeoneElse | SignUpNotEnabled | PermissionNotFound | E
> =>
  Effect.gen(function*() {
    const account = oauthAccounts.forSignIn(project, flow.providerId, person.accountId)
    if (account !== undefined) return { user: project.users.get(account.userId)!, account, isNewUser: false }
    const merged = yield* mergedWith(project, person)
    if (merged !== undefined) {
      return { user: merged, account: linked(project, merged, flow, person), isNewUser: false }
    }
    yield* accounts.signUpEnabled(project)
    const admit = yield* admitted
    const currentUser = flow.userId === undefined ? undefined : project.users.get(flow.userId)
    if (currentUser?.isAnonymous !== true) yield* accounts.checkSignUpGrants(project)
    const user = newUser(platform, project, currentUser, person, admit)
    return { user, account: linked(project, user, flow, person), isNewUser: true }
  })

/**
 * Finds the user to merge the account with, by address. The address is compared exactly as the provider returned it.
 */
const mergedWith = (
  project: Project,
  { email, emailVerified }: ProviderAccount
): Effect.Effect<User | undefined, ContactChannelAlreadyUsedForAuthBySomeoneElse> =>
  Effect.suspend(() => {
    const channel = email === null ? undefined : project.signInChannels.get(email)
    if (channel === undefined) return Effect.succeed(undefined)
    switch (project.config.oauthAccountMergeStrategy) {
      case "link_method":
        return channel.isVerified && emailVerified
          ? Effect.succeed(project.users.get(channel.userId)!)
          : taken(email, !channel.isVerified)
      case "raise_error":
        return taken(email, false)
      case "allow_duplicates":
        return Effect.succeed(undefined)
    }
  })

const taken = (email: string | null, wouldWorkIfEmailWasVerified: boolean) =>
  Effect.fail(
    new ContactChannelAlreadyUsedForAuthBySomeoneElse({
      type: "email",
      contactChannelValue: email,
      wouldWorkIfEmailWasVerified
    })
  )

const linked = (
  project: Project,
  user: User,
  { providerId }: Pick<OAuthFlow, "providerId">,
  person: ProviderAccount
): OAuthAccount =>
  oauthAccounts.add(project, user, {
    providerId,
    accountId: person.accountId,
    email: person.email,
    allowSignIn: true,
    allowConnectedAccounts: true
  })

/**
 * Creates a user for the account, or upgrades the request's anonymous user. Never takes an address from another user.
 */
const newUser = (
  platform: Platform,
  project: Project,
  currentUser: User | undefined,
  person: ProviderAccount,
  admit: (user: User) => void
): User => {
  const upgraded = currentUser?.isAnonymous === true
  const user = upgraded ? currentUser : users.add(platform, project)
  user.isAnonymous = false
  admit(user)
  user.displayName ??= person.name
  user.profileImageUrl ??= person.picture
  const value = person.email === null ? undefined : contactChannels.normalized(person.email)
  if (value !== undefined) {
    const options = {
      isVerified: person.emailVerified,
      isPrimary: true,
      usedForAuth: !contactChannels.isTaken(project, value, user.id)
    }
    const known = contactChannels.withAddress(project, user, value)
    if (known === undefined) contactChannels.add(project, user, { value, ...options })
    else contactChannels.change(project, user, known, options)
  }
  if (!upgraded) {
    accounts.completeSignUp(platform, project, user)
    return user
  }
  if (value !== undefined) teams.namePersonal(project, user, value)
  events.emitUser(platform, project, "user.updated", user)
  return user
}
