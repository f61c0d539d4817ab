/** `latchkey migrate` in a folder: what it writes, prints and restores. */
import { chmodSync, linkSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from "node:fs"
import * as path from "node:path"
import { assert, describe, it, onTestFinished } from "vitest"
import { commandIn } from "../../../support/processes/command.ts"
import { type App, apps, manifestOf, sourcesOf } from "./apps.ts"

/** Writes an app into a folder, and returns its files and a function that runs the command there. */
const folderWith = (files: { readonly [path: string]: string | Uint8Array }) => {
  const at = commandIn(onTestFinished)
  const folder = path.join(at.folder, "project")
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), text)
  }
  return {
    folder,
    write: (name: string, text: string) => writeFileSync(path.join(folder, name), text),
    migrate: (...args: ReadonlyArray<string>) => at.runHere(["migrate", ...args], { cwd: folder }),
    init: (...args: ReadonlyArray<string>) => at.runHere(["init", ...args], { cwd: folder }),
    /** Returns the bytes of every file, except the journal. */
    files: () =>
      Object.fromEntries(
        readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
          .map((entry) => path.join(entry.parentPath, entry.name))
          .filter((file) => !file.includes("node_modules"))
          .toSorted()
          .map((file) => [path.relative(folder, file).split(path.sep).join("/"), readFileSync(file, "latin1")])
      )
  }
}

const page = "import { useUser } from '@stackframe/react'\nexport const Name = () => useUser()?.displayName\n"

const project = (app: App) => folderWith({ "package.json": manifestOf(app), ...sourcesOf("before", app) })

