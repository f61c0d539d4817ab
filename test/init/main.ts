/**
 * Runs `latchkey init` in the starters that people use, fresh and with additions: all of them (`npm run prove starters`), some
 * of them (`npm run prove starters -- vite-react-ts koa`), or one of each framework, of which it installs three
 * (`npm run prove starters -- --ci`). With `--laws`, nothing is installed. With `--additions`, the starters' own checks also run with every addition. With `--table`, writes the table of `docs/guides/init.md`. Uses the npm registry. Created projects
 * are kept in the folder of `INIT_STARTERS`, if it is set.
 */
import { spawnSync } from "node:child_process"
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import type { Browser } from "playwright-core"
import { build, root } from "../bench/dist.ts"
import { executable } from "../browser/support/chromium.ts"
import { openBrowser } from "../browser/support/openBrowser.ts"
import { terminalWith } from "../support/processes/terminal.ts"
import { commandMillis } from "../support/suite/hangMillis.ts"
import { additions } from "./additions.ts"
import { checked, init } from "./laws.ts"
import { prove, proveAdded } from "./prove.ts"
import { type Starter, starters } from "./starters.ts"

const flags = new Set(process.argv.slice(2).filter((word) => word.startsWith("--")))
const names = process.argv.slice(2).filter((word) => !word.startsWith("--"))
const unknown = names.find((name) => starters.every((starter) => starter.name !== name))
if (unknown !== undefined) {
  console.error(`There is no starter ${unknown}. Starters: ${starters.map(({ name }) => name).join(", ")}`)
  process.exit(2)
}
const wanted = starters.filter(({ inCi, name }) =>
  names.length > 0 ? names.includes(name) : !flags.has("--ci") || (inCi ?? false) !== false
)

/** Whether the starter is installed and opened. In CI, the quick starts already show that for fresh apps and empty servers. */
const isInstalled = ({ inCi, proof }: Starter): boolean =>
  !flags.has("--laws") && proof !== "none" && (names.length > 0 || !flags.has("--ci") || inCi === "installed")

const scratch = realpathSync(mkdtempSync(path.join(tmpdir(), "latchkey-starters-")))
const kept = process.env["INIT_STARTERS"] ?? path.join(scratch, "fresh")

const env = { ...terminalWith(scratch), CI: "1" }

/** Copies a project without installed packages, which some templates contain. */
const copy = (from: string, to: string): void =>
  cpSync(from, to, { recursive: true, filter: (file) => path.basename(file) !== "node_modules" })

/** Creates a starter, or uses one that was created earlier. */
const createdIn = ({ from, name }: Starter): string => {
  const folder = path.join(kept, name)
  if (existsSync(folder)) return folder
  const place = mkdtempSync(path.join(scratch, "new-"))
  const project = path.join(place, "project")
  if (typeof from === "string") {
    const { status, stderr, stdout } = spawnSync("bash", ["-c", from], {
      cwd: place,
      encoding: "utf8",
      env,
      input: "",
      timeout: commandMillis
    })
    if (status !== 0 || !existsSync(path.join(project, "package.json"))) {
      throw new Error(`The starter can't be created:\n${stdout}${stderr}`.slice(-2000))
    }
  } else {
    for (const [file, text] of Object.entries(from)) {
      mkdirSync(path.dirname(path.join(project, file)), { recursive: true })
      writeFileSync(path.join(project, file), text)
    }
  }
  mkdirSync(kept, { recursive: true })
  copy(project, folder)
  return folder
}

let copies = 0

/** Checks the laws for a starter with every addition. Returns the number of additions that apply. */
const lawsOf = async (starter: Starter, fresh: string): Promise<number> => {
  let applied = 0
  for (const { add, name } of additions) {
    const folder = path.join(scratch, `copy-${copies++}`)
    copy(fresh, folder)
    const added = add(folder)
    if (added === false) continue
    applied++
    const moved = typeof added === "string" ? added : folder
    try {
      await checked(moved, starter.title)
    } catch (error) {
      throw new Error(`${name}: ${(error as Error).message}`, { cause: error })
    } finally {
      for (const each of [folder, `${folder}-root`]) rmSync(each, { recursive: true, force: true })
    }
  }
  return applied
}

