/** Laws that hold for every run of `latchkey init`, in any project. */
import * as Effect from "effect/Effect"
import * as assert from "node:assert/strict"
import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs"
import * as path from "node:path"
import { run } from "../../src/cli/run.ts"
import { moduleOf } from "../../src/cli/source/index.ts"

type Contents = ReadonlyMap<string, Buffer | string>

/** Every file and link of a project, without installed packages. */
const contentsOf = (folder: string): Contents =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isDirectory())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .filter((file) => !/\/node_modules\//.test(file))
      .map((file) => [path.relative(folder, file), lstatSync(file).isFile() ? readFileSync(file) : readlinkSync(file)])
  )

interface Result {
  readonly code: number | null
  readonly title: string
  readonly files: ReadonlyArray<{ readonly path: string; readonly state: string; readonly text: string }>
  readonly written: ReadonlyArray<string>
  readonly changed: ReadonlyArray<string>
  readonly next: ReadonlyArray<string>
}

/** Runs the command in a folder, in this process, because starting a process takes longer than the run. */
export const init = async (folder: string, ...flags: ReadonlyArray<string>): Promise<Result> => {
  const { stderr, stdout } = process
  const [cwd, write, writeError] = [process.cwd(), stdout.write, stderr.write]
  let output = ""
  stdout.write = stderr.write = (text: string | Uint8Array) => {
    output += String(text)
    return true
  }
  let code: number
  try {
    process.chdir(folder)
    process.exitCode = 0
    await Effect.runPromise(run(["init", "--json", ...flags]))
    code = Number(process.exitCode)
  } finally {
    process.exitCode = 0
    process.chdir(cwd)
    stdout.write = write
    stderr.write = writeError
  }
  const lines = output.split("\n").filter(Boolean).map((line) => JSON.parse(line))
  const planned = lines.find(({ event }) => event === "planned")
  const result = lines.at(-1)?.result
  assert.ok(result !== undefined, `init failed: ${output}`)
  return { code, title: planned?.project, files: planned?.files ?? [], ...result }
}

const isScript = /\.[cm]?[jt]sx?$/

/**
 * Runs `init --yes` in a project, and checks what holds for every project:
 *
 * - `--dry-run` writes nothing, and the undo restores every byte.
 * - Files change only by insertions, and only files that the command named.
 * - Every script that it wrote or changed parses.
 * - No secret is in a file of a project whose pages read its settings.
 * - A second run changes nothing.
 *
 * @returns the result of the last run.
 */
export const checked = async (folder: string, title: string): Promise<Result> => {
  const before = contentsOf(folder)
  await init(folder, "--dry-run", "--yes")
  assert.deepEqual(contentsOf(folder), before, "--dry-run wrote something")
  const first = await init(folder, "--yes")
  if (first.written.length + first.changed.length > 0) await init(folder, "--undo")
  assert.deepEqual(contentsOf(folder), before, "--undo did not restore the project")
  const result = await init(folder, "--yes")
  // nothing can be done if no file may be written
  const isDone = result.written.length + result.changed.length > 0 || result.files.length === 0
  assert.ok(result.code === 0 || !isDone, "the exit code isn't 0")
  assert.equal(result.title, title)
  const after = contentsOf(folder)
  const named = new Set([...result.written, ...result.changed])
  for (const [name, contents] of before) {
    if (named.has(name)) isSubsequence(contents, after.get(name)!, name)
    else assert.deepEqual(after.get(name), contents, `${name} changed`)
  }
  for (const name of after.keys()) assert.ok(before.has(name) || named.has(name), `${name} is new`)
  for (const name of named) {
    const text = after.get(name)!.toString()
    if (isScript.test(name)) assert.ok(moduleOf(name, text) !== undefined, `${name} doesn't parse`)
    const isForPages = /\b(?:VITE_|EXPO_PUBLIC_|PUBLIC_|NUXT_PUBLIC_)HEXCLAVE/.test(text) &&
      !text.includes("NEXT_PUBLIC_")
    if (isForPages) assert.ok(!text.includes("SECRET"), `${name} contains a secret`)
  }
  const again = await init(folder, "--yes")
  assert.deepEqual([...again.written, ...again.changed], [], "a second run changed something")
  return result
}

const isSubsequence = (contents: Buffer | string, after: Buffer | string, name: string): void => {
  const [old, wanted] = [Buffer.from(contents), Buffer.from(after)]
  let at = 0
  for (const byte of wanted) if (byte === old[at]) at++
  assert.equal(at, old.length, `${name} lost a byte`)
}
