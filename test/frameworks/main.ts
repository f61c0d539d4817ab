/**
 * Installs, checks, builds and serves the apps of the frameworks' guides outside the repository, and tests them with
 * requests and in a browser: all of them (`npm run prove frameworks`), or some of them (`npm run prove frameworks --
 * astro`). The emulator is the platform. Uses the npm registry for the frameworks' packages.
 */
import * as assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs"
import { rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import * as path from "node:path"
import type { Browser } from "playwright-core"
import { startEmulator } from "../../src/emulator/index.ts"
import { build, root } from "../bench/dist.ts"
import { executable } from "../browser/support/chromium.ts"
import { openBrowser } from "../browser/support/openBrowser.ts"
import { terminalWith } from "../support/processes/terminal.ts"
import { CommandFailed, copyApp, end, freePort, responds, run, settingsOf, start } from "./place.ts"
import { ada, playBrowser, playRequests } from "./scenario.ts"

const apps = path.join(root, "examples/frameworks")

/** Complete output of the apps that exit by themselves. All other apps serve pages. */
const outputs: { readonly [name: string]: ReadonlyArray<string> } = {
  tokens: [
    "/rest/v1/notes?select=*: nobody",
    "/rest/v1/notes?select=*: ada@example.com, authenticated",
    "/notes?select=*: ada@example.com, authenticated",
    "/sql: ada@example.com, authenticated",
    "/api/query: ada@example.com, authenticated"
  ]
}

const all = readdirSync(apps).toSorted()
const named = process.argv.slice(2)
const unknown = named.find((name) => !all.includes(name))
if (unknown !== undefined) {
  console.error(`There is no app ${unknown} in examples/frameworks. Apps: ${all.join(", ")}`)
  process.exit(2)
}

const scratch = realpathSync(mkdtempSync(path.join(tmpdir(), "latchkey-frameworks-")))
const env = terminalWith(scratch)

const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(0)} s`

/** Installs, checks, builds and tries an app. */
const play = async (name: string, tarball: string, browser: Browser): Promise<void> => {
  const folder = path.join(scratch, name)
  const scripts = copyApp(path.join(apps, name), folder, tarball)
  await using platform = await startEmulator({ users: [ada] })
  const port = await freePort()
  const url = `http://localhost:${port}`
  const place = {
    folder,
    env: { ...env, ...settingsOf(platform), PORT: String(port), HOST: "127.0.0.1", ORIGIN: url }
  }
  await run("npm install --loglevel=error", place)
  for (const script of ["build", "check"]) if (script in scripts) await run(`npm run ${script}`, place)
  const expected = outputs[name]
  if (expected !== undefined) {
    const output = await run("npm start --silent", place)
    return assert.deepEqual(output.trim().split("\n"), expected)
  }
  const server = start("exec npm start", place)
  try {
    await responds(url, server)
    await playRequests(url, platform)
    await playBrowser(url, browser)
  } catch (error) {
    throw new CommandFailed(`${String(error)}\n\nThe server's output:\n${server.output().slice(-3000)}`, {
      cause: error
    })
  } finally {
    await end(server.child)
  }
}

const begin = performance.now()
let failed = 0
try {
  build()
  const packed = spawnSync("npm", ["pack", "--json", "--pack-destination", scratch], { cwd: root, encoding: "utf8" })
  if (packed.status !== 0) throw new Error(`npm pack failed:\n${packed.stderr}`)
  const tarball = path.join(scratch, JSON.parse(packed.stdout)[0].filename)
  const browser = await openBrowser(await executable())
  const waiting = named.length > 0 ? named : all
  const next = waiting.values()
  const works = async () => {
    for (const name of next) {
      const started = performance.now()
      try {
        await play(name, tarball, browser)
        console.log(`✓ ${name.padEnd(16)} ${seconds(started).padStart(6)}`)
      } catch (error) {
        failed++
        console.error(`✗ examples/frameworks/${name}: ${error instanceof Error ? error.message : String(error)}`)
      }
      // a framework has up to 40,000 files
      await rm(path.join(scratch, name), { recursive: true, force: true, maxRetries: 5 })
    }
  }
  // two apps at a time, so that one is built while the other waits for the registry
  await Promise.all([works(), works()])
  await browser.close()
} finally {
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5 })
}
console.log(`${failed === 0 ? "All frameworks passed" : `${failed} frameworks failed`}, in ${seconds(begin)}.`)
process.exitCode = failed === 0 ? 0 : 1
