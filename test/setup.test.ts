import { spawnSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, assert, describe, it } from "vitest"

const root = fileURLToPath(new URL("..", import.meta.url))
const folder = mkdtempSync(path.join(tmpdir(), "latchkey-setup-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let clones = 0

/** Creates a clone that contains only the files that the script reads. `lock`: contents of package-lock.json. */
const clone = (lock: string | undefined): string => {
  const place = path.join(folder, String(clones++))
  mkdirSync(place)
  cpSync(path.join(root, ".ci"), path.join(place, ".ci"), { recursive: true })
  if (lock !== undefined) writeFileSync(path.join(place, "package-lock.json"), lock)
  return place
}

const nothingToInstall = JSON.stringify({ packages: {} })
const somethingToInstall = JSON.stringify({ packages: { "node_modules/lamp": { version: "1.0.0" } } })

/** Runs the script in a clone with an empty PATH. The script can run as another version of Node. */
const setUp = (place: string, { node, args = [] }: { readonly node?: string; readonly args?: Array<string> } = {}) => {
  const pretend = `data:text/javascript,Object.defineProperty(process,"version",{value:"${node}"})`
  const { status, stderr, stdout } = spawnSync(
    process.execPath,
    [...node === undefined ? [] : ["--import", pretend], path.join(place, ".ci/setup.mjs"), ...args],
    { cwd: place, encoding: "utf8", env: { PATH: folder } }
  )
  return { status, says: `${stdout}${stderr}`.trim() }
}

describe("npm start and npm test on a machine with missing requirements", () => {
  it("npm start and npm test name the required version of Node if it is missing", () => {
    assert.deepStrictEqual(setUp(clone(nothingToInstall), { node: "v18.20.4" }), {
      status: 1,
      says: "latchkey: needs Node 20 or newer; this is v18.20.4. Get one from your package manager or from nodejs.org."
    })
  })

  it("npm start and npm test explain how to restore a missing or damaged lock file", () => {
    for (const lock of [undefined, "{"]) {
      assert.deepStrictEqual(setUp(clone(lock)), {
        status: 1,
        says: "latchkey: package-lock.json is missing or damaged. Restore it with: git checkout package-lock.json"
      })
    }
  })

  it("npm start and npm test report that npm is missing if something must be installed", () => {
    assert.deepStrictEqual(setUp(clone(somethingToInstall)), {
      status: 1,
      says: "latchkey: npm was not found. It comes with Node: install Node 20 or newer with npm, then try again."
    })
  })

  it("npm start and npm test explain how to get Node from the dependencies if it is missing and the current version is too old", () => {
    const place = clone(nothingToInstall)
    mkdirSync(path.join(place, "node_modules"))
    writeFileSync(path.join(place, "node_modules/.package-lock.json"), nothingToInstall)

    const { says, status } = setUp(place, { node: "v20.19.0", args: ["node", "--version"] })

    assert.strictEqual(status, 1)
    assert.include(says, "needs Node 24.12 to run TypeScript; this is v20.19.0")
    assert.include(says, "npm rebuild node --ignore-scripts=false")
  })

  it("npm start and npm test run the given command if nothing is missing, and exit with the command's exit code", () => {
    const place = clone(nothingToInstall)
    mkdirSync(path.join(place, "node_modules"))
    writeFileSync(path.join(place, "node_modules/.package-lock.json"), nothingToInstall)

    assert.deepStrictEqual(
      setUp(place, { args: ["node", "--eval", "console.log('ran'); process.exitCode = 7"] }),
      { status: 7, says: "ran" }
    )
  })
})