/** Runs the starter's own check with every addition, before and after `init`. Returns the number of checks that pass. */
const checksOf = async ({ check }: Starter, fresh: string, installed: string): Promise<number> => {
  let passed = 0
  for (const { add, name } of check === undefined ? [] : additions) {
    const folder = path.join(scratch, `added-${copies++}`)
    copy(fresh, folder)
    const added = add(folder)
    if (added === false) continue
    const moved = typeof added === "string" ? added : folder
    try {
      const isProven = await proveAdded(check!, { folder: moved, env, installed, init: () => init(moved, "--yes") })
      if (isProven) passed++
      else console.log(`  ${name}: the project's own check fails without init`)
    } catch (error) {
      throw new Error(`${name}: ${(error as Error).message}`, { cause: error })
    } finally {
      for (const each of [folder, `${folder}-root`]) rmSync(each, { recursive: true, force: true })
    }
  }
  return passed
}

interface Row {
  readonly starter: Starter
  readonly files: string
  readonly outcome: string
}

const outcomes = {
  screen: "check passes, and the sign-in screen opens",
  next: "check passes, and the sign-in screen opens",
  route: "check passes, and `/notes` responds with 401",
  script: "prints the users",
  build: "build passes",
  none: "settings and guide only"
} as const

const tableOf = (rows: ReadonlyArray<Row>): string =>
  [
    "| Starter | `init` says | `init` writes or changes | Outcome |",
    "| --- | --- | --- | --- |",
    ...rows.map(({ files, outcome, starter }) =>
      `| \`${starter.name}\`${
        typeof starter.from === "string" ? "" : " (written)"
      } | ${starter.title} | ${files} | ${outcome} |`
    )
  ].join("\n")

const rows: Array<Row> = []
let failed = 0
let browser: Browser | undefined
try {
  const isProven = wanted.some(isInstalled)
  let tarball = process.env["INIT_TARBALL"] ?? ""
  if (isProven && tarball === "") {
    build()
    const packed = spawnSync("npm", ["pack", "--json", "--pack-destination", scratch], { cwd: root, encoding: "utf8" })
    if (packed.status !== 0) throw new Error(`npm pack failed:\n${packed.stderr}`)
    tarball = path.join(scratch, JSON.parse(packed.stdout)[0].filename)
  }
  if (isProven) {
    browser = await openBrowser(await executable())
  }
  for (const starter of wanted) {
    const started = performance.now()
    try {
      const fresh = createdIn(starter)
      const applied = await lawsOf(starter, fresh)
      const folder = path.join(scratch, `proof-${copies++}`)
      copy(fresh, folder)
      const { changed, files, next, written } = await checked(folder, starter.title)
      const isRun = isInstalled(starter)
      if (isRun) await prove(starter, folder, next, { tarball, env, browser: browser! })
      const own = isRun && flags.has("--additions") ? `, ${await checksOf(starter, fresh, folder)} own checks` : ""
      rmSync(folder, { recursive: true, force: true })
      const left = files.filter(({ state }) => state === "left").map(({ path }) => `\`${path}\` (shown)`)
      rows.push({
        starter,
        files: [...[...written, ...changed].map((file) => `\`${file}\``), ...left].join(", ") || "nothing",
        outcome: isRun || starter.proof === "none" ? outcomes[starter.proof] : "not run"
      })
      const seconds = ((performance.now() - started) / 1000).toFixed(0)
      console.log(`✓ ${starter.name.padEnd(28)} ${applied} additions${own} ${isRun ? starter.proof : ""} ${seconds} s`)
    } catch (error) {
      failed++
      console.log(`✗ ${starter.name}\n${error instanceof Error ? error.message : error}`)
    }
  }
} finally {
  await browser?.close()
  rmSync(scratch, { recursive: true, force: true })
}
console.log(`${rows.length} starters, ${failed} failed`)
if (flags.has("--table") && failed === 0) {
  const page = path.join(root, "docs/guides/init.md")
  const text = readFileSync(page, "utf8")
  writeFileSync(
    page,
    text.replace(/(?<=<!-- starters -->\n\n)[^]*?(?=\n\n<!-- end of starters -->)/, () => tableOf(rows))
  )
}
process.exitCode = failed === 0 ? 0 : 1
