/**
 * Runs the example app with an emulator in all installed browsers (`npm run prove browsers`), or in one of them (`npm
 * run test:browsers -- firefox`). Debian packages: firefox-esr; webkit2gtk-driver and xvfb. A missing browser is
 * reported as skipped; with REQUIRE_BROWSERS=1, it is a failure. Uses the npm registry.
 */
import * as Redacted from "effect/Redacted"
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { seed } from "../../examples/react-app/seed.ts"
import { serveBundled } from "../../examples/react-app/serve.ts"
import { startEmulator } from "../../src/emulator/index.ts"
import { printRow } from "../proof/row.ts"
import { startFirefox } from "./firefox.ts"
import type { Browser } from "./Page.ts"
import { steps } from "./steps.ts"
import { startWebkit } from "./webkit.ts"

const named = process.argv.slice(2)
const names = ["firefox", "webkit"] as const
const unknown = named.find((name) => !names.some((each) => each === name))
if (unknown !== undefined) {
  console.error(`There is no browser ${unknown}. Browsers: ${names.join(", ")}`)
  process.exit(2)
}

/** Finds a program on the PATH by one of its names. */
const find = (...programs: ReadonlyArray<string>): string | undefined =>
  (process.env["PATH"] ?? "").split(path.delimiter)
    .flatMap((folder) => programs.map((program) => path.join(folder, program)))
    .find((file) => existsSync(file))

/** Finds WebKitGTK's MiniBrowser, which is next to its library. */
const miniBrowser = (): string | undefined =>
  ["/usr/lib", "/usr/lib64", "/usr/libexec"].filter((folder) => existsSync(folder))
    .flatMap((folder) => [folder, ...readdirSync(folder).map((name) => path.join(folder, name))])
    .flatMap((folder) => ["webkit2gtk-4.1", "webkitgtk-6.0"].map((name) => path.join(folder, name, "MiniBrowser")))
    .find((file) => existsSync(file))

/** Returns a function that starts the browser. If the browser can't start, returns the reason. */
const found: { readonly [name in typeof names[number]]: () => (() => Promise<Browser>) | string } = {
  firefox: () => {
    const program = find("firefox-esr", "firefox")
    return program === undefined ? "neither firefox-esr nor firefox is on the PATH" : () => startFirefox(program)
  },
  webkit: () => {
    const [driver, xvfb, browser] = [find("WebKitWebDriver"), find("Xvfb"), miniBrowser()]
    if (driver === undefined) return "WebKitWebDriver is not on the PATH"
    if (xvfb === undefined) return "Xvfb is not on the PATH"
    if (browser === undefined) return "WebKitGTK's MiniBrowser is missing"
    return () => startWebkit({ driver, xvfb, browser })
  }
}

await using platform = await startEmulator({ ...seed, pages: true, control: true })
const bundles = mkdtempSync(path.join(tmpdir(), "latchkey-browsers-"))
const site = await serveBundled({
  projectId: platform.project.projectId,
  publishableClientKey: Redacted.value(platform.project.publishableClientKey),
  baseUrl: platform.baseUrl
}, bundles)

let failed = 0
const fail = (line: string, error: unknown) => {
  failed++
  console.log(`✗ ${line}`)
  console.error(error)
}

const play = async (name: string, browser: Browser) => {
  for (const { cookies = true, play, title } of steps) {
    await platform.reset()
    platform.clock.moveTo(new Date())
    const began = Date.now()
    try {
      await using page = await browser.open({ cookies })
      await play({ page, platform, url: site.url }).catch(async (error) => {
        console.error(await page.evaluate(() => `${location.href}\n${document.body.innerText}`).catch(String))
        throw error
      })
      console.log(`✓ ${name.padEnd(8)} ${title} (${((Date.now() - began) / 1000).toFixed(1)} s)`)
    } catch (error) {
      fail(`${name.padEnd(8)} ${title}`, error)
    }
  }
}

const tried: Array<string> = []
for (const name of names) {
  if (named.length > 0 && !named.includes(name)) continue
  const start = found[name]()
  if (typeof start === "string") {
    const line = `${name.padEnd(8)} skipped: ${start}`
    tried.push(line)
    if (process.env["REQUIRE_BROWSERS"] === "1") fail(line, "REQUIRE_BROWSERS=1 requires every browser.")
    else console.log(`– ${line}`)
    continue
  }
  try {
    const browser = await start()
    console.log(`  ${name.padEnd(8)} ${browser.version}`)
    tried.push(browser.version)
    await play(name, browser).finally(browser.close)
  } catch (error) {
    fail(`${name.padEnd(8)} could not be started or controlled`, error)
  }
}
await site.close()
rmSync(bundles, { recursive: true, force: true })
const verdict = failed === 0 ? "all passed" : `${failed} failed`
if (named.length === 0) {
  printRow("npm run prove browsers", `${steps.length} steps in ${tried.join(" and ")}: ${verdict}`)
} else console.log(verdict)
process.exitCode = failed === 0 ? 0 : 1
