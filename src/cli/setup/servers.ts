/** Servers with Hono and Effect, and scripts for Node. */
import { contentsOf, firstOf, inFolder } from "../project/index.ts"
import { importedBy, imports, moduleOf } from "../source/index.ts"
import { quoted } from "./packageManagers.ts"
import type { Kit, Place } from "./place.ts"
import { isTypeScript, moduleExtension, type Runner, runnerOf, type Server, serverOf } from "./runtime.ts"
import * as sources from "./sources.ts"
import { fileIn, serverStart } from "./start.ts"

export const commandFor = ({ program }: Runner, path: string): string => `${program} --env-file=.env ${quoted(path)}`

export const startWith = (runner: Runner, { commands }: Place, path: string): string =>
  runner.program === "node" ? commandFor(runner, path) : commands.exec(commandFor(runner, path))

export const notesRoute = "GET /notes responds to signed-out requests with 401."

const built = /^(?:dist|build|out|lib|node_modules)\//

/** Returns existing files that may start the server. Scripts take precedence, because `main` may be build output. */
export const serverFilesIn = ({ folder, found }: Place): ReadonlyArray<string> => {
  const { dev = "", start = "", ...others } = found.scripts ?? {}
  const scripts: ReadonlyArray<string> = [dev, start, ...Object.values(others)]
  const words = scripts.flatMap((script) => [fileIn(script) ?? "", ...script.split(/[\s"';&]/)])
  const named = [...words.filter((word) => /\.[cm]?[jt]s$/.test(word)), found.main].flatMap((path) =>
    inFolder(path) ?? []
  )
  const usual = ["server", "index", "app", "main"].flatMap((name) =>
    ["", "src/"].flatMap((at) => ["ts", "mts", "cts", "js", "mjs", "cjs"].map((end) => `${at}${name}.${end}`))
  )
  const candidates = [...new Set([...named.filter((path) => !built.test(path)), ...usual])].slice(0, 200)
  return candidates.filter((path) => contentsOf(folder, path) !== undefined || firstOf(folder, [path]) !== undefined)
}

const serverIn = (place: Place, name: string): Server | undefined => {
  const servers = serverFilesIn(place).map((path) => serverOf(path, contentsOf(place.folder, path) ?? ""))
  return servers.find(({ module }) =>
    module !== undefined && importedBy(module).some((source) => source === name || source.startsWith(`${name}/`))
  ) ?? servers[0]
}

/** A server file that is written as a whole. If the project already has a server, the user adds `byHand` to it. */
const ownServer = (
  place: Place,
  { byHand, packages, text, title, uses }: {
    readonly title: string
    /** Package that the server imports. */
    readonly uses: string
    readonly text: string
    readonly byHand: (source: Server) => string
    readonly packages: ReadonlyArray<string>
  }
): Kit => {
  const { folder, found, isTyped, node } = place
  const existing = serverIn(place, uses)
  const server = existing ?? serverOf(`server.${moduleExtension(found, isTyped)}`, text)
  const runner = runnerOf(folder, server, undefined, found, node)
  const fallback = startWith(runner, place, server.path)
  const { command, notes } = existing === undefined ? { command: fallback, notes: [] } : serverStart(place, fallback)
  return {
    title,
    files: [{
      path: server.path,
      what: "server with a route for signed-in users",
      text: existing === undefined ? text : byHand(existing),
      merged: (present) => {
        const module = moduleOf(server.path, present)
        return module !== undefined && imports(module, "latchkey", undefined)
          ? { state: "done" }
          : { state: "unclear", text: byHand(serverOf(server.path, present)) }
      }
    }],
    start: command,
    dev: commandFor(runner, server.path),
    then: [notesRoute],
    packages: existing === undefined ? packages : [],
    tools: existing === undefined || notes.length === 0
      ? [...(isTypeScript(server.path) ? ["@types/node"] : []), ...(runner.program === "tsx" ? ["tsx"] : [])]
      : [],
    notes: [...notes, ...runner.notes]
  }
}

/** Returns the name of the variable with the server's Hono app. */
const honoAppOf = ({ module }: Server): string | undefined => {
  const declared =
    module?.nodes.filter(({ init, type }) =>
      type === "VariableDeclarator" && init?.type === "NewExpression" && init.callee.name === "Hono"
    ) ?? []
  return declared.length === 1 ? declared[0]!["id"].name : undefined
}

export const hono = (place: Place): Kit =>
  ownServer(place, {
    title: "Hono",
    uses: "hono",
    text: sources.honoServer(place.isTyped),
    byHand: (server) => sources.honoRoute(honoAppOf(server) ?? "app"),
    packages: ["hono", "@hono/node-server"]
  })

export const effect = (place: Place): Kit =>
  ownServer(place, {
    title: "Effect HttpApi",
    uses: "@effect/platform-node",
    text: sources.effectServer,
    byHand: () => sources.effectServer,
    packages: []
  })

export const bare = (place: Place): Kit => {
  const { folder, found, isTyped, node } = place
  const path = `latchkey.${moduleExtension(found, isTyped)}`
  const runner = runnerOf(folder, serverOf(path, sources.script), undefined, found, node)
  return {
    title: "Node",
    files: [{ path, what: "script that lists the users", text: sources.script }],
    start: startWith(runner, place, path),
    then: ["It prints the emulator's user."],
    tools: runner.program === "tsx" ? ["tsx"] : [],
    notes: runner.notes
  }
}
