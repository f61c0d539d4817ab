/** `latchkey init` in hostile projects: it finishes quickly, starts no program, and changes only what it has shown. */
import { execFileSync } from "node:child_process"
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { assert, describe, it, onTestFinished } from "vitest"
import { packageIn } from "../../src/cli/project/index.ts"
import { planIn } from "../../src/cli/setup/index.ts"
import { insertedBytes } from "../../src/cli/source/index.ts"
import { commit, undo } from "../../src/cli/transaction/index.ts"
import { commandIn } from "../support/processes/command.ts"

/** Longest CPU time of a run in milliseconds. */
const limit = 10_000

const cpuTime = (): number => {
  const { system, user } = process.cpuUsage()
  return (system + user) / 1000
}

const made = (): string => {
  const folder = mkdtempSync(path.join(tmpdir(), "latchkey-hostile-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const packageJson = (...dependencies: ReadonlyArray<string>) =>
  JSON.stringify({
    name: "a",
    type: "module",
    dependencies: Object.fromEntries(dependencies.map((name) => [name, "*"]))
  })

/** Every entry of a folder: contents of files, targets of links. */
const entriesIn = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .map((entry) => path.join(entry.parentPath, entry.name))
      .filter((file) => !/\/(?:node_modules|\.git)(?:\/|$)/.test(file))
      .map((file) => {
        const facts = lstatSync(file)
        const contents = facts.isSymbolicLink()
          ? `-> ${readlinkSync(file)}`
          : facts.isFile()
          ? readFileSync(file, "latin1")
          : facts.isDirectory()
          ? "folder"
          : "other"
        return [path.relative(folder, file), contents] as const
      })
  )

/** Runs `init --yes`, and checks that it changed only the files that it named, in the folder. */
const initIn = async (folder: string, ...outside: ReadonlyArray<string>) => {
  const before = entriesIn(folder)
  const others = outside.map(entriesIn)
  const { output, errors } = await commandIn(onTestFinished).runHere(["init", "--yes", "--json"], { cwd: folder })
  const result = output.split("\n").filter(Boolean).map((line) => JSON.parse(line)).at(-1)?.result
  const named = new Set<string>([...result?.written ?? [], ...result?.changed ?? []])
  const after = entriesIn(folder)
  const isNamed = (name: string) => [...named].some((file) => file === name || file.startsWith(`${name}/`))
  for (const [name, contents] of after) {
    if (!isNamed(name)) assert.strictEqual(contents, before.get(name), name)
  }
  for (const name of before.keys()) assert.isTrue(after.has(name), name)
  assert.deepStrictEqual(outside.map(entriesIn), others)
  return { output: output + errors, named, result }
}

const main = "import App from './App'\nrender(<App />)\n"

/** All elements in `npm run test:hostile`, and a few of them otherwise. */
const some = <A>(all: ReadonlyArray<A>): ReadonlyArray<A> =>
  process.env["HOSTILE"] === "full" ? all : all.filter((_, at) => at % 4 === 0)

describe("init in hostile projects", () => {
  for (
    const [what, bytes] of Object.entries({
      "in Latin-1": Buffer.from("DB_PASSWORD=gr\xfcn\xdf!\n", "latin1"),
      "in UTF-16": Buffer.from("\ufeffDB_PASSWORD=1\n", "utf16le"),
      "in UTF-16 without a mark": Buffer.from("DB_PASSWORD=1\n", "utf16le"),
      "with half a character": Buffer.from([0x41, 0x3d, 0xe2, 0x82]),
      "with null characters": Buffer.from("A=\0\n"),
      "of random bytes": Buffer.from(Array.from({ length: 999 }, (_, at) => (at * 7919) % 256))
    })
  ) {
    it(`M11: files ${what} stay unchanged, byte for byte`, async () => {
      const folder = made()
      for (
        const [name, text] of [["package.json", packageJson("vite", "react")], ["src/main.jsx", bytes], [
          ".env.local",
          bytes
        ]] as const
      ) {
        mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
        writeFileSync(path.join(folder, name), text)
      }
      const { named, output } = await initIn(folder)

      assert.deepStrictEqual([...named], ["src/latchkey.jsx"])
      assert.include(output, ".env.local was not changed: it isn't text in UTF-8.")
      assert.strictEqual(Buffer.compare(readFileSync(path.join(folder, ".env.local")), bytes), 0)
    })
  }

  /** Each replaces a path of a project with something that isn't a regular file. */
  const replacements: { readonly [what: string]: (file: string, elsewhere: string) => void } = {
    "a link out of the folder": (file, elsewhere) => symlinkSync(elsewhere, file),
    "a broken link": (file) => symlinkSync("/nowhere/at/all", file),
    "a link to itself": (file) => symlinkSync(path.basename(file), file),
    "a named pipe": (file) => void execFileSync("mkfifo", [file]),
    "a device": (file) => symlinkSync("/dev/zero", file),
    "a folder": (file) => mkdirSync(file),
    "a file of 30 MB": (file) => writeFileSync(file, "// a comment\n".repeat(2_400_000)),
    "a file that can't be read": (file) => {
      writeFileSync(file, "secret")
      chmodSync(file, 0)
    }
  }
  const kinds = {
    "src": packageJson("vite", "react"),
    "src/main.jsx": packageJson("vite", "react"),
    "index.html": packageJson("vite", "react"),
    ".env.local": packageJson("next"),
    ".env": packageJson("express"),
    "server.js": packageJson("express"),
    "app": packageJson("next"),
    "app/layout.jsx": packageJson("next"),
    "proxy.js": packageJson("next"),
    "pnpm-workspace.yaml": packageJson("express"),
    ".gitignore": packageJson("hono"),
    "tsconfig.json": packageJson("express"),
    "node_modules": packageJson("express"),
    ".git": packageJson("express"),
    "package.json": packageJson("express")
  }
  for (const [what, replace] of Object.entries(replacements)) {
    it(`M11: init finishes quickly and changes nothing else if a path is ${what}`, async () => {
      // root can read every file
      if (what === "a file that can't be read" && process.getuid?.() === 0) return
      for (const [name, manifest] of some(Object.entries(kinds))) {
        const [folder, elsewhere] = [made(), made()]
        writeFileSync(path.join(elsewhere, "main.jsx"), main)
        writeFileSync(path.join(elsewhere, "layout.jsx"), "export default ({ children }) => <body>{children}</body>\n")
        if (name !== "package.json") writeFileSync(path.join(folder, "package.json"), manifest)
        mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
        replace(path.join(folder, name), elsewhere)
        const start = cpuTime()

        const { named } = await initIn(folder, elsewhere)

        assert.isBelow(cpuTime() - start, limit, name)
        for (const file of named) {
          assert.isFalse(file === name || file.startsWith(`${name}/`) && what !== "a folder", file)
        }
      }
    })
  }

  it("M11: a file with a second hard link isn't changed, because the other name would keep the old contents", async () => {
    const folder = made()
    writeFileSync(path.join(folder, "package.json"), packageJson("express"))
    writeFileSync(path.join(folder, "other"), "A=1\n")
    linkSync(path.join(folder, "other"), path.join(folder, ".env"))

    assert.include((await initIn(folder)).output, ".env was not changed: it has a second hard link.")
  })

  it("M10: init runs no program from the repository, with or without --dry-run", async () => {
    const folder = made()
    const proof = path.join(folder, "PWNED")
    const run = `touch '${proof}'; cat`
    writeFileSync(path.join(folder, "package.json"), packageJson("vite", "react"))
    mkdirSync(path.join(folder, "src"))
    writeFileSync(path.join(folder, "src/main.jsx"), main)
    writeFileSync(path.join(folder, ".gitattributes"), "* filter=x diff=x merge=x\n")
    execFileSync("git", ["init", "--quiet"], { cwd: folder })
    execFileSync("git", ["add", "src"], { cwd: folder })
    writeFileSync(path.join(folder, ".git/hooks/fsmonitor-watchman"), `#!/bin/sh\n${run}\n`, { mode: 0o755 })
    for (
      const [name, value] of [
        ["filter.x.clean", run],
        ["filter.x.smudge", run],
        ["filter.x.process", run],
        ["core.fsmonitor", `sh -c "${run}"`],
        ["core.pager", run],
        ["core.sshCommand", run],
        ["diff.x.textconv", run],
        ["alias.status", `!${run}`],
        ["core.hooksPath", ".git/hooks"]
      ]
    ) execFileSync("git", ["config", name!, value!], { cwd: folder })
    writeFileSync(path.join(folder, "git"), `#!/bin/sh\n${run}\n`, { mode: 0o755 })
    const at = commandIn(onTestFinished)
    for (const args of [["--dry-run"], ["--dry-run", "--yes"], ["--yes"], ["--undo"]]) {
      await at.runHere(["init", ...args], { cwd: folder, env: { PATH: `.:${process.env["PATH"]}` } })
      assert.isFalse(existsSync(proof), args.join(" "))
    }
  })

  it("init treats replacement patterns such as $& in the project's texts as plain text", async () => {
    const folder = made()
    const odd = "$1$&$`$'$$"
    mkdirSync(path.join(folder, "src"))
    writeFileSync(
      path.join(folder, "package.json"),
      JSON.stringify({ name: odd, scripts: { dev: `vite ${"$1"}` }, dependencies: { vite: odd, react: odd } })
    )
    writeFileSync(path.join(folder, "src/main.jsx"), `const $1 = "${odd}"\nrender(<App />)\n`)
    await initIn(folder)

    assert.include(readFileSync(path.join(folder, "src/main.jsx"), "utf8"), `const $1 = "${odd}"\n`)
  })

  it("M11: unusual names of folders and files neither make init write outside the folder nor stop init", async () => {
    for (const name of ["[...latchkey]", "(a) b", "-rf", "$(touch x)", "\u001b[31m", "ünï", "a\nb", "constructor"]) {
      const folder = made()
      writeFileSync(path.join(folder, "package.json"), packageJson("next"))
      mkdirSync(path.join(folder, "app", name), { recursive: true })
      writeFileSync(
        path.join(folder, "app", name, "layout.jsx"),
        "export default ({ children }) => <html><body>{children}</body></html>\n"
      )
      const { named } = await initIn(folder)

      assert.include([...named], `app/${name}/layout.jsx`)
    }
  })

  it("init accepts a package.json whose fields have any type", async () => {
    for (
      const value of [null, 1, "x", [], {}, [null], { a: null }, { packages: 1 }, { packages: [1] }, { dev: {} }, {
        __proto__: null
      }]
    ) {
      for (
        const name of ["dependencies", "devDependencies", "scripts", "workspaces", "packageManager", "main", "type"]
      ) {
        const folder = made()
        writeFileSync(
          path.join(folder, "package.json"),
          JSON.stringify({ dependencies: { express: "*" }, [name]: value })
        )
        const { output } = await initIn(folder)
        assert.notInclude(output, "This is a bug")
      }
    }
  })

  const sources = {
    "comments": "// app.listen(1)\n".repeat(60_000),
    "block comments": "/* app.listen(1) */\n".repeat(50_000),
    "parentheses": "(".repeat(500_000),
    "closed parentheses": `${"(".repeat(20_000)}1${")".repeat(20_000)}`,
    "arrays": `x = ${"[".repeat(20_000)}${"]".repeat(20_000)}`,
    "additions": `x = ${"1 + ".repeat(200_000)}1`,
    "generics": `x = ${"a<".repeat(200)}b${">".repeat(200)}`,
    "conditional arrows": `x = ${"a ? (b) : ".repeat(100)}c`,
    "nested elements": `x = ${"<a>".repeat(3_000)}${"</a>".repeat(3_000)}`,
    "templates": `x = ${"`${".repeat(3_000)}1${"}`".repeat(3_000)}`,
    "one long line": `x = "${"a".repeat(900_000)}"`,
    "empty lines": "\n".repeat(1_000_000),
    "carriage returns": "\r".repeat(1_000_000),
    "statements": "f()\n".repeat(200_000),
    "imports": "import 'a'\n".repeat(80_000)
  }
  for (const [what, source] of some(Object.entries(sources))) {
    it(`M8: init reads a source with many ${what} within the time limit, and undoing the change restores the source`, async () => {
      for (
        const [file, manifest, end] of [
          [
            "server.js",
            packageJson("express"),
            "\nimport express from 'express'\nconst app = express()\napp.listen(1)\n"
          ],
          ["src/main.tsx", packageJson("vite", "react"), "\nrender(<App />)\n"]
        ] as const
      ) {
        const folder = made()
        mkdirSync(path.join(folder, "src"))
        writeFileSync(path.join(folder, "package.json"), manifest)
        writeFileSync(path.join(folder, file), `${source}${end}`)
        const before = entriesIn(folder)
        const start = cpuTime()
        const { changes } = planIn(folder, packageIn(folder)!, { editUncommitted: true })

        assert.isBelow(cpuTime() - start, limit)
        const [own] = changes
        if (own === undefined) continue
        commit(folder, "init", [{
          path: own.path,
          before: Buffer.from(own.before),
          after: Buffer.from(own.after),
          inserted: insertedBytes(own.before, own.insertions)
        }])
        undo(folder, "init")
        assert.deepStrictEqual(entriesIn(folder), before)
      }
    })
  }
})
