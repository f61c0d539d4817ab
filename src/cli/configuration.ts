/** Which project the command is about: the environment, `.env.local` and `.env`, or the project last signed in to. */
import * as Config from "effect/Config"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { readFileSync } from "node:fs"
import * as Project from "../../layers/Project.ts"
import type { InvalidConfiguration } from "../../schemas/errors/CallError.ts"

/** The files that are read beside the environment, in the current folder. What comes first wins. */
const files = [".env.local", ".env"]

const contentsOf = (file: string): string | undefined => {
  try {
    return readFileSync(file, "utf8")
  } catch {
    return undefined
  }
}

const provider = Effect.sync(() =>
  files.reduce((before, file) => {
    const contents = contentsOf(file)
    return contents === undefined
      ? before
      : ConfigProvider.orElse(before, ConfigProvider.fromDotEnvContents(contents))
  }, ConfigProvider.fromEnv())
)

/** The files of the current folder that were read. */
export const filesRead = Effect.sync(() => files.filter((file) => contentsOf(file) !== undefined))

/** The project that the environment names. Fails as `Project.layerConfig` does. */
export const configuredProject: Effect.Effect<Project.Project["Service"], InvalidConfiguration> = Effect.provide(
  Project.Project,
  Project.layerConfig.pipe(Layer.provide(ConfigProvider.layer(provider)))
).pipe(Effect.catchTag("ConfigError", (error) => Effect.die(error))) // texts that may be missing cannot be malformed

/** A variable of the command's own. */
export const variable = (name: string): Effect.Effect<string | undefined> =>
  Effect.flatMap(provider, (from) => Config.option(Config.String(name)).parse(from)).pipe(
    Effect.map(Option.getOrUndefined),
    Effect.catchTag("ConfigError", () => Effect.succeed(undefined)),
    Effect.map((value) => value === "" ? undefined : value)
  )
