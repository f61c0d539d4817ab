/** Creates a project from options or the environment. Projects from options don't load `effect/Config`. */
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { InvalidConfiguration } from "../schemas/errors/CallError.ts"
import { extraHeaders, inBrowser, makeProject, namesOf, Project, type Setting } from "./call/index.ts"

export {
  hostedBaseUrl,
  layerProjectOf as layer,
  makeProject as make,
  Project,
  type ProjectOptions,
  publicClient
} from "./call/index.ts"

const firstOf = (
  ...settings: ReadonlyArray<Setting>
): Effect.Effect<string | undefined, Config.ConfigError> =>
  Effect.gen(function*() {
    for (const name of settings.flatMap(namesOf)) {
      const found = yield* Config.option(Config.String(name))
      if (Option.isSome(found) && found.value !== "") return found.value
    }
    return undefined
  })

/**
 * Reads the project from the environment, or any other `ConfigProvider`. The base URL comes from the variable for
 * browsers or for servers, depending on where the program runs. Without that variable, the common variable applies;
 * without any variable, the base URL is the hosted platform's.
 *
 * @example
 * ```ts
 * import * as ConfigProvider from "effect/ConfigProvider"
 * import * as Effect from "effect/Effect"
 * import { Project } from "latchkey"
 *
 * const variables = ConfigProvider.layer(ConfigProvider.fromUnknown({ HEXCLAVE_PROJECT_ID: project.projectId }))
 * const found = await Effect.runPromise(
 *   Project.Project.pipe(Effect.provide(Project.layerConfig()), Effect.provide(variables))
 * )
 * console.log(found.id === project.projectId) // true
 * ```
 */
export const layerConfig = (): Layer.Layer<Project, InvalidConfiguration | Config.ConfigError> =>
  Layer.effect(
    Project,
    Effect.gen(function*() {
      const side = inBrowser() ? "baseUrlBrowser" : "baseUrlServer"
      return yield* makeProject({
        projectId: (yield* firstOf("projectId")) ?? "",
        publishableClientKey: yield* firstOf("publishableClientKey"),
        secretServerKey: yield* firstOf("secretServerKey"),
        superSecretAdminKey: yield* firstOf("superSecretAdminKey"),
        baseUrl: yield* firstOf(side, "baseUrl"),
        extraRequestHeaders: yield* extraHeaders(yield* firstOf("extraRequestHeaders"))
      })
    })
  )
