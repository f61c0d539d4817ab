/** `latchkey init`: what it writes is run, and what is there is left. */
import { spawn } from "node:child_process"
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs"
import { type AddressInfo, createServer } from "node:net"
import * as path from "node:path"
import { assert, describe, it, onTestFinished } from "vitest"
import { startEmulator } from "../../../layers/emulator/index.ts"
import { createClient } from "../../../src/promise/index.ts"
import { install } from "../../support/installed.ts"
import { commandIn, commandLine, linesOf } from "../../support/processes/command.ts"
import { atHand, inTerminal } from "../../support/processes/pseudoTerminal.ts"

const ada = { email: "ada@example.com", password: "correct horse battery staple", displayName: "Ada" }

/** A project with these files, and the command in it. */
const projectWith = (files: { readonly [path: string]: string }) => {
  const at = commandIn(onTestFinished)
  const folder = path.join(at.folder, "project")
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), text)
  }
  return {
    folder,
    init: (...args: ReadonlyArray<string>) => at.runHere(["init", ...args], { cwd: folder }),
    initInTerminal: () =>
      inTerminal(process.execPath, [...commandLine, "init"], { cwd: folder, env: { HOME: at.folder } }),
    read: (name: string) => readFileSync(path.join(folder, name), "utf8"),
    /** Every file of the project, without what is installed. */
    files: () =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => !entry.isDirectory())
        .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
        .filter((name) => !name.startsWith("node_modules"))
        .sort()
  }
}

const packageJson = (fields: object) => JSON.stringify({ name: "project", private: true, ...fields })

/** Points a project at a platform on another port than the usual. */
const pointAt = (project: ReturnType<typeof projectWith>, file: string, baseUrl: string) =>
  writeFileSync(path.join(project.folder, file), project.read(file).replace("http://127.0.0.1:8102", baseUrl))

/** Starts a program of the project, as the command said, until the test is over. */
const startIn = (folder: string, line: string, env: { readonly [name: string]: string } = {}) => {
  const [, ...args] = line.split(" ")
  const child = spawn(process.execPath, args, { cwd: folder, env: { PATH: process.env["PATH"], ...env } })
  onTestFinished(() => void child.kill("SIGKILL"))
  let said = ""
  return new Promise<string>((resolve, reject) => {
    const hear = (part: Buffer) => {
      said += part.toString()
      if (said.includes("Listening on")) resolve(said)
    }
    child.stdout.on("data", hear)
    child.stderr.on("data", hear)
    child.on("close", (code) => code === 0 ? resolve(said) : reject(new Error(said)))
  })
}

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

/** The command line that `init` names for starting the project. */
const startLine = (output: string): string => /^ {2}(node .*)$/m.exec(output)![1]!

