/**
 * Runs a proof: a check that `npm test` doesn't contain. `npm run prove` lists all proofs.
 *
 *     npm run prove size
 *     npm run prove frameworks -- astro
 */
import { spawn } from "node:child_process"
import { constants } from "node:os"
import * as path from "node:path"
import { fileURLToPath } from "node:url"

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..")

const source = "--conditions=latchkey-source"

/** Tests of a group in `test/support/suite/gates.ts`. */
const gate = (
  name
) => ["vitest", "run", "--mode", name, "--project", "slow", "--project", "react", "--project", "browser"]

/** Proofs of `.ci/run`. */
const gates = {
  api: ["the next version fits the changes of all declarations", ["node", ".ci/api.mjs"]],
  conformance: ["contract and emulator match recorded exchanges", ["node", "test/conformance/main.ts"]],
  contract: [
    "the compiled contract of the package agrees with its schemas, and flows work with it",
    ["node", "test/proof/built.ts"],
    ["node", "test/proof/contract.ts"]
  ],
  editor: ["the compiler's messages, hovers, a new endpoint and the examples in docstrings", gate("editor")],
  examples: ["the examples, as processes and in a browser", gate("examples")],
  frameworks: ["an app per framework, with the packed package", ["node", source, "test/frameworks/main.ts"]],
  init: ["the projects that `latchkey init` sets up", gate("init")],
  licences: ["the licences of everything that users install", ["node", ".ci/licences.mjs"]],
  looks: ["what screens, console and docs look like: pictures, layout, accessibility", gate("looks")],
  native: ["the Expo example with React Native's JavaScript", ["node", source, "test/native/main.ts"]],
  next: ["the screens and `latchkey init` in Next.js", gate("next")],
  pages: ["sign-in, account settings and other flows in a browser", gate("pages")],
  package: [
    "contents, types and reproducible build of the package",
    [
      "attw",
      "--pack",
      ".",
      "--profile",
      "esm-only",
      "--exclude-entrypoints",
      "./react/screens.css",
      "./react/themes/*.css"
    ],
    ["knip"],
    ["node", "test/bench/package.ts"],
    ["node", "test/bench/declarations.ts"],
    gate("package")
  ],
  quickstarts: ["the commands of the quick starts", ["node", "test/quickstarts/main.ts"]],
  react18: ["hooks, parts and screens with React 18", ["node", ".ci/react18.mjs"]],
  site: ["the sandboxes of the site", gate("site")],
  size: ["the size of every entry", ["node", "test/bench/size.ts"]],
  starters: ["`latchkey init` in the starters that people use", ["node", source, "test/init/main.ts"]]
}

/** Proofs that take longer, or need programs that `.ci/run` doesn't install. */
const others = {
  browsers: ["the example app in Firefox and WebKitGTK", ["node", source, "test/browsers/main.ts"]],
  busy: ["`npm test` on half a core, and beside eight busy loops", ["node", "test/proof/busy.ts"]],
  consumers: ["the package with compilers, bundlers and `require`", ["node", "test/consumers/main.ts"]],
  coverage: ["the lines that the tests run", ["node", "test/proof/coverage.ts"]],
  hostile: ["every function with every hostile response", ["node", "test/hostile/main.ts"]],
  mutation: ["the tests fail on injected faults", ["node", "test/mutation/main.ts"]],
  pictures: ["pictures of every screen in every state", ["node", source, "test/browser/pictures/main.ts"]],
  properties: ["every property, 10,000 times", ["node", "test/proof/properties.ts"]],
  runtimes: ["the package in Node 20 to 26, Bun, Deno and workerd", ["node", "test/runtimes/main.ts"]],
  sbom: ["writes the bill of materials", ["node", ".ci/sbom.mjs"]],
  soak: ["a fleet under faults", ["node", "--expose-gc", source, "test/bench/soak.ts"]]
}

export const proofs = { ...gates, ...others }

const list = (title, proofs) =>
  [title, ...Object.entries(proofs).map(([name, [what]]) => `  ${name.padEnd(12)} ${what}`)].join("\n")

const run = ([command, ...args]) =>
  new Promise((resolve) => {
    const isNode = command === "node"
    const windows = process.platform === "win32" && !isNode
    const child = spawn(
      isNode ? process.execPath : path.join(root, "node_modules", ".bin", command),
      windows ? args.map((arg) => `"${arg}"`) : args,
      { cwd: root, stdio: "inherit", shell: windows }
    )
    child.on("error", (error) => {
      console.error(`latchkey: ${command} could not be started: ${error.message}`)
      resolve(1)
    })
    child.on("exit", (code, signal) => resolve(code ?? 128 + constants.signals[signal]))
    process.on("SIGINT", () => {})
  })

const main = async ([name, ...args]) => {
  const [, ...commands] = Object.hasOwn(proofs, name ?? "") ? proofs[name] : []
  if (commands.length === 0) {
    if (name !== undefined) console.error(`latchkey: there is no proof "${name}".\n`)
    console.log("Usage: npm run prove <name> -- [arguments]\n")
    console.log(`${list("Run by .ci/run:", gates)}\n\n${list("Run every night, or manually:", others)}`)
    return name === undefined ? 0 : 2
  }
  for (const [index, command] of commands.entries()) {
    // arguments go to the last command of a proof
    const code = await run(index === commands.length - 1 ? [...command, ...args] : command)
    if (code !== 0) return code
  }
  return 0
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = await main(process.argv.slice(2))
