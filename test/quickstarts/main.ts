/**
 * Runs all steps of the site's quick starts and of the guides' tasks with the packed package: of all of them (`npm run
 * prove quickstarts`), or of some (`npm run prove quickstarts -- vite github`). `--ci` runs the sections "By hand" of two
 * quick starts only. The tasks continue copies of two projects,
 * which the quick starts with Vite and Vitest begin. Every page starts in an empty folder outside the repository. Uses the
 * npm registry for the packages that the pages install.
 */
import { spawnSync } from "node:child_process"
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { build, root } from "../bench/dist.ts"
import { executable } from "../browser/support/chromium.ts"
import { terminalWith } from "../support/processes/terminal.ts"
import { allows, asShown, signsPeopleIn } from "./claims.ts"
import { runsOnPhone } from "./phone.ts"
import { portsIn, takenOf } from "./ports.ts"
import { type Step, waysOf } from "./steps.ts"
import { beginnings, stepsOfTask, tasks, textOfTask } from "./tasks.ts"
import { follow, serves } from "./terminals.ts"

const claims: { readonly [page: string]: () => Promise<void> } = {
  vite: signsPeopleIn("http://localhost:5173/"),
  nextjs: signsPeopleIn("http://localhost:3000/"),
  expo: runsOnPhone("http://localhost:8081"),
  express: asShown,
  hono: asShown,
  "effect-http-api": asShown,
  "node-script": asShown,
  vitest: asShown,
  playwright: asShown,
  cli: asShown
}

/** Quick starts that continue another one, and whether its servers keep running. */
const begunBy: { readonly [page: string]: { readonly name: string; readonly runs: boolean } } = {
  playwright: { name: "vite", runs: false },
  cli: { name: "vite", runs: true }
}

const textOf = (name: string): string => readFileSync(path.join(root, `docs/start/${name}.md`), "utf8")

/** Returns the steps of the quick start that a page continues. */
const stepsBefore = (name: string): ReadonlyArray<Step> => {
  const first = begunBy[name]
  if (first === undefined) return []
  const steps = [...stepsBefore(first.name), ...waysOf(textOf(first.name))[""]!]
  return steps.filter((step) => first.runs || step.kind !== "run" || !serves(step.commands))
}

/** Quick starts whose section "By hand" runs in CI too: a page and a server. */
const byHandInCi = ["vite", "express"]

const inCi = process.argv.includes("--ci")
const named = process.argv.slice(2).filter((name) => name !== "--ci")
const all = [...Object.keys(claims), ...Object.keys(tasks)]
const unknown = named.find((name) => !all.includes(name))
if (unknown !== undefined) {
  console.error(`There is no quick start ${unknown} to follow. Quick starts and tasks: ${all.join(", ")}`)
  process.exit(2)
}

const wanted = named.length > 0 ? named : all
const names = wanted.filter((name) => name in claims)
const namedTasks = wanted.filter((name) => name in tasks)

const pages = names.flatMap((name) =>
  Object.entries(waysOf(textOf(name))).filter(([way]) => !inCi || way === "" || byHandInCi.includes(name)).map((
    [way, steps]
  ) => ({ name, way, steps: [...stepsBefore(name), ...steps] }))
)

const followed = new Set(names.flatMap((name) => begunBy[name]?.runs ? [begunBy[name].name, name] : [name]))
const taken = await takenOf([
  ...new Set(
    [...[...followed].map(textOf), ...namedTasks.map((name) => textOfTask(tasks[name]!))].flatMap(portsIn)
  )
])
if (taken.length > 0) {
  console.error(
    `The quick starts need ${taken.length === 1 ? "a port" : "ports"} that something else on this machine listens on: ${
      taken.join(", ")
    }. Stop it, then start again. \`ss -ltnp\` shows what it is.`
  )
  process.exit(2)
}

const inAll = performance.now()
const scratch = realpathSync(mkdtempSync(path.join(tmpdir(), "latchkey-quickstarts-")))
const env = { ...terminalWith(scratch), PLAYWRIGHT_BROWSERS_PATH: path.join(scratch, "browsers") }
let failed = 0
try {
  build()
  const packed = spawnSync("npm", ["pack", "--json", "--pack-destination", scratch], { cwd: root, encoding: "utf8" })
  if (packed.status !== 0) throw new Error(`npm pack failed:\n${packed.stderr}`)
  const chromium = await executable()
  const tarball = path.join(scratch, JSON.parse(packed.stdout)[0].filename)
  const place = { tarball, chromium, env, opens: allows }
  const report = async (name: string, page: string, follows: () => Promise<void>): Promise<void> => {
    const started = performance.now()
    try {
      await follows()
      console.log(`✓ ${name.padEnd(24)} ${((performance.now() - started) / 1000).toFixed(0).padStart(4)} s`)
    } catch (error) {
      failed++
      console.error(`✗ ${page}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  for (const { name, steps, way } of pages) {
    const folder = mkdtempSync(path.join(scratch, `${name}-`))
    await report(
      `${name}${way}`,
      `docs/start/${name}.md${way}`,
      () => follow({ ...place, folder }, steps, claims[name]!)
    )
  }
  for (const [first, stepsIn] of Object.entries(beginnings)) {
    const these = namedTasks.filter((name) => (tasks[name]!.begins ?? "vite") === first)
    if (these.length === 0) continue
    const begun = mkdtempSync(path.join(scratch, "begun-"))
    const page = `docs/start/${first}.md`
    await report(
      `tasks that continue ${first}`,
      page,
      () => follow({ ...place, folder: begun }, stepsIn(textOf(first)), asShown)
    )
    for (const name of these) {
      const task = tasks[name]!
      const folder = path.join(scratch, name)
      cpSync(path.join(begun, "notes"), folder, { recursive: true, verbatimSymlinks: true })
      await report(
        name,
        `${task.page}, ${task.heading}`,
        () => follow({ ...place, folder }, stepsOfTask(task), task.claim)
      )
    }
  }
} finally {
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5 })
}
console.log(
  `${failed === 0 ? "All quick starts passed" : `${failed} quick starts failed`}, in ${
    ((performance.now() - inAll) / 1000).toFixed(0)
  } s.`
)
process.exitCode = failed === 0 ? 0 : 1
