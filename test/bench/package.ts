/**
 * Looks at the package as others install it, as part of `npm run pack:check`: what publint says, the size of the tarball,
 * its files, and the packages that come along. Exit code 1 when something is more than it may be. How soon it starts is
 * measured by `npm run bench`, on a machine that does nothing else.
 */
import { spawnSync } from "node:child_process"
import { mkdtempSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { publint } from "publint"
import { formatMessage } from "publint/utils"
import lock from "../../package-lock.json" with { type: "json" }
import manifest from "../../package.json" with { type: "json" }
import { build, root } from "./dist.ts"

/** Bytes, files, packages. What we aim for: 900 kB, 700 files. */
const most = { bytes: 1_165_000, files: 860, packages: 8 }

interface Packed {
  readonly filename: string
  readonly size: number
  readonly entryCount: number
}

const packed = async (): Promise<{ readonly tarball: Packed; readonly said: ReadonlyArray<string> }> => {
  const scratch = realpathSync(mkdtempSync(path.join(tmpdir(), "latchkey-package-")))
  try {
    const { stderr, stdout } = spawnSync("npm", ["pack", "--json", "--pack-destination", scratch], {
      cwd: root,
      encoding: "utf8"
    })
    const [tarball]: ReadonlyArray<Packed> = JSON.parse(stdout)
    if (tarball === undefined) throw new Error(`npm pack failed:\n${stderr}`)
    spawnSync("tar", ["xzf", tarball.filename], { cwd: scratch })
    const { messages, pkg } = await publint({ pkgDir: path.join(scratch, "package"), strict: true, pack: false })
    // the sources are there in the repository alone, where its own tools ask for them
    const ours = messages.filter((message) => !message.args || !JSON.stringify(message).includes("latchkey-source"))
    return { tarball, said: ours.map((message) => formatMessage(message, pkg) ?? message.code) }
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** What `npm install latchkey effect` brings, itself included. */
const installed = (): number => {
  const places = lock.packages as {
    readonly [place: string]: { readonly dependencies?: { readonly [name: string]: string } }
  }
  const found = new Set<string>()
  const add = (name: string): void => {
    if (found.has(name)) return
    found.add(name)
    Object.keys(places[`node_modules/${name}`]?.dependencies ?? {}).forEach(add)
  }
  for (const name of [...Object.keys(manifest.dependencies), "effect"]) add(name)
  return found.size + 1
}

build()
const { said, tarball } = await packed()
const facts = { bytes: tarball.size, files: tarball.entryCount, packages: installed() }
console.log(`tarball ${facts.bytes} bytes, ${facts.files} files; npm install: ${facts.packages} packages`)
const faults = [
  ...said,
  ...(["bytes", "files", "packages"] as const).filter((what) => facts[what] > most[what]).map((what) =>
    `${facts[what]} ${what} are more than ${most[what]}`
  )
]
for (const fault of faults) console.error(fault)
process.exitCode = faults.length === 0 ? 0 : 1
