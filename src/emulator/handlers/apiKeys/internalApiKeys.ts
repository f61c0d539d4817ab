/** Project keys. docs/platform.md §13. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { nonce } from "../../../../layers/call/index.ts"
import type { AccessLevel } from "../../../../schemas/access.ts"
import * as InternalApiKeys from "../../../../schemas/endpoints/internalApiKeys.ts"
import { ApiKeyNotFound } from "../../../../schemas/errors/apiKeys.ts"
import { addKeys, endOfTime } from "../../model/index.ts"
import { handle, viewsOf } from "../../request/index.ts"
import type { KeySet, Project } from "../../state/index.ts"

const fields = { client: "publishableClientKey", server: "secretServerKey", admin: "superSecretAdminKey" } as const

/** Returns a key set, with each key formatted by `show`. */
const view = <Shown>(set: KeySet, show: (key: string) => Shown) => ({
  id: set.id,
  description: set.description,
  expiresAt: new Date(Math.min(set.expiresAt, endOfTime)),
  createdAt: new Date(set.createdAt),
  ...(set.revokedAt === null ? {} : { manuallyRevokedAt: new Date(set.revokedAt) }),
  ...Object.fromEntries(
    (Object.entries(set.keys) as ReadonlyArray<[AccessLevel, string]>).map(([level, key]) => [fields[level], show(key)])
  ) as { readonly [Field in typeof fields[AccessLevel]]?: Shown }
})

const masked = (set: KeySet) => view(set, (key) => ({ lastFour: key.slice(-4) }))

const keySetNamed = (project: Project, id: string) =>
  Effect.suspend(() => {
    const set = project.keySets.find((set) => set.id === id)
    return set === undefined ? Effect.fail(new ApiKeyNotFound()) : Effect.succeed(set)
  })

/** Handlers for `/internal/api-keys`. */
export const handlers = handle(InternalApiKeys, {
  list: (_, { project }) =>
    Effect.sync(() => ({ items: viewsOf([...project.keySets].reverse(), masked), isPaginated: false })),

  create: (input, { platform, project }) =>
    Effect.sync(() => {
      const set: KeySet = {
        id: crypto.randomUUID(),
        description: input.description,
        createdAt: platform.now(),
        expiresAt: input.expiresAt.getTime(),
        revokedAt: null,
        keys: {
          ...(input.hasPublishableClientKey ? { client: `pck_${nonce()}` } : {}),
          ...(input.hasSecretServerKey ? { server: `ssk_${nonce()}` } : {}),
          ...(input.hasSuperSecretAdminKey ? { admin: `sak_${nonce()}` } : {})
        }
      }
      addKeys(project, set)
      return view(set, Redacted.make)
    }),

  get: ({ apiKeyId }, { project }) => Effect.map(keySetNamed(project, apiKeyId), masked),

  update: ({ apiKeyId, description, revoked }, { platform, project }) =>
    Effect.map(keySetNamed(project, apiKeyId), (set) => {
      if (description !== undefined) set.description = description
      if (revoked === true) set.revokedAt = platform.now()
      return masked(set)
    })
})
