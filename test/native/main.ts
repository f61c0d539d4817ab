/**
 * Runs the example app for Expo without a device: `npm run prove native`, or parts of it, such as `npm run prove native --
 * react-native`. The app is bundled outside the repository with the packed package. The JavaScript of React Native and
 * Expo runs unchanged; `device.js` is its native side. Uses the npm registry. Exit code 1: a flow failed.
 *
 * - `react-native`: Metro's bundle with React Native alone, in a context of Node without Node's globals
 * - `hermes`: the same bundle, compiled by the current compiler of Hermes, and run by Hermes 0.12
 * - `expo`: the types, and the bundle of `expo export`, with Expo's own `fetch` and `URL`
 */
import * as Redacted from "effect/Redacted"
import { spawnSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { startEmulator } from "../../src/emulator/index.ts"
import { build, root } from "../bench/dist.ts"
import { kilobytes } from "../bench/weights.ts"
import { copyApp, run } from "../frameworks/place.ts"
import { terminalWith } from "../support/processes/terminal.ts"
import { flows } from "./flows.ts"
import { type PhoneOptions, startPhone } from "./Phone.ts"
import { contextRealm, hermesRealm } from "./realms.ts"

const parts = ["react-native", "hermes", "expo"]
const named = process.argv.slice(2)
const unknown = named.find((name) => !parts.includes(name))
if (unknown !== undefined) {
  console.error(`There is no part ${unknown}. Parts: ${parts.join(", ")}`)
  process.exit(2)
}
const has = (part: string) => named.length === 0 || named.includes(part)

const example = path.join(root, "examples/expo")
const scratch = realpathSync(mkdtempSync(path.join(tmpdir(), "latchkey-native-")))
const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(0)} s`
const begin = performance.now()
let failed = 0

/** Performs a step and prints a line with its result or its error. */
const attempt = async (what: string, does: () => Promise<string | void>): Promise<void> => {
  const started = performance.now()
  try {
    const result = await does()
    console.log(`✓ ${what.padEnd(88)} ${seconds(started).padStart(5)}  ${result ?? ""}`.trimEnd())
  } catch (error) {
    failed++
    console.error(`✗ ${what}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

await using platform = await startEmulator({
  config: {
    credentialEnabled: true,
    magicLinkEnabled: true,
    passkeyEnabled: false,
    clientTeamCreationEnabled: true,
    oauthProviders: [{ id: "github", type: "shared" }]
  }
})

const { project } = platform
const env = {
  ...terminalWith(scratch),
  CI: "1",
  EXPO_PUBLIC_HEXCLAVE_PROJECT_ID: project.projectId,
  EXPO_PUBLIC_HEXCLAVE_PUBLISHABLE_CLIENT_KEY: Redacted.value(project.publishableClientKey),
  EXPO_PUBLIC_HEXCLAVE_API_URL: platform.baseUrl
}

/** Plays all flows with a bundle. */
const play = async (where: string, phone: Pick<PhoneOptions, "bundle" | "expo" | "realm">): Promise<void> => {
  await platform.reset()
  for (const [flow, plays] of Object.entries(flows)) {
    await attempt(
      `${where}: ${flow}`,
      () =>
        plays({
          platform,
          start: (options) => startPhone({ ...phone, ...options, ahead: platform.clock.now().getTime() - Date.now() })
        })
    )
  }
}

const install = "npm install --no-package-lock --loglevel=error"

const reactNative = async (tarball: string): Promise<void> => {
  const folder = path.join(scratch, "bare")
  const place = { folder, env }
  const file = path.join(folder, "dist/app.js")
  await attempt("React Native, installed", async () => {
    copyApp(path.join(import.meta.dirname, "bare"), folder, tarball)
    for (const name of ["App.tsx", "elements.tsx", "latchkey.ts", "router.ts", "screens"]) {
      cpSync(path.join(example, name), path.join(folder, "app", name), { recursive: true })
    }
    mkdirSync(path.join(folder, "dist"))
    await run(install, place)
  })
  await attempt("React Native, bundled by Metro", async () => {
    await run(
      "npx metro build index.js --config=metro.config.js --out=dist/app.js --platform=ios --minify=false --dev=false --max-workers=2",
      place
    )
  })
  if (has("react-native")) {
    await play("React Native", { realm: contextRealm, bundle: readFileSync(file, "utf8") })
  }
  if (!has("hermes")) return
  await attempt("React Native, compiled by the current Hermes compiler", async () => {
    await run(
      "node_modules/hermes-compiler/hermesc/linux64-bin/hermesc -O -w -emit-binary -out dist/app.hbc dist/app.js",
      place
    )
    return `${kilobytes(statSync(path.join(folder, "dist/app.hbc")).size)} of bytecode`
  })
  await attempt("React Native, translated for Hermes 0.12", async () => {
    await run("node lower.js dist/app.js dist/lowered.js", place)
  })
  const lowered = ["olderHermes.js", "dist/lowered.js"].map((name) => readFileSync(path.join(folder, name), "utf8"))
  const program = path.join(folder, "node_modules/hermes-engine-cli/linux64-bin/hermes")
  await play("Hermes 0.12", { realm: hermesRealm(program), bundle: lowered.join("\n") })
}

const expo = async (tarball: string): Promise<void> => {
  const folder = path.join(scratch, "expo")
  const place = { folder, env }
  await attempt("Expo, installed", async () => {
    copyApp(example, folder, tarball)
    await run(install, place)
  })
  await attempt("Expo, types checked", async () => {
    await run("npm run check", place)
  })
  await attempt("Expo, exported", async () => {
    await run("npm run export -- --no-bytecode", place)
  })
  const scripts = path.join(folder, "dist/_expo/static/js/ios")
  const [script] = readdirSync(scripts)
  await play("Expo", { realm: contextRealm, expo: true, bundle: readFileSync(path.join(scripts, script!), "utf8") })
}

try {
  build()
  const packed = spawnSync("npm", ["pack", "--json", "--pack-destination", scratch], { cwd: root, encoding: "utf8" })
  if (packed.status !== 0) throw new Error(`npm pack failed:\n${packed.stderr}`)
  const tarball = path.join(scratch, JSON.parse(packed.stdout)[0].filename)
  if (has("react-native") || has("hermes")) await reactNative(tarball)
  if (has("expo")) await expo(tarball)
} finally {
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5 })
}
console.log(`${failed === 0 ? "All flows passed" : `${failed} steps failed`}, in ${seconds(begin)}.`)
process.exitCode = failed === 0 ? 0 : 1
