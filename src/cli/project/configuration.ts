/** Reads the project's settings from the environment, `.env.local` and `.env`. */
import * as Config from "effect/Config"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { readFileSync, statSync } from "node:fs"
import { namesOf } from "../../../layers/call/index.ts"
import { Project } from "../../../layers/index.ts"
import { InvalidConfiguration } from "../../../schemas/errors/CallError.ts"

/** Files of the current folder that are read after the environment. The first file with a setting wins. */
const files = [".env.local", ".env"]

const contentsOf = (file: string): string | undefined => {
  try {
    // a pipe would never end
    return statSync(file).isFile() ? readFileSync(file, "utf8") : undefined
  } catch {
    return undefined
  }
}

/** The environment, or a file with environment variables. */
interface Source {
  /** Name of the file; `undefined` for the environment. */
  readonly file: string | undefined
  readonly provider: ConfigProvider.ConfigProvider
}

const sources = Effect.sync((): ReadonlyArray<Source> => [
  { file: undefined, provider: ConfigProvider.fromEnv() },
  ...files.flatMap((file) => {
    const contents = contentsOf(file)
    return contents === undefined ? [] : [{ file, provider: ConfigProvider.fromDotEnvContents(contents) }]
  })
])

const valueIn = ({ provider }: Source, name: string): Effect.Effect<string | undefined> =>
  Config.option(Config.String(name)).parse(provider).pipe(
    Effect.map(Option.getOrUndefined),
    Effect.catchTag("ConfigError", () => Effect.succeed(undefined)),
    Effect.map((value) => value === "" ? undefined : value)
  )

/** Finds the first source with one of these variables, and returns their values. */
const firstFound = (names: ReadonlyArray<string>) =>
  Effect.gen(function*() {
    for (const source of yield* sources) {
      const values: Record<string, string> = {}
      for (const name of names) {
        const value = yield* valueIn(source, name)
        if (value !== undefined) values[name] = value
      }
      if (Object.keys(values).length > 0) return { file: source.file, values }
    }
    return undefined
  })

/** Returns the existing files. */
export const filesRead = Effect.sync(() => files.filter((file) => contentsOf(file) !== undefined))

/** Settings other than the server's URL. */
const settings = [
  "secretServerKey",
  "superSecretAdminKey",
  "projectId",
  "publishableClientKey",
  "extraRequestHeaders"
] as const

/**
 * Reads the project's settings. Fails like `Project.layerConfig`, and also if a secret key from the environment would be sent
 * to a URL from a file, because the folder may be untrusted.
 */
export const configuredProject: Effect.Effect<Project.Project["Service"], InvalidConfiguration> = Effect.gen(
  function*() {
    const address = yield* firstFound([...namesOf("baseUrlServer"), ...namesOf("baseUrl")])
    const env = { ...address?.values }
    for (const setting of settings) {
      const found = yield* firstFound(namesOf(setting))
      const isSecret = setting === "secretServerKey" || setting === "superSecretAdminKey"
      const isOfEnvironment = found !== undefined && found.file === undefined
      if (isSecret && isOfEnvironment && address?.file !== undefined) {
        return yield* new InvalidConfiguration({
          setting: "baseUrl",
          problem: `comes from ${address.file} only, so ${
            Object.keys(found.values)[0]
          } from the environment is not sent to it`,
          next: `Set ${
            Object.keys(address.values)[0]
          } in the environment too if the URL is right, or set the key in ${address.file}.`
        })
      }
      Object.assign(env, found?.values)
    }
    return yield* Effect.provide(
      Project.Project,
      Project.layerConfig().pipe(Layer.provide(ConfigProvider.layer(ConfigProvider.fromEnv({ env }))))
    )
  }
).pipe(Effect.catchTag("ConfigError", (error) => Effect.die(error))) // optional strings cannot be malformed

/** Reads one variable. */
export const variable = (name: string): Effect.Effect<string | undefined> =>
  Effect.map(firstFound([name]), (found) => found?.values[name])
