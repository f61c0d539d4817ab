/** Accounts at external providers that are linked to users. docs/platform.md §14. */
import * as Effect from "effect/Effect"
import { OAuthProviderAccountIdAlreadyUsedForSignIn } from "../../../../schemas/errors/oauth.ts"
import {
  type OAuthAccount,
  type OAuthGrant,
  type OAuthProviderConfig,
  type Project,
  Refusal,
  type User
} from "../../state/index.ts"

/** Returns the project's configuration of a provider, or `undefined` if the project has none. */
export const configOf = (project: Project, providerId: string): OAuthProviderConfig | undefined =>
  project.config.oauthProviders.find(({ id }) => id === providerId)

/** Finds the linked account that can be used to sign in. */
export const forSignIn = (project: Project, providerId: string, accountId: string): OAuthAccount | undefined =>
  project.oauthAccountsByAccountId.get(accountId)
    ?.find((account) => account.providerId === providerId && account.allowSignIn)

/** Fields of a linked account. */
export interface Link {
  readonly providerId: string
  readonly accountId: string
  readonly email: string | null
  readonly allowSignIn: boolean
  readonly allowConnectedAccounts: boolean
}

/** Links an account to a user. */
export const add = (project: Project, user: User, link: Link): OAuthAccount => {
  const account: OAuthAccount = { id: crypto.randomUUID(), userId: user.id, grants: [], ...link }
  project.oauthAccounts.set(account.id, account)
  user.oauthAccounts = [...user.oauthAccounts, account]
  index(project, account)
  return account
}

/** Changeable fields of a linked account. */
export type Changes = Partial<Pick<OAuthAccount, "accountId" | "email" | "allowSignIn" | "allowConnectedAccounts">>

/** Changes a linked account. */
export const change = (project: Project, account: OAuthAccount, changes: Changes): void => {
  unindex(project, account)
  Object.assign(account, changes)
  index(project, account)
}

/** Unlinks an account. */
export const remove = (project: Project, user: User, account: OAuthAccount): void => {
  project.oauthAccounts.delete(account.id)
  user.oauthAccounts = user.oauthAccounts.filter((other) => other !== account)
  unindex(project, account)
}

const index = (project: Project, account: OAuthAccount): void => {
  const others = project.oauthAccountsByAccountId.get(account.accountId) ?? []
  project.oauthAccountsByAccountId.set(account.accountId, [...others, account])
}

const unindex = (project: Project, account: OAuthAccount): void => {
  const left = project.oauthAccountsByAccountId.get(account.accountId)?.filter((other) => other !== account) ?? []
  if (left.length === 0) project.oauthAccountsByAccountId.delete(account.accountId)
  else project.oauthAccountsByAccountId.set(account.accountId, left)
}

/** Adds tokens issued by the provider. They replace earlier tokens that were revoked. */
export const grant = (account: OAuthAccount, given: OAuthGrant): void => {
  account.grants = account.isRevoked === true ? [given] : [...account.grants, given]
  account.isRevoked = false
}

/** Replaces tokens with refreshed ones. */
export const replaceGrant = (account: OAuthAccount, old: OAuthGrant, given: OAuthGrant): void => {
  account.grants = account.grants.map((other) => other === old ? given : other)
}

/**
 * Fails if a new or changed account would conflict with another one. A user has at most one sign-in account per
 * provider and can't link the same account twice. An account id signs in at most one user, across all providers.
 */
export const checkUnique = (
  project: Project,
  user: User,
  link: Link,
  except?: OAuthAccount
): Effect.Effect<void, OAuthProviderAccountIdAlreadyUsedForSignIn | Refusal> =>
  Effect.suspend((): Effect.Effect<void, OAuthProviderAccountIdAlreadyUsedForSignIn | Refusal> => {
    const own = user.oauthAccounts.filter((other) => other !== except && other.providerId === link.providerId)
    if (link.allowSignIn && own.some(({ allowSignIn }) => allowSignIn)) {
      return Refusal.fail(400, "The user already signs in with another account of this provider")
    }
    if (own.some(({ accountId }) => accountId === link.accountId)) {
      return Refusal.fail(400, "The user already has this account of this provider")
    }
    const holders = project.oauthAccountsByAccountId.get(link.accountId) ?? []
    return link.allowSignIn && holders.some((other) => other !== except && other.allowSignIn)
      ? Effect.fail(new OAuthProviderAccountIdAlreadyUsedForSignIn())
      : Effect.void
  })
