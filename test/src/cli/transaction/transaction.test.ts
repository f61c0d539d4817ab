/** Transactions: all files or none, at every interruption, and their undo. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { fileURLToPath } from "node:url"
import { assert, describe, it, onTestFinished } from "vitest"
import {
  Busy,
  commit,
  type Disk,
  disk,
  NotWritten,
  OtherCommand,
  ownFile,
  recover,
  undo,
  type Write
} from "../../../../src/cli/transaction/index.ts"

const made = (): string => {
  const folder = mkdtempSync(path.join(tmpdir(), "latchkey-transaction-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Every file of a folder with its contents and mode, except the journal. */
const contents = (folder: string): { readonly [name: string]: string } =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map((entry) => {
      const file = path.join(entry.parentPath, entry.name)
      return [
        path.relative(folder, file),
        `${statSync(file).mode.toString(8)} ${readFileSync(file, "latin1")}`
      ] as const
    }).filter(([name]) => !name.startsWith("node_modules")).sort()
  )

const old = { "a.js": "one\ntwo\n", "src/b.ts": "b\r\n" }

const writes: ReadonlyArray<Write> = [
  { path: "a.js", before: Buffer.from(old["a.js"]), after: Buffer.from("one\nnew\ntwo\n"), inserted: [[4, 4]] },
  { path: "src/b.ts", before: Buffer.from(old["src/b.ts"]), after: Buffer.from("b\r\nc\r\n"), inserted: [[3, 3]] },
  { path: "src/new.ts", after: Buffer.from("new"), inserted: [] },
  { path: "deep/er/new.ts", after: Buffer.from("deep"), inserted: [] },
  { path: ".env", after: Buffer.from("KEY=sesame\n"), inserted: [] }
]

const project = (): string => {
  const folder = made()
  mkdirSync(path.join(folder, "src"))
  for (const [name, text] of Object.entries(old)) writeFileSync(path.join(folder, name), text)
  chmodSync(path.join(folder, "a.js"), 0o755)
  return folder
}

/** A disk that fails from an operation on. A killed process doesn't continue, and writes a part of a file. */
const failingAt = (last: number, isKilled: boolean) => {
  let done = 0
  const counted =
    <Args extends ReadonlyArray<unknown>, A>(run: (...args: Args) => A, partly?: (...args: Args) => void) =>
    (...args: Args): A => {
      if (done === last && !isKilled) {
        done++
        throw Object.assign(new Error("no space"), { code: "ENOSPC" })
      }
      if (done >= last && isKilled) {
        if (done++ === last) partly?.(...args)
        throw new Error("killed")
      }
      done++
      return run(...args)
    }
  const on: Disk = {
    entry: disk.entry,
    read: disk.read,
    names: disk.names,
    makeFolder: counted(disk.makeFolder),
    write: counted(disk.write, (file, bytes) => writeFileSync(file, bytes.subarray(0, bytes.length / 2))),
    link: counted(disk.link),
    rename: counted(disk.rename),
    remove: counted(disk.remove),
    removeFolder: counted(disk.removeFolder)
  }
  return { on, operations: () => done }
}

/** Kills a run at an operation. The last one is the removal of the lock, after which nothing is left to do. */
const killedAt = (last: number, folder: string): void => {
  const { on, operations } = failingAt(last, true)
  try {
    commit(folder, "init", writes, on)
  } catch {
    // killed
  }
  assert.isAbove(operations(), last)
}

const operations = (): number => {
  const { on, operations } = failingAt(Infinity, true)
  commit(project(), "init", writes, on)
  return operations()
}

