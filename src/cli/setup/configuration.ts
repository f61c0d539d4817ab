/** Which project the command is about: the environment, `.env.local` and `.env`, or the project last signed in to. */
import * as Config from "effect/Config"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { readFileSync } from "node:fs"
import { namesOf } from "../../../layers/call/index.ts"
import { Project } from "../../../layers/index.ts"
import { InvalidConfiguration } from "../../../schemas/errors/CallError.ts"

/** The files that are read beside the environment, in the current folder. What comes first wins. */
const files = [".env.local", ".env"]

const contentsOf = (file: string): string | undefined => {
  try {
    return readFileSync(file, "utf8")
  } catch {
    return undefined
  }
}

/** Where variables come from. */
interface Source {
  /** `undefined`: the environment. */
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

/** What the first source says that knows any of these names, whichever of them it uses. */
const firstSaid = (names: ReadonlyArray<string>) =>
  Effect.gen(function*() {
    for (const source of yield* sources) {
      const said: Record<string, string> = {}
      for (const name of names) {
        const value = yield* valueIn(source, name)
        if (value !== undefined) said[name] = value
      }
      if (Object.keys(said).length > 0) return { file: source.file, said }
    }
    return undefined
  })

/** The files of the current folder that were read. */
export const filesRead = Effect.sync(() => files.filter((file) => contentsOf(file) !== undefined))

/** What is read beside the platform's address. */
const settings = [
  "secretServerKey",
  "superSecretAdminKey",
  "projectId",
  "publishableClientKey",
  "extraRequestHeaders"
] as const

/**
 * The project that the environment and the files name. Fails as `Project.layerConfig` does, and when a secret key of the
 * environment would go to an address that a file names: the folder may be somebody else's.
 */
export const configuredProject: Effect.Effect<Project.Project["Service"], InvalidConfiguration> = Effect.gen(
  function*() {
    const address = yield* firstSaid([...namesOf("baseUrlServer"), ...namesOf("baseUrl")])
    const env = { ...address?.said }
    for (const setting of settings) {
      const found = yield* firstSaid(namesOf(setting))
      const isSecret = setting === "secretServerKey" || setting === "superSecretAdminKey"
      const isOfEnvironment = found !== undefined && found.file === undefined
      if (isSecret && isOfEnvironment && address?.file !== undefined) {
        return yield* new InvalidConfiguration({
          setting: "baseUrl",
          problem: `comes from ${address.file} alone, and ${
            Object.keys(found.said)[0]
          } of the environment is not sent there`,
          next: `Set ${
            Object.keys(address.said)[0]
          } in the environment too if the address is right, or the key in ${address.file}.`
        })
      }
      Object.assign(env, found?.said)
    }
    return yield* Effect.provide(
      Project.Project,
      Project.layerConfig.pipe(Layer.provide(ConfigProvider.layer(ConfigProvider.fromEnv({ env }))))
    )
  }
).pipe(Effect.catchTag("ConfigError", (error) => Effect.die(error))) // texts that may be missing cannot be malformed

/** A variable of the command's own. */
export const variable = (name: string): Effect.Effect<string | undefined> =>
  Effect.map(firstSaid([name]), (found) => found?.said[name])