describe("latchkey migrate, in a folder", () => {
  it.each(apps)(
    "migrate-7: migrate writes nothing with --dry-run, changes %s with --yes, and restores every byte with --undo",
    async (app) => {
      const { files, migrate } = project(app)
      const before = files()

      const shown = await migrate("--dry-run")
      assert.strictEqual(shown.code ?? 0, 0, shown.errors)
      assert.deepStrictEqual(files(), before)

      const written = await migrate("--yes")
      assert.strictEqual(written.code ?? 0, 0, written.errors)
      assert.include(written.output, "Changed package.json")
      assert.notDeepEqual(files(), before)
      assert.notMatch(files()["package.json"]!, /stackframe|hexclave/)

      const undone = await migrate("--undo")
      assert.strictEqual(undone.code ?? 0, 0, undone.errors)
      assert.deepStrictEqual(files(), before)
    }
  )

  it("migrate-7: without a terminal and without --yes, migrate changes nothing and names the flag to pass", async () => {
    const { files, migrate } = project("tool")
    const before = files()

    const { code, errors } = await migrate()

    assert.strictEqual(code, 2)
    assert.include(errors, "pass --yes to change 3 files")
    assert.deepStrictEqual(files(), before)
  })

  it.each([
    ["pnpm-lock.yaml", "pnpm install", "pnpm exec tsc --noEmit"],
    ["yarn.lock", "yarn install", "yarn tsc --noEmit"],
    ["bun.lock", "bun install", "bunx tsc --noEmit"],
    ["package-lock.json", "npm install", "npx tsc --noEmit"]
  ])("migrate shows the next steps for the package manager of %s", async (lockFile, ...steps) => {
    const { migrate, write } = project("tool")
    write(lockFile, "")

    const { output } = await migrate("--yes", "--json")
    const { result } = JSON.parse(output.trim().split("\n").at(-1)!) as { readonly result: { readonly next: unknown } }

    assert.deepStrictEqual(result.next, steps)
  })

  it("migrate-7: migrate --undo keeps a file that was edited since, and names the file", async () => {
    const { files, migrate, write } = project("tool")
    const before = files()
    await migrate("--yes")
    write("main.ts", "// edited\n")

    const { code, output } = await migrate("--undo")

    assert.strictEqual(code, 1)
    assert.include(output, "Not restored, because it was edited or removed since: main.ts")
    assert.deepStrictEqual(files(), { ...before, "main.ts": "// edited\n" })
  })

  it("migrate-7: --undo of one command doesn't undo the other, names its files, and restores every byte in order", async () => {
    const { files, init, migrate } = folderWith({
      "package.json": JSON.stringify({
        dependencies: { "@stackframe/react": "^2", "next": "^16.0.0", "react": "^19.0.0" }
      }),
      "app/page.js": page
    })
    const before = files()
    await migrate("--yes")
    const migrated = files()
    await init("--yes")
    const all = files()
    assert.isDefined(all["latchkey.js"])

    const refused = await migrate("--undo")
    assert.strictEqual(refused.code, 1)
    assert.match(
      refused.errors,
      /the last run in this folder was one of latchkey init, which created \.env\.local, latchkey\.js, .+\. Run latchkey init --undo, and then latchkey migrate --undo\./
    )
    assert.deepStrictEqual(files(), all)

    const undone = await init("--undo")
    assert.include(undone.output, "To undo the run before it too, run latchkey migrate --undo.")
    assert.deepStrictEqual(files(), migrated)

    const other = await init("--undo")
    assert.strictEqual(other.code, 1)
    assert.include(
      other.errors,
      "one of latchkey migrate, which changed package.json, app/page.js. Run latchkey migrate --undo."
    )
    assert.deepStrictEqual(files(), migrated)

    assert.strictEqual((await migrate("--undo")).code ?? 0, 0)
    assert.deepStrictEqual(files(), before)
  })

  it("migrate lists each place that it doesn't change with file, line, reason and row, in text and as JSON", async () => {
    const { migrate } = project("spa")

    const { output } = await migrate("--dry-run", "--json")
    const { result } = JSON.parse(output.trim().split("\n").at(-1)!) as { readonly result: { readonly left: unknown } }

    assert.deepStrictEqual(result.left, [{
      path: "src/SignInForm.tsx",
      line: 27,
      code: "app.urls.forgotPassword",
      reason: "There is no list of addresses. Use useHrefs, or redirectTo. In a Server Component, write the path.",
      row: "urls"
    }])
  })

  it("P1: migrate hides a key in a line that it shows", async () => {
    const { files, migrate } = folderWith({
      "package.json": manifestOf("tool"),
      "stack.ts":
        "import { StackServerApp } from '@stackframe/js'\nconst app = new StackServerApp({ secretServerKey: 'ssk_abc123' })\n"
    })

    const { output } = await migrate("--yes")

    assert.include(output, "createServer({ secretServerKey: '***' })")
    assert.notInclude(output, "ssk_abc123")
    assert.include(files()["stack.ts"]!, "createServer({ secretServerKey: 'ssk_abc123' })")
  })

  const manifest = JSON.stringify({ dependencies: { "@stackframe/react": "^2" } }, null, 2)

  it("migrate-8: migrate lists the files that must keep using the platform's packages, and keeps the package that they need", async () => {
    const { files, folder, migrate } = folderWith({
      "package.json": manifest,
      "page.js": page,
      "latin.js": Buffer.from(`${page}// gr\xfcn\n`, "latin1"),
      "wide.js": Buffer.from(`\ufeff${page}`, "utf16le"),
      "large.js": `${page}${"// a comment\n".repeat(90_000)}`,
      "linked.js": page,
      "locked.js": page,
      "other.js": Buffer.from("gr\xfcn\n", "latin1")
    })
    linkSync(path.join(folder, "linked.js"), path.join(folder, "second"))
    chmodSync(path.join(folder, "locked.js"), 0o444)
    const before = files()

    const { output } = await migrate("--yes")

    const stay = ["latin.js", "wide.js", "large.js", "linked.js", "locked.js"]
    for (const name of stay) assert.include(output, `${name}:1`)
    assert.notInclude(output, "other.js")
    const changed = Object.entries(files()).filter(([name, text]) => before[name] !== text)
    assert.deepStrictEqual(changed, [["page.js", page.replace("@stackframe/react", "latchkey/react")]])
  })

  it("migrate-8: migrate changes no file in a subfolder that is another repository or a package with the platform's packages", async () => {
    const { files, migrate } = folderWith({
      "package.json": manifest,
      "packages/web/package.json": manifest,
      "packages/web/page.js": page,
      "packages/plain/package.json": "{ \"type\": \"module\" }",
      "packages/plain/page.js": page,
      "vendor/sub/.git": "gitdir: ../../.git/modules/sub\n",
      "vendor/sub/deep/page.js": page,
      "vendor/tree/.git/HEAD": "",
      "vendor/tree/page.js": page
    })
    const before = files()

    const { output } = await migrate("--yes")

    const changed = Object.entries(files()).filter(([name, text]) => before[name] !== text).map(([name]) => name)
    assert.deepStrictEqual(changed, ["packages/plain/page.js"])
    for (const name of ["packages/web/package.json", "vendor/sub/deep/page.js", "vendor/tree/page.js"]) {
      assert.include(output, `${name}:1`)
    }
  })

  it.skipIf(process.platform !== "linux")(
    "migrate-8: migrate lists folders and files whose names aren't valid Unicode, and reads all others",
    async () => {
      const { folder, migrate } = folderWith({ "package.json": manifest, "page.js": page })
      const odd = (name: string) => Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(name, "latin1")])
      mkdirSync(odd("gr\xfcn"))
      writeFileSync(odd("b\xe4.js"), page)

      const { code, output } = await migrate("--yes")

      assert.strictEqual(code ?? 0, 0)
      assert.include(output, "gr\ufffdn:1")
      assert.include(output, "b\ufffd.js:1")
      assert.include(readFileSync(path.join(folder, "page.js"), "utf8"), "latchkey/react")
      rmdirSync(odd("gr\xfcn"))
      rmSync(odd("b\xe4.js"))
    }
  )

  it("migrate-8: migrate lists the entries of package.json that it can't replace", async () => {
    const { files, migrate } = folderWith({
      "package.json":
        "{\r\n  \"dependencies\": {\r\n    \"@stackframe/react\": \"1\",\r\n    \"@stackframe/react\": \"2\"\r\n  },\r\n"
        + "  \"overrides\": { \"@stackframe/js\": \"2\" }\r\n}\r\n"
    })
    const before = files()

    const { output } = await migrate("--yes")

    assert.deepStrictEqual(files(), before)
    for (const line of [3, 4, 6]) assert.include(output, `package.json:${line}  `)
  })

  it("migrate doesn't change imports without names and files that it can't parse, and keeps the package that they need", async () => {
    const { files, migrate } = folderWith({
      "package.json": manifestOf("spa"),
      "broken.ts": "import { useUser } from '@stackframe/react'\nconst = 1\n",
      "all.js": "import * as stack from '@stackframe/react'\nstack.useUser()\n",
      "Page.vue": "<script>import { StackClientApp } from '@stackframe/js'</script>\n"
    })
    const before = files()

    const { output } = await migrate("--yes")

    assert.deepStrictEqual(files(), before)
    for (const name of ["broken.ts:1", "all.js:1", "Page.vue:1"]) assert.include(output, name)
  })
})
