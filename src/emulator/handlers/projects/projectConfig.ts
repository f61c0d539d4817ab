/** Layers of a project's configuration. docs/platform.md §16.5. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as ProjectConfig from "../../../../schemas/endpoints/projectConfig.ts"
import { configLayers } from "../../model/index.ts"
import { type ApiRequest, handle } from "../../request/index.ts"
import { Refusal, success } from "../../state/index.ts"

/** Fails if a request with server access is for a layer other than `branch`. */
const permitted = ({ level: access }: ApiRequest, level: configLayers.Level): Effect.Effect<void, Refusal> =>
  access === "server" && level !== "branch"
    ? Refusal.fail(403, `With server access, only the branch level can be used, not ${level}`)
    : Effect.void

/** Handlers for `/internal/config`. */
export const handlers = handle(ProjectConfig, {
  get: (_, { platform, project }) =>
    Effect.sync(() => ({ configString: Redacted.make(JSON.stringify(configLayers.whole(platform, project))) })),

  update: ({ configOverrideString: text }, { platform, project }) =>
    Effect.as(
      text === undefined ? Effect.void : configLayers.update(platform, project, "environment", Redacted.value(text)),
      {}
    ),

  getOverride: ({ level }, request) =>
    Effect.map(permitted(request, level), () => ({
      configString: Redacted.make(JSON.stringify(configLayers.layerOf(request.project, level)))
    })),

  replaceOverride: ({ configString, level, source }, request) =>
    Effect.gen(function*() {
      const { platform, project } = request
      yield* permitted(request, level)
      if (level === "branch" && source === undefined) {
        return yield* Refusal.fail(400, "The branch level can only be replaced together with its source")
      }
      yield* configLayers.replaceWith(platform, project, level, Redacted.value(configString))
      if (level === "branch" && source !== undefined) project.configSource = source
      return success
    }),

  updateOverride: ({ configOverrideString, level }, request) =>
    Effect.gen(function*() {
      yield* permitted(request, level)
      yield* configLayers.update(request.platform, request.project, level, Redacted.value(configOverrideString))
      return success
    }),

  resetKeys: ({ keys, level }, { platform, project }) =>
    Effect.as(configLayers.resetKeys(platform, project, level, keys), success),

  getSource: (_, { project }) => Effect.sync(() => ({ source: project.configSource })),

  unlinkSource: (_, { project }) =>
    Effect.sync(() => {
      project.configSource = { type: "unlinked" }
      return success
    })
})
