/** Express: the middleware, and a route for signed-in users. */
import { posix } from "node:path"
import { contentsOf, isOwnFile } from "../project/index.ts"
import { imports } from "../source/index.ts"
import { appsIn, expressAppOf, withRoute } from "./expressEdits.ts"
import type { Kit, Place } from "./place.ts"
import {
  importPath,
  isTypeScript,
  moduleExtension,
  relativeImports,
  type Runner,
  runnerOf,
  type Server,
  serverOf,
  usesRequire
} from "./runtime.ts"
import { commandFor, notesRoute, serverFilesIn, startWith } from "./servers.ts"
import * as sources from "./sources.ts"
import { serverStart } from "./start.ts"

/** Returns the project's files that a module imports. */
const importedFiles = (folder: string, server: Server): ReadonlyArray<string> =>
  relativeImports(server).flatMap((source) => {
    const file = posix.join(posix.dirname(server.path), source)
    const stem = file.replace(/\.[cm]?js$/, "")
    const names = [
      file,
      ...["ts", "mts", "cts", "js", "mjs", "cjs"].flatMap((end) => [`${stem}.${end}`, `${file}/index.${end}`])
    ]
    return names.find((name) => !name.startsWith("..") && isOwnFile(folder, name)) ?? []
  })

/** Finds the file that creates the app. The file that starts the server may import it. */
const serverIn = (place: Place): Server | undefined => {
  const { folder } = place
  const read = (path: string) => serverOf(path, contentsOf(folder, path) ?? "")
  const started = serverFilesIn(place).map(read)
  const first = started.find(({ module }) => module !== undefined && appsIn(module).length > 0)
  if (first !== undefined) return first
  const seen = new Set<string>()
  let next = started.slice(0, 5)
  for (let depth = 0; depth < 3 && next.length > 0; depth++) {
    const files = next.flatMap((server) => importedFiles(folder, server)).filter((file) =>
      !seen.has(file) && seen.size < 100 && seen.add(file)
    )
    next = files.map(read)
    const found = next.find(({ module }) => module !== undefined && appsIn(module).length > 0)
    if (found !== undefined) return found
  }
  return started[0]
}

const typesFor = (path: string) => isTypeScript(path) ? ["@types/express", "@types/node"] : []

const toolsFor = (path: string, { program }: Runner) => [...typesFor(path), ...(program === "tsx" ? ["tsx"] : [])]

const ownServer = (place: Place, server: Server | undefined): Kit => {
  const { folder, found, isTyped, node } = place
  const own = server ?? serverOf(`server.${moduleExtension(found, isTyped)}`, sources.expressServer)
  const runner = runnerOf(folder, own, undefined, found, node)
  const { command, notes } = serverStart(place, startWith(runner, place, own.path))
  return {
    title: "Express",
    files: [{
      path: own.path,
      what: "server with a route for signed-in users",
      text: sources.expressServer,
      merged: () => ({ state: "done" })
    }],
    start: server === undefined ? startWith(runner, place, own.path) : command,
    dev: commandFor(runner, own.path),
    then: [notesRoute],
    tools: toolsFor(own.path, runner),
    notes: server === undefined ? runner.notes : [...notes, ...runner.notes]
  }
}

export const express = (place: Place): Kit => {
  const { folder, found, has, node } = place
  const server = serverIn(place)
  if (server === undefined) return ownServer(place, undefined)
  const own = posix.join(posix.dirname(server.path), `latchkey${posix.extname(server.path)}`)
  if (server.module !== undefined && imports(server.module, "latchkey", own)) return ownServer(place, server)
  const from = importPath(folder, server, "latchkey")
  const runner = runnerOf(folder, server, from, found, node)
  const written = (source: string) => usesRequire(server, found) ? sources.asCommonJs(source) : source
  const lines = written(sources.expressImports(from)).trim().split("\n")
  const route = sources.expressRoute(expressAppOf(server.path, server.source) ?? "app")
  const byHand = `${lines.join("\n")}\n\n${route}`
  const { command, notes } = serverStart(place, startWith(runner, place, server.path))
  return {
    title: "Express",
    files: [
      {
        path: own,
        what: "middleware that finds the user",
        text: written(sources.expressHandlers(has("dotenv")))
      },
      {
        path: server.path,
        what: "route for signed-in users",
        text: byHand,
        needs: own,
        merged: (present) =>
          withRoute(
            { path: server.path, own, lines, names: ["userOf", "requireUser", "/notes"], route },
            present,
            byHand
          )
      }
    ],
    start: command,
    dev: commandFor(runner, server.path),
    then: [notesRoute],
    tools: toolsFor(server.path, runner),
    notes: [...notes, ...runner.notes]
  }
}