describe("a transaction", () => {
  it("M9: a transaction writes all files, keeps their modes, and can be undone byte for byte", () => {
    const folder = project()
    const before = contents(folder)

    assert.isTrue(commit(folder, "init", writes))
    assert.strictEqual(readFileSync(path.join(folder, "a.js"), "utf8"), "one\nnew\ntwo\n")
    assert.strictEqual(statSync(path.join(folder, "a.js")).mode & 0o777, 0o755)
    assert.deepStrictEqual(undo(folder, "init"), {
      restored: ["src/b.ts", "a.js"],
      removed: [".env", "deep/er/new.ts", "src/new.ts"],
      kept: [],
      next: undefined
    })
    assert.deepStrictEqual(contents(folder), before)
    assert.deepStrictEqual(readdirSync(folder).sort(), ["a.js", "src"])
    assert.isUndefined(undo(folder, "init"))
  })

  it("the journal of a transaction contains no file contents", () => {
    const folder = project()
    commit(folder, "init", writes)

    const journal = readFileSync(path.join(folder, "node_modules/.cache/latchkey/init.json"), "latin1")

    assert.notInclude(journal, "sesame")
    assert.strictEqual(statSync(path.join(folder, "node_modules/.cache/latchkey/init.json")).mode & 0o777, 0o600)
  })

  it("M9: after a kill at any step, each file is either old or new, and an undo restores all files", () => {
    const count = operations()
    assert.isAbove(count, 20)
    for (let last = 0; last < count; last++) {
      const folder = project()
      const before = contents(folder)
      const whole = contents((() => {
        const other = project()
        commit(other, "init", writes)
        return other
      })())
      killedAt(last, folder)
      for (const [name, text] of Object.entries(contents(folder))) {
        if (!name.endsWith(".tmp")) assert.include([before[name], whole[name]], text, `${name} after step ${last}`)
      }
      undo(folder, "init")
      assert.deepStrictEqual(contents(folder), before, `after step ${last}`)
    }
  })

  it("M9: a run after a kill at any step completes the writes, and its undo restores the files of both runs", () => {
    const count = operations()
    for (let last = 0; last < count; last++) {
      const folder = project()
      const before = contents(folder)
      killedAt(last, folder)
      recover(folder)
      const left = writes.filter(({ after, path }) => {
        const found = ownFile(folder, path)
        return found.state !== "file" || Buffer.compare(found.bytes, after) !== 0
      })
      if (left.length > 0) commit(folder, "init", left)
      for (const { after, path: name } of writes) {
        assert.strictEqual(readFileSync(path.join(folder, name), "utf8"), Buffer.from(after).toString())
      }
      undo(folder, "init")
      assert.deepStrictEqual(contents(folder), before, `after step ${last}`)
    }
  })

  it("M9: a kill at any step of a run after one of another command leaves files that the undo of both restores", () => {
    const first: ReadonlyArray<Write> = [
      { path: "a.js", before: Buffer.from(old["a.js"]), after: Buffer.from("zero\ntwo\n"), inserted: [[0, 4, "one"]] }
    ]
    const second = writes.map((write) =>
      write.path === "a.js"
        ? { ...write, before: first[0]!.after, after: Buffer.from("zero\nnew\ntwo\n"), inserted: [[5, 4] as const] }
        : write
    )
    const started = () => {
      const folder = project()
      commit(folder, "migrate", first)
      return folder
    }
    const { on, operations } = failingAt(Infinity, true)
    commit(started(), "init", second, on)
    for (let last = 0; last < operations(); last++) {
      const folder = started()
      const before = contents(folder)
      const { on } = failingAt(last, true)
      try {
        commit(folder, "init", second, on)
      } catch {
        // killed
      }
      if (JSON.stringify(contents(folder)) !== JSON.stringify(before)) {
        assert.throws(() => undo(folder, "migrate"), OtherCommand as never)
        assert.deepStrictEqual(undo(folder, "init")?.next, "migrate", `after step ${last}`)
        assert.deepStrictEqual(contents(folder), before, `after step ${last}`)
      } else {
        try {
          undo(folder, "init")
        } catch (error) {
          assert.instanceOf(error, OtherCommand)
        }
      }
      assert.deepStrictEqual(undo(folder, "migrate")?.restored, ["a.js"], `after step ${last}`)
      assert.deepStrictEqual(contents(folder), contents(project()), `after step ${last}`)
    }
  })

  it("M9: an operation that fails at any step leaves all files as before", () => {
    const count = operations()
    for (let last = 0; last < count; last++) {
      const folder = project()
      const before = contents(folder)
      const { on } = failingAt(last, false)
      try {
        commit(folder, "init", writes, on)
      } catch (error) {
        assert.instanceOf(error, NotWritten)
        assert.deepStrictEqual((error as NotWritten).remaining, [])
        assert.deepStrictEqual(contents(folder), before, `after step ${last}`)
        assert.isFalse(existsSync(path.join(folder, "node_modules")), `after step ${last}`)
        continue
      }
      // hard links are optional
      assert.strictEqual(readFileSync(path.join(folder, ".env"), "utf8"), "KEY=sesame\n")
    }
  })

  it("M9: a kill at any step of an undo leaves files that a second undo restores", () => {
    for (let last = 0; last < 30; last++) {
      const folder = project()
      const before = contents(folder)
      commit(folder, "init", writes)
      const { on } = failingAt(last, true)
      try {
        undo(folder, "init", on)
      } catch {
        // killed
      }
      undo(folder, "init")
      const left = Object.fromEntries(Object.entries(contents(folder)).filter(([name]) => !name.endsWith(".tmp")))
      assert.deepStrictEqual(left, before, `after step ${last}`)
    }
  })

  it("an undo keeps files that were edited or removed since", () => {
    const folder = project()
    commit(folder, "init", writes)
    writeFileSync(path.join(folder, "a.js"), "mine\n")
    writeFileSync(path.join(folder, "src/new.ts"), "mine\n")
    rmSync(path.join(folder, "src/b.ts"))

    assert.deepStrictEqual(undo(folder, "init"), {
      restored: [],
      removed: [".env", "deep/er/new.ts"],
      kept: ["src/new.ts", "src/b.ts", "a.js"],
      next: undefined
    })
    assert.strictEqual(readFileSync(path.join(folder, "a.js"), "utf8"), "mine\n")
  })

  it("M9: a full disk at any step leaves nothing behind, and the message names the file", () => {
    const count = operations()
    const named = new Set<string>()
    for (let last = 0; last < count; last++) {
      const folder = project()
      const on: Disk = {
        ...failingAt(last, false).on,
        remove: disk.remove,
        removeFolder: disk.removeFolder,
        link: disk.link
      }
      try {
        commit(folder, "init", writes, on)
        undo(folder, "init")
      } catch (error) {
        named.add((error as NotWritten).path)
      }
      assert.deepStrictEqual(readdirSync(folder, { recursive: true }).sort(), ["a.js", "src", "src/b.ts"])
    }
    for (const { path } of writes) if (path !== "deep/er/new.ts") assert.isTrue(named.has(path), path)
    assert.isTrue(named.has("node_modules/.cache/latchkey"))
  })

  it("M9: while another process changes the project, nothing is written, recovered or undone", async () => {
    const folder = project()
    commit(folder, "init", writes.slice(0, 2))
    const before = contents(folder)
    const other = spawn(process.execPath, ["-e", "console.log(1); setInterval(() => {}, 1000)"])
    onTestFinished(() => void other.kill("SIGKILL"))
    await once(other.stdout, "data")
    const lock = path.join(folder, `node_modules/.cache/latchkey/${other.pid}.lock`)
    writeFileSync(lock, "")

    for (
      const run of [() => commit(folder, "init", writes.slice(2)), () => recover(folder), () => undo(folder, "init")]
    ) {
      assert.throws(run, Busy as never, String(other.pid))
    }
    assert.deepStrictEqual(contents(folder), before)

    other.kill("SIGKILL")
    await once(other, "exit")
    assert.deepStrictEqual(undo(folder, "init")?.kept, [])
    assert.deepStrictEqual(readdirSync(folder).sort(), ["a.js", "src"])
  })

  it("M9: if several processes run at the same time, each of them writes everything or nothing", async () => {
    const module = fileURLToPath(new URL("../../../../src/cli/transaction/index.ts", import.meta.url))
    const program = `import { Busy, commit, NotWritten } from ${JSON.stringify(module)}
const bytes = (text) => Buffer.from(text)
try {
  commit(process.argv[1], "init", [
    { path: "a.js", before: bytes("one\\ntwo\\n"), after: bytes("one\\nnew\\ntwo\\n"), inserted: [[4, 4]] },
    { path: "new.js", after: bytes("new"), inserted: [] }
  ])
  console.log("written")
} catch (error) {
  if (!(error instanceof Busy || error instanceof NotWritten)) throw error
}`
    const folder = project()
    const args = ["--conditions=latchkey-source", "--input-type=module", "-e", program, folder]
    const runs = await Promise.all(Array.from({ length: 4 }, async () => {
      const child = spawn(process.execPath, args)
      let output = ""
      child.stdout.on("data", (data) => output += data)
      const [code] = await once(child, "close")
      assert.strictEqual(code, 0)
      return output
    }))

    const isWritten = runs.filter((output) => output === "written\n").length
    assert.isAtMost(isWritten, 1)
    const expected = isWritten === 1 ? "one\nnew\ntwo\n" : "one\ntwo\n"
    assert.strictEqual(readFileSync(path.join(folder, "a.js"), "utf8"), expected)
    assert.strictEqual(existsSync(path.join(folder, "new.js")), isWritten === 1)
    if (isWritten === 1) assert.deepStrictEqual(undo(folder, "init")?.kept, [])
    assert.deepStrictEqual(readdirSync(folder).sort(), ["a.js", "src"])
  })

  it("M11: a transaction doesn't change a read-only file", () => {
    const folder = project()
    chmodSync(path.join(folder, "src/b.ts"), 0o444)
    const before = contents(folder)

    assert.throws(() => commit(folder, "init", writes), NotWritten as never)
    assert.deepStrictEqual(contents(folder), before)
  })

  it.skipIf(process.getuid?.() !== 0)("M11: a file that the superuser changes keeps its owner and its mode", () => {
    const folder = project()
    const file = path.join(folder, "a.js")
    chownSync(file, 65534, 65533)
    chmodSync(file, 0o750)
    const facts = () => [statSync(file).uid, statSync(file).gid, statSync(file).mode & 0o7777]

    commit(folder, "init", writes)
    assert.deepStrictEqual(facts(), [65534, 65533, 0o750])
    undo(folder, "init")
    assert.deepStrictEqual(facts(), [65534, 65533, 0o750])
  })

  it("M11: a transaction writes nothing if a file isn't as planned", () => {
    const cases: ReadonlyArray<(folder: string) => void> = [
      (folder) => writeFileSync(path.join(folder, "a.js"), "other"),
      (folder) => writeFileSync(path.join(folder, "src/new.ts"), "mine"),
      (folder) => {
        rmSync(path.join(folder, "src"), { recursive: true })
        symlinkSync(made(), path.join(folder, "src"))
      },
      (folder) => {
        rmSync(path.join(folder, "a.js"))
        symlinkSync(path.join(folder, "src/b.ts"), path.join(folder, "a.js"))
      },
      (folder) => linkSync(path.join(folder, "a.js"), path.join(folder, "second")),
      (folder) => symlinkSync("/nowhere", path.join(folder, ".env")),
      (folder) => symlinkSync(made(), path.join(folder, "deep"))
    ]
    for (const change of cases) {
      const folder = project()
      change(folder)
      const before = contents(folder)

      assert.throws(() => commit(folder, "init", writes), NotWritten as never)
      assert.deepStrictEqual(contents(folder), before)
    }
  })

  it("M8, M11: a transaction rejects a change that isn't an insertion, and a path outside the folder", () => {
    const folder = project()
    const bad: ReadonlyArray<Write> = [
      { path: "a.js", before: Buffer.from(old["a.js"]), after: Buffer.from("one\nthree\n"), inserted: [[4, 5]] },
      { path: "../x", after: Buffer.from(""), inserted: [] },
      { path: "/tmp/x", after: Buffer.from(""), inserted: [] },
      { path: "src/../../x", after: Buffer.from(""), inserted: [] }
    ]

    for (const write of bad) assert.throws(() => commit(folder, "init", [write]), NotWritten as never)
  })

  it("a transaction works without a place for a journal, but can't be undone in that case", () => {
    const folder = project()
    const elsewhere = made()
    symlinkSync(elsewhere, path.join(folder, "node_modules"))

    assert.isFalse(commit(folder, "init", writes))
    assert.deepStrictEqual(readdirSync(elsewhere), [])
    assert.isUndefined(undo(folder, "init"))
  })

  it("M11: a journal of another program changes no file outside the folder", () => {
    const folder = project()
    const outside = path.join(made(), "x")
    writeFileSync(outside, "x")
    mkdirSync(path.join(folder, "node_modules/.cache/latchkey"), { recursive: true })
    const after = "2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881"
    for (const name of [outside, path.relative(folder, outside), `src/../${path.relative(folder, outside)}`]) {
      const journal = {
        schema: 1,
        done: true,
        files: [{ path: name, after, inserted: [] }],
        folders: ["..", "/"],
        temporary: []
      }
      writeFileSync(path.join(folder, "node_modules/.cache/latchkey/init.json"), JSON.stringify(journal))

      undo(folder, "init")

      assert.isTrue(existsSync(outside))
    }
  })

  it("M9: if processes are killed, each file is either old or new", async () => {
    const module = fileURLToPath(new URL("../../../../src/cli/transaction/index.ts", import.meta.url))
    const program = `import { commit, undo } from ${JSON.stringify(module)}
const bytes = (text) => Buffer.from(text)
console.log("ready")
for (;;) {
  commit(process.argv[1], "init", [
    { path: "a.js", before: bytes("one\\ntwo\\n"), after: bytes("one\\nnew\\ntwo\\n"), inserted: [[4, 4]] },
    { path: "new.js", after: bytes("new"), inserted: [] }
  ])
  undo(process.argv[1], "init")
}`
    for (let round = 0; round < 4; round++) {
      const folder = project()
      const child = spawn(process.execPath, [
        "--conditions=latchkey-source",
        "--input-type=module",
        "-e",
        program,
        folder
      ])
      await once(child.stdout, "data")
      for (let turns = 0; turns < round * 50; turns++) await new Promise(setImmediate)
      child.kill("SIGKILL")
      await once(child, "exit")

      assert.include(["one\ntwo\n", "one\nnew\ntwo\n"], readFileSync(path.join(folder, "a.js"), "utf8"))
      if (existsSync(path.join(folder, "new.js"))) {
        assert.strictEqual(readFileSync(path.join(folder, "new.js"), "utf8"), "new")
      }
      undo(folder, "init")
      assert.strictEqual(readFileSync(path.join(folder, "a.js"), "utf8"), "one\ntwo\n")
    }
  })
})
