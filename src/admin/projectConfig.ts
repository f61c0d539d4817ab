/** The configuration behind the program's project, as a document of keys. docs/platform.md §16.5. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type * as Schema from "effect/Schema"
import * as ProjectConfig from "../../schemas/endpoints/projectConfig.ts"
import { CallError, DecodeError } from "../../schemas/errors/CallError.ts"

/** A configuration: keys within keys. */
export interface ConfigDocument {
  readonly [key: string]: Schema.Json
}

/** The configuration as it applies: all levels together, defaults filled in. Redacted, for secrets are in it. */
export const get = Effect.fn("admin.projectConfig.get")(function*() {
  const { configString } = yield* ProjectConfig.get()
  return yield* Effect.try({
    try: (): Redacted.Redacted<ConfigDocument> => Redacted.make(JSON.parse(Redacted.value(configString))),
    catch: () =>
      new CallError({
        endpoint: ProjectConfig.get.spec.name,
        reason: new DecodeError({ status: 200, problem: "configString: it is not JSON", excerpt: "" })
      })
  })
})

/**
 * Changes keys of a level; the others stay. A key may be a path with dots: setting it drops what was stored below it, and
 * `null` brings its default back.
 *
 * Works on platforms of 2025 too, which have the level `environment` alone. A configuration that the platform does not
 * take is refused in plain text with status 400.
 */
export const update = Effect.fn("admin.projectConfig.update")(function*(
  changes: ConfigDocument,
  options: {
    /** Later levels win: project, branch, environment. @default "environment" */
    readonly level?: "project" | "branch" | "environment" | undefined
  } = {}
) {
  const { level = "environment" } = options
  const configOverrideString = Redacted.make(JSON.stringify(changes))
  yield* Effect.asVoid(ProjectConfig.updateOverride({ level, configOverrideString })).pipe(
    Effect.catchReason("CallError", "HttpFailure", ({ since }, error) =>
      since !== undefined && level === "environment"
        ? Effect.asVoid(ProjectConfig.update({ configOverrideString }))
        : Effect.fail(error))
  )
})
