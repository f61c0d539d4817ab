/** API keys of users and teams. docs/platform.md §12. */
import * as Effect from "effect/Effect"
import { nonce } from "../../../../layers/call/index.ts"
import { ApiKeyExpired, ApiKeyNotFound, ApiKeyRevoked, WrongApiKeyType } from "../../../../schemas/errors/apiKeys.ts"
import type { ApiKey, Platform, Project } from "../../state/index.ts"

/** Marker that scanners for leaked keys search for. */
const marker = "574ck4u7h"

const scannerBits = { selfHosted: 1, public: 2 }

/** Computes the CRC-32 checksum (ISO 3309) as eight hexadecimal digits. */
const checksumOf = (text: string): string => {
  let remainder = 0xffffffff
  for (const byte of new TextEncoder().encode(text)) {
    remainder ^= byte
    for (let bit = 0; bit < 8; bit++) remainder = (remainder >>> 1) ^ ((remainder & 1) * 0xedb88320)
  }
  return (~remainder >>> 0).toString(16).padStart(8, "0")
}

const valueOf = (id: string, type: ApiKey["owner"]["type"], isPublic: boolean): string => {
  const scannerDigit = scannerBits.selfHosted + (isPublic ? scannerBits.public : 0)
  const text = `${isPublic ? "pk" : "sk"}_${nonce()}${id.replaceAll("-", "")}${type}${scannerDigit}${marker}`
  return text + checksumOf(text)
}

const ownerIdOf = (owner: ApiKey["owner"]): string => owner.type === "user" ? owner.userId : owner.teamId

export const create = (
  platform: Platform,
  project: Project,
  owner: ApiKey["owner"],
  { description, expiresAt, isPublic = false }: {
    readonly description: string
    readonly expiresAt: Date | null
    readonly isPublic?: boolean | undefined
  }
): ApiKey => {
  const id = crypto.randomUUID()
  const key: ApiKey = {
    id,
    owner,
    value: valueOf(id, owner.type, isPublic),
    description,
    isPublic,
    createdAt: platform.now(),
    expiresAt: expiresAt?.getTime() ?? null,
    revokedAt: null
  }
  project.apiKeys.set(key.id, key)
  project.apiKeysByValue.set(key.value, key)
  const others = project.apiKeysByOwner.get(ownerIdOf(owner))
  if (others === undefined) project.apiKeysByOwner.set(ownerIdOf(owner), [key])
  else others.push(key)
  return key
}

/** Returns the keys of a user or team, newest first. */
export const ofOwner = (project: Project, ownerId: string): ReadonlyArray<ApiKey> =>
  [...project.apiKeysByOwner.get(ownerId) ?? []].reverse()

/** Revokes a key. Revoking it again keeps the first revocation time. */
export const revoke = (platform: Platform, key: ApiKey): void => {
  key.revokedAt ??= platform.now()
}

/** Deletes all keys of a deleted user or team. */
export const removeOf = (project: Project, ownerId: string): void => {
  for (const { id, value } of ofOwner(project, ownerId)) {
    project.apiKeys.delete(id)
    project.apiKeysByValue.delete(value)
  }
  project.apiKeysByOwner.delete(ownerId)
}

/** Whether a key has expired. */
export const isExpired = (platform: Platform, { expiresAt }: ApiKey): boolean =>
  expiresAt !== null && expiresAt <= platform.now()

/** Returns the valid key with this value. The checks run in the platform's order. */
export const check = (
  platform: Platform,
  project: Project,
  value: string,
  expectedType: ApiKey["owner"]["type"]
): Effect.Effect<ApiKey, ApiKeyNotFound | WrongApiKeyType | ApiKeyRevoked | ApiKeyExpired> =>
  Effect.suspend((): Effect.Effect<ApiKey, ApiKeyNotFound | WrongApiKeyType | ApiKeyRevoked | ApiKeyExpired> => {
    const key = project.apiKeysByValue.get(value)
    if (key === undefined) return Effect.fail(new ApiKeyNotFound())
    if (key.owner.type !== expectedType) {
      return Effect.fail(new WrongApiKeyType({ expectedType, actualType: key.owner.type }))
    }
    if (key.revokedAt !== null) return Effect.fail(new ApiKeyRevoked())
    return isExpired(platform, key) ? Effect.fail(new ApiKeyExpired()) : Effect.succeed(key)
  })

/** Fields that every response for a key contains. */
export const view = (key: ApiKey) => ({
  id: key.id,
  description: key.description,
  isPublic: key.isPublic,
  createdAt: new Date(key.createdAt),
  ...(key.expiresAt === null ? {} : { expiresAt: new Date(key.expiresAt) }),
  ...(key.revokedAt === null ? {} : { manuallyRevokedAt: new Date(key.revokedAt) })
})

/** Masked value of a key, as returned after its creation. */
export const masked = ({ value }: ApiKey) => ({ lastFour: value.slice(-4) })