describe("latchkey init", { timeout: 60_000 }, () => {
  it("gives an Express project a server that answers 401, and whose users have their notes", async () => {
    await using platform = await startEmulator({ users: [ada] })
    const project = projectWith({ "package.json": packageJson({ type: "module", dependencies: { express: "^5" } }) })
    const { code, output } = await project.init("--yes")
    await install(project.folder, ["adapters", "verify"], ["express"], "node")
    pointAt(project, ".env", platform.baseUrl)
    const port = await freePort()

    const said = await startIn(project.folder, startLine(output), { PORT: String(port) })

    assert.strictEqual(code, 0)
    assert.include(output, "  npm install latchkey effect\n")
    assert.include(said, `Listening on http://localhost:${port}`)
    assert.strictEqual((await fetch(`http://localhost:${port}/notes`)).status, 401)
    await using client = createClient(platform.project)
    await client.signIn.withPassword(ada)
    const answer = await fetch(`http://localhost:${port}/notes`, { headers: await client.authHeaders() })
    const { id } = await client.currentUser.get({ or: "throw" })
    assert.deepStrictEqual([answer.status, await answer.json()], [200, { notesOf: id }])
  })

  it("gives a bare project a script that lists the users", async () => {
    await using platform = await startEmulator({ users: [ada] })
    const project = projectWith({ "package.json": packageJson({}) })
    const { output } = await project.init("--yes")
    await install(project.folder, ["promise"], [], "node")
    pointAt(project, ".env", platform.baseUrl)

    assert.strictEqual(await startIn(project.folder, startLine(output)), "Ada, ada@example.com\n")
  })

  it("says how a server that is there asks who sends a request, and its printed lines work", async () => {
    await using platform = await startEmulator({ users: [ada] })
    const server = `import express from "express"
const app = express()
app.listen(process.env.PORT, () => console.log("Listening on it"))
`
    const project = projectWith({
      "package.json": packageJson({ type: "module", main: "src/server.js", dependencies: { express: "^5" } }),
      "src/server.js": server
    })
    const { output } = await project.init("--yes")
    const left = project.read("src/server.js")
    await install(project.folder, ["adapters", "verify"], ["express"], "node")
    pointAt(project, ".env", platform.baseUrl)
    const [printed] = /import \{ userOf \}[^]*?\n\}\)\n/.exec(output)!
    writeFileSync(path.join(project.folder, "src/server.js"), server.replace("app.listen", `${printed}\napp.listen`))
    const port = await freePort()

    await startIn(project.folder, startLine(output), { PORT: String(port) })

    assert.strictEqual(left, server)
    assert.include(output, "src/server.js is there and was left. For it:")
    assert.deepStrictEqual(project.files(), [".env", "package.json", "src/latchkey.js", "src/server.js"])
    assert.strictEqual((await fetch(`http://localhost:${port}/notes`)).status, 401)
  })

  const projects = {
    "Vite": {
      "package.json": packageJson({ dependencies: { react: "^19" }, devDependencies: { vite: "^8" } }),
      "tsconfig.json": "{}",
      "index.html": "<div id=\"root\"></div><script type=\"module\" src=\"/src/main.tsx\"></script>",
      "src/main.tsx": "createRoot(root).render(<App />)\n",
      "src/latchkey.tsx": "// mine\n",
      ".env.local": "MINE=1\n"
    },
    "Next.js": {
      "package.json": packageJson({ dependencies: { next: "^16", react: "^19" } }),
      "src/app/layout.js": "export default ({ children }) => <body>{children}</body>\n",
      "src/app/handler/[...latchkey]/page.js": "// mine\n",
      "src/latchkey.js": "// mine\n",
      "src/proxy.js": "// mine\n",
      ".env.local": "MINE=1\n"
    },
    "Express": {
      "package.json": packageJson({ dependencies: { express: "^5" } }),
      "index.js": "// mine\n",
      "latchkey.mjs": "// mine\n",
      ".env": "MINE=1\n"
    },
    "a bare project": { "package.json": packageJson({}), "latchkey.mjs": "// mine\n", ".env": "MINE=1\n" }
  }
  for (const [kind, files] of Object.entries(projects)) {
    it(`never writes over a file of ${kind}: it is named, and what it would be is printed`, async () => {
      const project = projectWith(files)

      const { code, output } = await project.init("--yes")

      assert.strictEqual(code, 0)
      assert.deepStrictEqual(project.files(), Object.keys(files).sort())
      for (const [name, text] of Object.entries(files)) {
        assert.strictEqual(project.read(name), text)
        if (!/\.json|\.html/.test(name)) assert.include(output, `${name} is there and was left. For it:`)
      }
      assert.match(output, /^(?:VITE_|NEXT_PUBLIC_)?HEXCLAVE_PROJECT_ID=/m)
      assert.include(output, "Nothing was written.")
    })
  }

  it("writes through no link, even one that leads nowhere", async () => {
    const project = projectWith({ "package.json": packageJson({}) })
    symlinkSync(path.join(project.folder, "..", "elsewhere"), path.join(project.folder, ".env"))

    const { code, errors } = await project.init("--yes")

    assert.strictEqual(code, 2)
    assert.match(errors, /\.env cannot be written: EEXIST/)
    assert.deepStrictEqual(project.files(), [".env", "package.json"])
  })

  it("shows with --dry-run what it would write, and writes nothing", async () => {
    const project = projectWith({ "package.json": packageJson({ dependencies: { express: "^5" } }) })

    const { code, output } = await project.init("--dry-run", "--yes")

    assert.strictEqual(code, 0)
    assert.deepStrictEqual(project.files(), ["package.json"])
    assert.include(output, "+ server.mjs")
    assert.include(output, "import express from 'express'")
    assert.include(output, "HEXCLAVE_SECRET_SERVER_KEY=ssk_")
  })

  it("writes nothing where nobody can be asked", async () => {
    const project = projectWith({ "package.json": packageJson({}) })

    const { code, errors } = await project.init()

    assert.strictEqual(code, 2)
    assert.include(errors, "Write them with --yes, or look at them with --dry-run.")
    assert.deepStrictEqual(project.files(), ["package.json"])
  })

  for (const [answer, written] of [["n", []], ["", []], ["\u0003", []], ["y", [".env", "latchkey.mjs"]]] as const) {
    it.skipIf(!atHand)(
      `writes after ${JSON.stringify(answer)} ${written.length === 0 ? "nothing" : "the files"}`,
      async () => {
        const project = projectWith({ "package.json": packageJson({}) })
        const terminal = project.initInTerminal()
        onTestFinished(terminal.kill)
        await terminal.shows(/Write these 2 files\? \[y\/N\]/)
        terminal.type(answer === "\u0003" ? answer : `${answer}\r`)
        await terminal.ended

        assert.deepStrictEqual(project.files(), [...written, "package.json"])
      }
    )
  }

  it("finds everything there when it runs again", async () => {
    for (const dependencies of [{ express: "^5" }, { vite: "^8", react: "^19" }, { next: "^16" }, {}]) {
      const project = projectWith({ "package.json": packageJson({ dependencies }) })
      await project.init("--yes")
      const files = project.files()

      const { output } = await project.init("--yes", "--json")

      assert.deepStrictEqual(project.files(), files)
      const [{ files: planned }, { result }] = linesOf(output)
      assert.deepStrictEqual([...new Set(planned.map(({ state }: { readonly state: string }) => state))], ["done"])
      assert.deepStrictEqual(result.written, [])
    }
  })

  for (
    const [file, install, start] of [
      ["package-lock.json", "npm install latchkey effect", "npm run dev"],
      ["pnpm-lock.yaml", "pnpm add latchkey effect", "pnpm dev"],
      ["yarn.lock", "yarn add latchkey effect", "yarn dev"],
      ["bun.lock", "bun add latchkey effect", "bun run dev"]
    ] as const
  ) {
    it(`says what to type beside ${file}`, async () => {
      const project = projectWith({ "package.json": packageJson({ dependencies: { next: "^16" } }), [file]: "" })

      const { output } = await project.init("--yes", "--json")

      assert.deepStrictEqual(linesOf(output)[1].result.next, [install, "npx latchkey emulator", start])
    })
  }

  it("plans no file outside the folder, whatever the project's own files say", async () => {
    const project = projectWith({
      "package.json": packageJson({ main: "../../up.js", dependencies: { vite: "^8", react: "^19" } }),
      "index.html": "<script type=\"module\" src=\"/../../../up.tsx\"></script>"
    })

    const { output } = await project.init("--dry-run", "--json")

    for (const { path: name } of linesOf(output)[0].files) assert.notInclude(name, "..")
  })

  it("asks for the folder of a project", async () => {
    const { code, errors } = await commandIn(onTestFinished).runHere(["init"])

    assert.strictEqual(code, 2)
    assert.include(errors, "There is no package.json here that can be read.")
  })
})
