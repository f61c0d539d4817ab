/** Proves that a starter works after `init`: installs it, runs its own check, and opens it with the emulator. */
import * as assert from "node:assert/strict"
import { existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs"
import * as path from "node:path"
import type { Browser } from "playwright-core"
import { startEmulator } from "../../src/emulator/index.ts"
import { openPage } from "../browser/support/openBrowser.ts"
import { end, freePort, type Place, responds, run, start } from "../frameworks/place.ts"
import { ada } from "../frameworks/scenario.ts"
import type { Starter } from "./starters.ts"

/** Uses the packed package, and the emulator's port. */
const connect = (folder: string, tarball: string, baseUrl: string): void => {
  const file = path.join(folder, "package.json")
  const manifest = JSON.parse(readFileSync(file, "utf8"))
  manifest.dependencies = { ...manifest.dependencies, latchkey: `file:${tarball}` }
  writeFileSync(file, JSON.stringify(manifest, null, 2))
  for (const name of [".env", ".env.local"]) {
    const env = path.join(folder, name)
    if (existsSync(env)) writeFileSync(env, readFileSync(env, "utf8").replace("http://127.0.0.1:8102", baseUrl))
  }
}

const served = async (command: string, place: Place, url: string, use: () => Promise<void>): Promise<void> => {
  const server = start(command, place)
  try {
    await responds(url, server)
    await use()
  } catch (error) {
    throw new Error(`${String(error)}\n\n${server.output().slice(-3000)}`, { cause: error })
  } finally {
    await end(server.child)
  }
}

const showsScreen = async (url: string, browser: Browser): Promise<void> => {
  const page = await openPage(browser)
  const said: Array<string> = []
  page.on("console", (message) => said.push(message.text()))
  page.on("pageerror", (error) => said.push(String(error)))
  page.on("requestfailed", (request) => said.push(`${request.url()}: ${request.failure()?.errorText}`))
  try {
    await page.goto(`${url}/handler/sign-in`)
    await page.getByLabel("Email").waitFor()
  } catch (error) {
    throw new Error(`${String(error)}\n${said.join("\n")}`, { cause: error })
  } finally {
    await page.close()
  }
}

/** Proves the outcome. `next`: commands that `init` printed. */
export const prove = async (
  { check, proof }: Starter,
  folder: string,
  next: ReadonlyArray<string>,
  { browser, env, tarball }: { readonly tarball: string; readonly env: NodeJS.ProcessEnv; readonly browser: Browser }
): Promise<void> => {
  await using platform = await startEmulator({ users: [ada] })
  const port = await freePort()
  const url = `http://localhost:${port}`
  const place: Place = { folder, env: { ...env, PORT: String(port) } }
  connect(folder, tarball, platform.baseUrl)
  await run("npm install --loglevel=error --legacy-peer-deps", place)
  for (const command of next.filter((line) => line.startsWith("npm install"))) {
    const others = command.replace(/ latchkey(?= |$)/, "")
    if (!/^npm install( --save-dev)?$/.test(others)) {
      await run(`${others} --loglevel=error --legacy-peer-deps`, place)
    }
  }
  for (const command of next.filter((line) => line.startsWith("npx expo install"))) await run(command, place)
  if (check !== undefined) await run(check, place)
  const command = next.at(-1)!
  switch (proof) {
    case "screen":
      return await served(
        `exec npx vite preview --port ${port} --strictPort`,
        place,
        url,
        () => showsScreen(url, browser)
      )
    case "next":
      return await served(`exec npx next dev --port ${port}`, place, url, async () => {
        const response = await fetch(`${url}/handler/sign-in`)
        assert.equal(response.status, 200)
        assert.match(await response.text(), /<form[^>]* method="post"/)
      })
    case "route":
      return await served(`exec ${command}`, place, `${url}/notes`, async () => {
        assert.equal((await fetch(`${url}/notes`)).status, 401)
      })
    case "script":
      assert.match(await run(command, place), new RegExp(ada.email))
      return
    case "build":
    case "none":
      return
  }
}

/**
 * Proves that `init` doesn't break a project's own check if the project has an addition. The project uses the packages
 * that the fresh starter has installed. Returns `false` if the check fails without `init`, which then proves nothing.
 */
export const proveAdded = async (
  check: string,
  { env, folder, init, installed }: Place & { readonly init: () => Promise<unknown>; readonly installed: string }
): Promise<boolean> => {
  symlinkSync(path.join(installed, "node_modules"), path.join(folder, "node_modules"), "dir")
  const place = { folder, env }
  const passes = await run(check, place).then(() => true, () => false)
  if (!passes) return false
  await init()
  await run(check, place)
  return true
}
