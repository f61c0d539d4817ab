/** The package as `npm publish` would upload it, and an installation of it. */
import { spawnSync } from "node:child_process"
import { mkdtempSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import lock from "../../package-lock.json" with { type: "json" }
import manifest from "../../package.json" with { type: "json" }
import { root } from "./dist.ts"

/** Goals for the tarball. */
export const packageGoals = { bytes: 1_400_000, files: 600 } as const

/**
 * Limits of the tarball and an installation. Of the size on 2026-11-29, SQLite for analytics queries is 360 kB, the
 * command's own copy of the emulator and Effect 400 kB, the parsers of `latchkey init` 130 kB, declarations 290 kB and
 * the pages of `docs` 280 kB. Of the files, 318 are declarations and 70 are pages; 16 exist since 2026-11-29, because
 * code that needs `Schema` is apart from code that doesn't, so that Node loads 90 files less. The command has its own copy because
 * Node would read 220 files of Effect instead: `latchkey emulator` would take twice as long to start.
 */
export const packageGates = { bytes: 2_790_000, files: 905, packages: 8 } as const

/** Size of the package. */
export interface Packed {
  readonly bytes: number
  readonly files: number
  /** Number of packages that `npm install latchkey effect` installs, including itself. */
  readonly packages: number
}

/**
 * Packs `dist/` without building it. Runs a function with the folder of the unpacked tarball, which is removed
 * afterwards.
 */
export const packed = async <A>(use: (folder: string) => Promise<A>): Promise<readonly [Packed, A]> => {
  const scratch = realpathSync(mkdtempSync(path.join(tmpdir(), "latchkey-package-")))
  try {
    const { stderr, stdout } = spawnSync("npm", ["pack", "--json", "--pack-destination", scratch], {
      cwd: root,
      encoding: "utf8"
    })
    const [tarball]: ReadonlyArray<{ readonly filename: string; readonly size: number; readonly entryCount: number }> =
      JSON.parse(stdout)
    if (tarball === undefined) throw new Error(`npm pack failed:\n${stderr}`)
    spawnSync("tar", ["xzf", tarball.filename], { cwd: scratch })
    const used = await use(path.join(scratch, "package"))
    return [{ bytes: tarball.size, files: tarball.entryCount, packages: installed() }, used]
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

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
