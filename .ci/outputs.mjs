/**
 * Runs examples, and prints as JSON what each of their lines printed: `node --conditions=latchkey-source .ci/outputs.mjs
 * examples/guides/teams.ts`. `node .ci/readme.mjs` shows the lines below the code that printed them.
 */
import * as Redacted from "effect/Redacted"
import { transformSync } from "esbuild"
import { readFileSync, writeSync } from "node:fs"
import { registerHooks } from "node:module"
import * as path from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { format } from "node:util"

const examples = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../examples")

/** The lines of calls of `console.log`, also of those that Effect calls later. */
const places = new WeakSet()

globalThis.latchkeyExampleLine = (file, line) => {
  const place = { file, line }
  places.add(place)
  return place
}

/** Adds the line to each call that prints. Every line keeps its number. */
const withLines = (file, source) =>
  source.split("\n").map((text, at) =>
    text.replace(
      /\b[cC]onsole\.log\((?!\))/g,
      (call) => `${call}latchkeyExampleLine(${JSON.stringify(file)}, ${at + 1}), `
    )
  ).join("\n")

registerHooks({
  load: (url, context, next) => {
    const file = url.startsWith("file:") ? fileURLToPath(url) : ""
    if (!file.startsWith(examples) || !/\.tsx?$/.test(file)) return next(url, context)
    const source = withLines(file, readFileSync(file, "utf8"))
    if (file.endsWith(".ts")) return { format: "module-typescript", source, shortCircuit: true }
    const { code } = transformSync(source, { loader: "tsx", jsx: "automatic", format: "esm" })
    return { format: "module", source: code, shortCircuit: true }
  }
})

const id = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

let printed = []
console.log = (first, ...values) => {
  if (places.has(first)) printed.push({ ...first, text: format(...values) })
}

// the examples of the README find their project in the environment
const { startEmulator } = await import("latchkey/emulator")
const ada = { email: "ada@example.com", password: "correct horse battery staple" }
const { baseUrl, project } = await startEmulator({ users: [ada] })
Object.assign(process.env, {
  HEXCLAVE_PROJECT_ID: project.projectId,
  HEXCLAVE_PUBLISHABLE_CLIENT_KEY: Redacted.value(project.publishableClientKey),
  HEXCLAVE_API_URL: baseUrl
})

const outputs = {}
for (const name of process.argv.slice(2)) {
  printed = []
  const file = path.resolve(name)
  const source = readFileSync(file, "utf8")
  await import(pathToFileURL(file))
  outputs[name] = printed.filter((each) => each.file === file).map(({ line, text }) => ({
    line,
    // the emulator makes new ids for each run
    text: text.replace(id, (each) => source.includes(each) ? each : "…")
  }))
}
writeSync(1, JSON.stringify(outputs))
process.exit()
