/**
 * Measures what the package costs: `npm run bench`. Prints ratios against named references of the same run, and writes
 * them to `results.json` and `results.md` beside this file, to `docs/measured.md`, and as charts to `docs/public/charts`. Exit code 1
 * when a figure is beyond its gate, see `goals.ts`.
 *
 * `npm run bench -- --soak` looks for leaks of the embedded platform over a million requests; otherwise over 100,000.
 */
import { spawnSync } from "node:child_process"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import manifest from "../../package.json" with { type: "json" }
import { growthSvgOf, svgOf } from "./charts.ts"
import { build, root, withConsumer } from "./dist.ts"
import { beyondGates, goalsOf } from "./goals.ts"
import { importTimes } from "./imports.ts"
import { peers } from "./peers.ts"
import { type Machine, markdown, type Results } from "./report.ts"
import { startUps } from "./startUp.ts"
import { packed } from "./tarball.ts"
import { typeCheck } from "./typeCheck.ts"
import { added, strangers, tooHeavy, weigh } from "./weights.ts"

const versionOf = (name: string): string =>
  JSON.parse(readFileSync(path.join(root, "node_modules", name, "package.json"), "utf8")).version

const git = (...args: ReadonlyArray<string>): string =>
  spawnSync("git", args, { cwd: root, encoding: "utf8" }).stdout.trim()

const machine: Machine = {
  date: new Date().toISOString().slice(0, 10),
  commit: `${git("rev-parse", "--short", "HEAD")}${git("status", "--porcelain") === "" ? "" : "+"}`,
  cpu: os.cpus()[0]?.model.trim() ?? "an unknown processor",
  cores: os.availableParallelism(),
  system: `${os.type()} ${os.arch()}`,
  node: process.versions.node,
  effect: versionOf("effect"),
  typescript: versionOf("typescript"),
  esbuild: versionOf("esbuild"),
  rolldown: versionOf("rolldown")
}

const step = async <A>(what: string, measure: () => A | Promise<A>): Promise<A> => {
  const started = performance.now()
  const result = await measure()
  console.log(`${what}: measured in ${((performance.now() - started) / 1000).toFixed(0)} s`)
  return result
}

build()
// these use the package by name, which is there only now
const { compareCalls, refreshOnce } = await import("./calls.ts")
const { clientCosts } = await import("./clients.ts")
const { emulatorCosts } = await import("./emulator.ts")
const { fleetCosts } = await import("./fleet.ts")
const { growth } = await import("./growth.ts")
const { verificationCosts } = await import("./verification.ts")
const { waiterCosts } = await import("./waiters.ts")

const calls = await step("Calls", compareCalls)
const clients = await step("A client for each request", clientCosts)
const crowd = await step("A thousand callers", refreshOnce)
const waiters = await step("Ten thousand who wait", waiterCosts)
const verification = await step("Verification", verificationCosts)
const fleet = await step("Eight servers over one Redis", fleetCosts)
const emulator = await step(
  "The embedded platform",
  () => emulatorCosts(process.argv.includes("--soak") ? 1_000_000 : 100_000)
)
const grown = await step("Growth", growth)
const [tarball] = await step("The package", () => packed(async () => {}))
const outside = await withConsumer(async (consumer) => ({
  imports: await step("First imports", () => importTimes(consumer)),
  starts: await step("Start-up", () => startUps(consumer)),
  peers: await step(
    "Others of the field",
    () => peers(consumer, { effect: machine.effect, latchkey: manifest.version })
  ),
  weighed: await step("Bundles", () => weigh(consumer)),
  types: await step("Type checks", () => typeCheck(consumer))
}))
const results: Results = {
  machine,
  calls,
  clients,
  crowd,
  waiters,
  verification,
  ...(fleet === undefined ? {} : { fleet }),
  emulator,
  growth: grown,
  imports: outside.imports,
  starts: outside.starts,
  bundles: outside.weighed.map((each) => ({
    what: each.title,
    budget: each.budget,
    sizes: each.bundles.map((bundle) => ({ bundler: bundle.bundler, ...added(each, bundle, outside.weighed) }))
  })),
  packed: tarball,
  types: outside.types,
  ...(outside.peers === undefined ? {} : { peers: outside.peers })
}
const text = markdown(results)
console.log(`\n${text}`)
const faults = [...tooHeavy(outside.weighed), ...strangers(outside.weighed), ...beyondGates(goalsOf(results))]
for (const fault of faults) console.error(fault)
process.exitCode = faults.length === 0 ? 0 : 1
writeFileSync(path.join(import.meta.dirname, "results.json"), `${JSON.stringify(results, undefined, 2)}\n`)
writeFileSync(path.join(import.meta.dirname, "results.md"), text)
const barsOf = (peers: NonNullable<Results["peers"]>, of: "gzip" | "importMillis", one: number) =>
  peers.map((peer, at) => ({ name: peer.name, value: peer[of] / one, isOurs: at === 0 }))
const charts = {
  growth: growthSvgOf("What one takes, by how many there are", results.growth),
  ...(results.peers === undefined ? {} : {
    "page-weight": svgOf({
      title: "What a page loads to sign somebody in",
      unit: "kB",
      bars: barsOf(results.peers, "gzip", 1000)
    }),
    "import-time": svgOf({
      title: "CPU time of the import in Node",
      unit: "ms",
      bars: barsOf(results.peers, "importMillis", 1)
    })
  })
}
const folder = path.join(root, "docs/public/charts")
mkdirSync(folder, { recursive: true })
for (const [name, svg] of Object.entries(charts)) writeFileSync(path.join(folder, `${name}.svg`), svg)
// docs/measured.md quotes them
spawnSync(process.execPath, [path.join(root, ".ci/readme.mjs")], { stdio: "inherit" })
