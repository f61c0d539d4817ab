/**
 * Measures what the package costs: `npm run bench`. Prints the tables of `docs/measured.md`, with ratios to named
 * references of the same run. Exit code 1: a ratio or size exceeds its limit.
 */
import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import manifest from "../../package.json" with { type: "json" }
import { build, root, withConsumer } from "./dist.ts"
import { tooHeavyFirst, weighFirstLoads } from "./firstLoads.ts"
import { memoryOfCall } from "./memory.ts"
import { peers } from "./peers.ts"
import { beyondGates, type Machine, markdown, type Results } from "./report.ts"
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
// imported after the build, because these modules import the package by name
const { compareCalls, refreshOnce } = await import("./calls.ts")
const { verificationCosts } = await import("./verification.ts")
const { middlewareCosts } = await import("./middleware.ts")

const calls = await step("Calls", compareCalls)
const crowd = await step("A thousand callers", refreshOnce)
const verification = await step("Verification", verificationCosts)
const middleware = await step("Middleware", middlewareCosts)
const outside = await withConsumer(async (consumer) => ({
  starts: await step("Start-up", () => startUps(consumer)),
  memory: await step("Memory", () => memoryOfCall(consumer)),
  peers: await step(
    "Other authentication packages",
    () => peers(consumer, { effect: machine.effect, latchkey: manifest.version })
  ),
  weighed: await step("Bundles", () => weigh(consumer)),
  loads: await step("First loads", () => weighFirstLoads(consumer)),
  types: await step("Type checks", () => typeCheck(consumer))
}))
const [tarball] = await step("Tarball", () => packed(async () => {}))
const results: Results = {
  machine,
  calls,
  crowd,
  verification,
  middleware,
  memory: outside.memory,
  starts: outside.starts,
  bundles: outside.weighed.map((each) => ({
    what: each.title,
    budget: each.budget,
    sizes: each.bundles.map((bundle) => ({ bundler: bundle.bundler, ...added(each, bundle, outside.weighed) }))
  })),
  loads: outside.loads,
  tarball,
  types: outside.types,
  ...(outside.peers === undefined ? {} : { peers: outside.peers })
}
console.log(`\n${markdown(results)}`)
const faults = [
  ...tooHeavy(outside.weighed),
  ...tooHeavyFirst(outside.loads),
  ...strangers(outside.weighed),
  ...beyondGates(results)
]
for (const fault of faults) console.error(fault)
process.exitCode = faults.length === 0 ? 0 : 1
