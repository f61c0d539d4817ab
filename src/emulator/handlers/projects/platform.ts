/** Information about the platform itself. docs/protocol.md §9, §26. */
import * as Effect from "effect/Effect"
import * as PlatformEndpoints from "../../../../schemas/endpoints/platform.ts"
import { audiences, contactChannels } from "../../model/index.ts"
import { type ApiRequest, handle } from "../../request/index.ts"
import { Refusal } from "../../state/index.ts"

const authenticationText = ({ authentication }: ApiRequest): string => {
  if (authentication === undefined) return "Authentication: none"
  const { level, project, user } = authentication
  const name = user === undefined ? "none" : contactChannels.primaryOf(project, user)?.value ?? user.id
  return `Authentication: ${level}\n  Project: ${project.id}\n  User: ${name}`
}

/** `/`, feature and version checks, and the JWKS */
export const handlers = handle(PlatformEndpoints, {
  get: (_, request) => Effect.succeed(`This is the Latchkey emulator.\n\n${authenticationText(request)}`),

  checkFeatureSupport: ({ featureName = "This feature" }) =>
    Effect.succeed(`${featureName} is not supported yet. Contact the platform's support.`),

  checkVersion: ({ clientVersion }, { platform: { rules } }) =>
    Effect.sync(() => {
      const version = rules.version.split(".").map(Number)
      const given = clientVersion.split(".").map(Number)
      const at = version.findIndex((part, index) => part !== given[index])
      return at === -1 || given[at]! > version[at]!
        ? { upToDate: true }
        : {
          upToDate: false,
          error: `Version ${clientVersion} is outdated: the current version is ${rules.version}. Update the client.`,
          severe: at === 0 || rules.olderIsSevere
        }
    }),

  getJwks: ({ includeAnonymous, includeRestricted, projectId }, request) =>
    Effect.gen(function*() {
      const { keys, rules, store } = request.platform
      if (rules.cachesKeys) request.responseHeaders["cache-control"] = "public, max-age=3600"
      if (!store.projects.has(projectId)) {
        return yield* Refusal.fail(404, "There is no such project")
      }
      const trusted = [
        audiences.regular,
        ...(rules.restrictedUsers && (includeRestricted || includeAnonymous) ? [audiences.restricted] : []),
        ...(includeAnonymous ? [audiences.anonymous] : [])
      ]
      const rings = yield* Effect.forEach(trusted, (audience) => keys.of(audience(projectId)))
      return { keys: rings.flat().map(({ jwk }) => jwk as { readonly kty: string }) }
    })
})
