/**
 * Session of `latchkey login`, stored in the user's config folder. Only the user can read the file. It is replaced as a whole,
 * so that no process reads a partial file. docs/laws.md M4.
 */
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { createHash } from "node:crypto"
import { readFile } from "node:fs/promises"
import { homedir } from "node:os"
import * as path from "node:path"
import { makeProject, Project, whereToGet } from "../../layers/call/index.ts"
import type { TokenStore, TokenStoreFailed } from "../../layers/session/index.ts"
import { InvalidConfiguration } from "../../schemas/errors/CallError.ts"
import { layerFile, replaced } from "../node/index.ts"
import { Unusable } from "./Unusable.ts"

/** Config folder: `$XDG_CONFIG_HOME/latchkey` or `~/.config/latchkey`; in `%APPDATA%` on Windows. */
export const folder = (): string => {
  const { APPDATA, XDG_CONFIG_HOME } = process.env
  const parent = XDG_CONFIG_HOME !== undefined && path.isAbsolute(XDG_CONFIG_HOME)
    ? XDG_CONFIG_HOME
    : process.platform === "win32" && APPDATA !== undefined
    ? APPDATA
    : path.join(homedir(), ".config")
  // an empty HOME would resolve to the current folder
  if (!path.isAbsolute(parent)) throw new Error(`${parent} is not absolute`)
  return path.join(parent, "latchkey")
}

/** Fails if the user has no home folder, as in some containers. */
export const hasFolder: Effect.Effect<void, Unusable> = Effect.asVoid(Effect.try({
  try: folder,
  catch: () =>
    new Unusable({
      sentence: "This user has no home folder to store the session in. Set HOME or XDG_CONFIG_HOME to an absolute path."
    })
}))

/** Project of the last login, so that `whoami` and `logout` work in every folder. Contains no secrets. */
export interface LastLogin {
  readonly projectId: string
  readonly publishableClientKey: string | undefined
  readonly baseUrl: string
  readonly appUrl: string
}

const lastLoginFile = () => path.join(folder(), "project.json")

/** Reads the project of the last login; `undefined` if the file is missing or malformed. */
export const lastLogin: Effect.Effect<LastLogin | undefined> = Effect.promise(async () => {
  try {
    return JSON.parse(await readFile(lastLoginFile(), "utf8")) as LastLogin
  } catch {
    return undefined
  }
})

/** Stores the project of a login. */
export const rememberProject = (login: LastLogin): Effect.Effect<void, TokenStoreFailed> =>
  replaced(lastLoginFile(), JSON.stringify(login, null, 2))

/** Returns the project of the last login, validated like any configuration. */
export const rememberedProject: Effect.Effect<Project["Service"], InvalidConfiguration> = Effect.flatMap(
  lastLogin,
  (last) =>
    last === undefined
      ? Effect.fail(
        new InvalidConfiguration({
          setting: "The project",
          problem: "is not configured",
          next: `${whereToGet("projectId")} The command also reads .env.local and .env.`
        })
      )
      : makeProject(last)
)

/** Returns the path of the session file. Every server and project has its own file. */
const sessionFile = ({ apiUrl, id }: Project["Service"]): string =>
  path.join(folder(), `session-${createHash("sha256").update(`${apiUrl} ${id}`).digest("hex").slice(0, 16)}.json`)

/** Token store of a project, in its session file. */
export const layerTokenStore = (project: Project["Service"]): Layer.Layer<TokenStore> => layerFile(sessionFile(project))
