/** Reports of leaked API keys. docs/platform.md §12. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as CredentialScanning from "../../../../schemas/endpoints/credentialScanning.ts"
import { ApiKeyExpired, ApiKeyNotFound, PublicApiKeyCannotBeRevoked } from "../../../../schemas/errors/apiKeys.ts"
import { mail } from "../../mail/index.ts"
import { apiKeys, contactChannels } from "../../model/index.ts"
import { handle } from "../../request/index.ts"
import { type ApiKey, type Platform, type Project, success, type User } from "../../state/index.ts"
import { managesKeys } from "./teamApiKeys.ts"

/** Finds a key in any project. */
const leakedKey = ({ store }: Platform, value: string): { project: Project; key: ApiKey } | undefined => {
  for (const project of store.projects.values()) {
    const key = project.apiKeysByValue.get(value)
    if (key !== undefined) return { project, key }
  }
  return undefined
}

/** Returns the user of a key, or the team members with permission to manage the team's keys. */
const holders = (project: Project, { owner }: ApiKey): ReadonlyArray<User> => {
  if (owner.type === "user") return [project.users.get(owner.userId)!]
  return [...project.memberships.values()]
    .filter(({ teamId }) => teamId === owner.teamId)
    .map(({ userId }) => project.users.get(userId)!)
    .filter((user) => managesKeys(project, user, owner.teamId))
}

const notifyHolders = (platform: Platform, project: Project, key: ApiKey): void => {
  for (const user of holders(project, key)) {
    const to = contactChannels.primaryOf(project, user)?.value
    if (to === undefined) continue
    const text =
      `Your API key “${key.description}”, which ends in ${apiKeys.masked(key).lastFour}, was found in public. `
      + "It was revoked. Create a new key, and replace the old one wherever it is used."
    mail.send(platform, project, { to, kind: "leakedApiKey", subject: "An API key was revoked", text })
  }
}

/** Handlers for `/integrations/credential-scanning`. */
export const handlers = handle(CredentialScanning, {
  revoke: ({ apiKey }, { platform }) =>
    Effect.suspend(
      (): Effect.Effect<{ readonly success: true }, ApiKeyNotFound | PublicApiKeyCannotBeRevoked | ApiKeyExpired> => {
        const leaked = leakedKey(platform, Redacted.value(apiKey))
        if (leaked === undefined) return Effect.fail(new ApiKeyNotFound())
        const { key, project } = leaked
        if (key.isPublic) return Effect.fail(new PublicApiKeyCannotBeRevoked())
        if (apiKeys.isExpired(platform, key)) return Effect.fail(new ApiKeyExpired())
        if (key.revokedAt === null) {
          apiKeys.revoke(platform, key)
          notifyHolders(platform, project, key)
        }
        return Effect.succeed(success)
      }
    )
})
