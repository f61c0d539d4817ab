/** Configuration of the current project as a document of nested keys. docs/platform.md §16.5. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type * as Schema from "effect/Schema"
import * as ProjectConfig from "../../schemas/endpoints/projectConfig.ts"
import { CallError, DecodeError } from "../../schemas/errors/CallError.ts"

/** Configuration as nested keys. */
export interface ConfigDocument {
  readonly [key: string]: Schema.Json
}

/**
 * Returns the effective configuration: all levels combined, with defaults. The result is redacted, because it contains
 * secrets.
 */
export const get = Effect.fn("admin.projectConfig.get")(function*() {
  const { configString } = yield* ProjectConfig.get()
  return yield* Effect.try({
    try: (): Redacted.Redacted<ConfigDocument> => Redacted.make(JSON.parse(Redacted.value(configString))),
    catch: () =>
      new CallError({
        endpoint: ProjectConfig.get.spec.name,
        reason: new DecodeError({ status: 200, problem: "configString: not JSON", excerpt: "" })
      })
  })
})

/**
 * Changes keys of a level. Omitted keys keep their value. A key may be a path with dots: setting it replaces everything
 * stored below it, and `null` restores its default.
 *
 * Also works on the 2025 platforms, which only have the level `environment`. An invalid configuration is rejected with
 * a plain-text error and status 400.
 */
export const update = Effect.fn("admin.projectConfig.update")(function*(
  changes: ConfigDocument,
  options: {
    /** Later levels override earlier ones: project, branch, environment. @default "environment" */
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
