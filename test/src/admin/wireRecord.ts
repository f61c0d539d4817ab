/** Mock platform with one project. It records all writes. */
import * as Effect from "effect/Effect"
import { wireProject } from "../../support/contract/wireEntities.ts"
import { type Answer, json } from "../../support/platform/scriptedTransport.ts"

type Config = typeof wireProject.config

/**
 * Merges changes into the configuration like the platform, which replaces lists as a whole. `others` is the response to
 * all other requests.
 */
export const keptProject = (config: Partial<Config>, others: Answer = json({ success: true })) => {
  const kept = { ...wireProject, config: { ...wireProject.config, ...config } }
  const answer: Answer = (request) =>
    Effect.suspend(() => {
      if (!request.url.endsWith("/internal/projects/current")) return others(request)
      if (request.method === "PATCH") {
        Object.assign(kept.config, (JSON.parse(request.body ?? "{}") as { readonly config: Partial<Config> }).config)
      }
      // a response takes a moment, during which other requests may write
      return Effect.delay(json(kept)(request), "1 millis")
    })
  return { answer, config: kept.config }
}
