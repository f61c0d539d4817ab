/**
 * `latchkey init` for Express, Hono, Effect and Node. Runs every written file and every printed line, in each module
 * system.
 */
import { execFile, spawn } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { type AddressInfo, createServer } from "node:net"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, assert, beforeAll, describe, it, onTestFinished } from "vitest"
import { packageIn } from "../../../src/cli/project/index.ts"
import { planIn } from "../../../src/cli/setup/index.ts"
import { type RunningEmulator, startEmulator } from "../../../src/emulator/index.ts"
import { createClient } from "../../../src/promise/index.ts"
import { commandIn, commandLine, linesOf } from "../../support/processes/command.ts"
import { compilerLine } from "../../support/processes/compiler.ts"
import { install } from "../../support/suite/installed.ts"

const ada = { email: "ada@example.com", password: "correct horse battery staple", displayName: "Ada" }

const root = fileURLToPath(new URL("../../..", import.meta.url))

type Files = { readonly [path: string]: string }

/** Returns a `package.json`. By default, the project depends on Express. */
const packageJson = (fields: object, dependencies: object = { express: "^5" }) =>
  JSON.stringify({ name: "project", private: true, ...fields, dependencies })

const listen = "app.listen(process.env.PORT, () => console.log('Listening on it'))\n"

const required = `const express = require('express')\nconst app = express()\n${listen}`

const imported = `import express from 'express'\nconst app = express()\n${listen}`

const typescript = { devDependencies: { typescript: "^5.9" } }

const tsx = { devDependencies: { typescript: "^5.9", tsx: "^4" } }

/** Returns a strict `tsconfig.json`. `options`: additional lines. */
const tsconfig = (options: object = {}) =>
  JSON.stringify({
    compilerOptions: {
      target: "es2023",
      module: "nodenext",
      types: ["node"],
      strict: true,
      skipLibCheck: true,
      ...options
    }
  })

const own = { allowImportingTsExtensions: true, noEmit: true, erasableSyntaxOnly: true, verbatimModuleSyntax: true }

interface Expected {
  readonly files: Files
  /** The command that `init` prints last. */
  readonly start: string
}

const node = (file: string) => `node --env-file=.env ${file}`

const byTsx = (file: string) => `npx tsx --env-file=.env ${file}`

/** Projects without a server. */
const empty: { readonly [project: string]: Expected } = {
  "ES modules": { files: { "package.json": packageJson({ type: "module" }) }, start: node("server.js") },
  "no module system": { files: { "package.json": packageJson({}) }, start: node("server.mjs") },
  "CommonJS": { files: { "package.json": packageJson({ type: "commonjs" }) }, start: node("server.mjs") },
  "TypeScript": {
    files: { "package.json": packageJson({ type: "module", ...typescript }), "tsconfig.json": tsconfig(own) },
    start: node("server.ts")
  },
  "TypeScript in CommonJS": {
    files: { "package.json": packageJson({ type: "commonjs", ...typescript }), "tsconfig.json": tsconfig() },
    start: node("server.mts")
  },
  "TypeScript with tsx": {
    files: { "package.json": packageJson({ type: "module", ...tsx }), "tsconfig.json": tsconfig() },
    start: byTsx("server.ts")
  }
}

/** Projects with a server. The server is in the last file. */
const existing: { readonly [project: string]: Expected } = {
  "CommonJS without a type": {
    files: { "package.json": packageJson({}), "index.js": required },
    start: node("index.js")
  },
  "CommonJS, as npm init makes it": {
    files: { "package.json": packageJson({ type: "commonjs", main: "index.js" }), "index.js": required },
    start: node("index.js")
  },
  "CommonJS in a package of ES modules": {
    files: { "package.json": packageJson({ type: "module" }), "app.cjs": required },
    start: node("app.cjs")
  },
  "ES modules": {
    files: { "package.json": packageJson({ type: "module", main: "src/server.js" }), "src/server.js": imported },
    start: node("src/server.js")
  },
  "ES modules without a type": {
    files: { "package.json": packageJson({}), "index.js": imported },
    start: node("index.js")
  },
  "an ES module in CommonJS": {
    files: { "package.json": packageJson({ type: "commonjs" }), "server.mjs": imported },
    start: node("server.mjs")
  },
  "a server that only package.json's script names": {
    files: {
      "package.json": packageJson({ type: "module", main: "dist/api.js", scripts: { start: "node api/main.js" } }),
      "dist/api.js": "// built from express\n",
      "api/main.js": imported
    },
    start: node("api/main.js")
  },
  "TypeScript without tsconfig.json": {
    files: { "package.json": packageJson({ type: "module", ...typescript }), "index.ts": imported },
    start: node("index.ts")
  },
  "TypeScript without a type": {
    files: { "package.json": packageJson(typescript), "index.ts": imported },
    start: node("index.ts")
  },
  "TypeScript that imports .ts files": {
    files: {
      "package.json": packageJson({ type: "module", ...typescript }),
      "tsconfig.json": tsconfig(own),
      "src/greeting.ts": "export const greeting: string = 'Hello'\n",
      "src/index.ts": `import { greeting } from './greeting.ts'\n${imported}\nconsole.log(greeting)\n`
    },
    start: node("src/index.ts")
  },
  "TypeScript that rewrites .ts imports": {
    files: {
      "package.json": packageJson({ type: "module", ...typescript }),
      "tsconfig.json": tsconfig({ rewriteRelativeImportExtensions: true }),
      "src/index.ts": imported
    },
    start: node("src/index.ts")
  },
  "TypeScript for a build": {
    files: {
      "package.json": packageJson({ type: "module", ...typescript }),
      "tsconfig.json": tsconfig({ outDir: "dist" }),
      "src/index.ts": imported
    },
    start: byTsx("src/index.ts")
  },
  "TypeScript that imports .js files": {
    files: {
      "package.json": packageJson({ type: "module", ...typescript }),
      "tsconfig.json": tsconfig({ outDir: "dist" }),
      "src/greeting.ts": "export const greeting: string = 'Hello'\n",
      "src/index.ts": `import { greeting } from './greeting.js'\n${imported}\nconsole.log(greeting)\n`
    },
    start: byTsx("src/index.ts")
  },
  "TypeScript for a bundler": {
    files: {
      "package.json": packageJson({ type: "module", ...tsx }),
      "tsconfig.json": tsconfig({ module: "esnext", moduleResolution: "bundler", noEmit: true }),
      "src/greeting.ts": "export const greeting: string = 'Hello'\n",
      "src/index.ts": `import { greeting } from './greeting'\n${imported}\nconsole.log(greeting)\n`
    },
    start: byTsx("src/index.ts")
  },
  "TypeScript in CommonJS": {
    files: {
      "package.json": packageJson({ type: "commonjs", ...typescript }),
      "tsconfig.json": tsconfig({ outDir: "dist", esModuleInterop: true }),
      "src/index.ts": imported
    },
    start: byTsx("src/index.ts")
  },
  "TypeScript with an enum": {
    files: {
      "package.json": packageJson({ type: "module", ...typescript }),
      "index.ts": `enum Level {\n  Low\n}\nconsole.log(Level.Low)\n${imported}`
    },
    start: byTsx("index.ts")
  }
}

/** Projects with a server in which `init` finds no place for the route. The server is in the last file. */
const unclear: { readonly [project: string]: Expected } = Object.fromEntries(
  (["CommonJS without a type", "ES modules", "TypeScript for a build", "TypeScript in CommonJS"] as const).map(
    (project) => {
      const { files, start } = existing[project]!
      const server = Object.keys(files).at(-1)!
      return [project, { files: { ...files, [server]: `${files[server]}console.log('/notes')\n` }, start }]
    }
  )
)

const honoPackages = { "hono": "^4", "@hono/node-server": "^2" }

const effectPackages = { "effect": "^4.1", "@effect/platform-node": "^4.1" }

/** Projects for Hono and Effect without a server. */
const others: { readonly [project: string]: Expected } = {
  "Hono": {
    files: { "package.json": packageJson({ type: "module" }, honoPackages) },
    start: node("server.js")
  },
  "Hono in TypeScript": {
    files: {
      "package.json": packageJson({ type: "module", ...typescript }, honoPackages),
      "tsconfig.json": tsconfig(own)
    },
    start: node("server.ts")
  },
  "Effect": { files: { "package.json": packageJson({}, effectPackages) }, start: node("server.mjs") },
  "Effect in TypeScript": {
    files: {
      "package.json": packageJson({ type: "module", ...typescript }, effectPackages),
      "tsconfig.json": tsconfig(own)
    },
    start: node("server.ts")
  }
}

/** Projects on Node without dependencies. */
const plain: { readonly [project: string]: Expected } = {
  "no module system": { files: { "package.json": packageJson({}, {}) }, start: node("latchkey.mjs") },
  "ES modules": { files: { "package.json": packageJson({ type: "module" }, {}) }, start: node("latchkey.js") },
  "TypeScript": {
    files: {
      "package.json": packageJson({ type: "module", ...typescript }, {})
    },
    start: node("latchkey.ts")
  },
  "TypeScript in CommonJS": {
    files: { "package.json": packageJson({ type: "commonjs", ...typescript }, {}), "tsconfig.json": tsconfig() },
    start: node("latchkey.mts")
  },
  "TypeScript with tsx": {
    files: { "package.json": packageJson(tsx, {}) },
    start: byTsx("latchkey.mts")
  }
}

describe("what latchkey init writes and prints", () => {
  const at = commandIn()
  const projects = mkdtempSync(path.join(tmpdir(), "latchkey-init-"))
  /** Folder of programs that replace installed ones. */
  const tools = path.join(projects, "tools")
  let platform: RunningEmulator
  let headers: { readonly [name: string]: string }
  let userId: string

  beforeAll(async () => {
    platform = await startEmulator({ users: [ada] })
    const client = createClient(platform.project)
    await client.signIn.withPassword(ada)
    headers = await client.authHeaders()
    userId = (await client.currentUser.get({ or: "throw" })).id
    await client.dispose()
    const packages = [
      "@effect/platform-node",
      "@hono/node-server",
      "@types/express",
      "@types/node",
      "effect",
      "express",
      "hono",
      "tsx"
    ]
    await install(projects, ["adapters", "http-api", "index", "promise", "verify"], packages, "node", { types: true })
    const bin = path.join(projects, "node_modules", ".bin")
    mkdirSync(bin)
    mkdirSync(tools)
    symlinkSync(createRequire(import.meta.url).resolve("tsx/cli"), path.join(bin, "tsx"))
    // npm's own npx takes longer to start than the servers
    writeFileSync(path.join(tools, "npx"), "#!/bin/sh\nexec \"node_modules/.bin/$@\"\n", { mode: 0o755 })
    // another program may use the emulator's default port
    const command = [process.execPath, ...commandLine].map((part) => `'${part}'`).join(" ")
    const script = `#!/bin/sh\nshift\nexec ${command} emulator --port 0 "$@"\n`
    writeFileSync(path.join(bin, "latchkey"), script, { mode: 0o755 })
  })

  afterAll(async () => {
    await platform.close()
    rmSync(projects, { recursive: true, force: true })
  })

  /** Folders of the projects with a `tsconfig.json`, by the text of that file. */
  const typed = new Map<string, ReadonlyArray<string>>()

  const makeProject = (files: Files): string => {
    const folder = mkdtempSync(path.join(projects, "project-"))
    const config = files["tsconfig.json"]
    if (config !== undefined) typed.set(config, [...typed.get(config) ?? [], folder])
    symlinkSync(path.join(projects, "node_modules"), path.join(folder, "node_modules"))
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
      writeFileSync(path.join(folder, name), text)
    }
    return folder
  }

  /** Connects the project to the emulator of this file. */
  const pointAtEmulator = (folder: string) => {
    const file = path.join(folder, ".env")
    writeFileSync(file, readFileSync(file, "utf8").replace("http://127.0.0.1:8102", platform.baseUrl))
  }

  /** Inserts the printed lines where a user pastes them. */
  const paste = (folder: string, server: string, printed: string) => {
    const file = path.join(folder, server)
    writeFileSync(file, readFileSync(file, "utf8").replace("app.listen(", () => `${printed}\napp.listen(`))
  }

  /** Runs a printed command until the server listens or the program ends. Resolves with the output. */
  const run = (folder: string, line: string, env: { readonly [name: string]: string } = {}) => {
    const child = spawn(line, {
      cwd: folder,
      shell: true,
      detached: true,
      env: {
        PATH: `${tools}:${path.dirname(process.execPath)}:${process.env["PATH"]}`,
        HOME: folder,
        ...env
      }
    })
    onTestFinished(() => {
      if (child.exitCode === null) process.kill(-child.pid!, "SIGKILL")
    })
    let output = ""
    return new Promise<string>((resolve, reject) => {
      const read = (part: Buffer) => {
        output += part.toString()
        if (output.includes("Listening on")) resolve(output)
      }
      child.stdout.on("data", read)
      child.stderr.on("data", read)
      child.on("close", (code) => code === 0 ? resolve(output) : reject(new Error(output)))
    })
  }

  const freePort = () =>
    new Promise<number>((resolve) => {
      const server = createServer().listen(0, "127.0.0.1", () => {
        const { port } = server.address() as AddressInfo
        server.close(() => resolve(port))
      })
    })

  const serves401AndNotes = async (folder: string, line: string) => {
    const port = await freePort()
    await run(folder, line, { PORT: String(port) })
    const notes = `http://localhost:${port}/notes`
    assert.strictEqual((await fetch(notes)).status, 401)
    const signedIn = await fetch(notes, { headers })
    assert.deepStrictEqual([signedIn.status, await signedIn.json()], [200, { notesOf: userId }])
  }

  /**
   * Type errors of projects with the same `tsconfig.json`. The compiler runs once for all of them, so that it reads the
   * packages only once.
   */
  const typeErrors = (config: string, folders: ReadonlyArray<string>): Promise<string> => {
    const { compilerOptions } = JSON.parse(config) as { readonly compilerOptions: object }
    const file = path.join(mkdtempSync(path.join(projects, "types-")), "tsconfig.json")
    writeFileSync(
      file,
      JSON.stringify({
        compilerOptions: { ...compilerOptions, noEmit: true, rootDir: projects },
        include: folders.flatMap((folder) => [`${folder}/**/*.ts`, `${folder}/**/*.mts`]),
        exclude: ["../*/node_modules"]
      })
    )
    return new Promise((resolve) => {
      execFile(process.execPath, [...compilerLine, "-p", file], { cwd: projects }, (error, stdout) => {
        resolve(error === null ? "" : stdout || error.message)
      })
    })
  }

  const init = async (folder: string, ...flags: ReadonlyArray<string>) => {
    const lines = linesOf((await at.runHere(["init", "--yes", "--json", ...flags], { cwd: folder })).output)
    pointAtEmulator(folder)
    return {
      files: lines[0].files as ReadonlyArray<{ readonly path: string; readonly state: string; readonly text: string }>,
      line: lines[1].result.next.at(-1) as string
    }
  }

  for (const [project, { files, start }] of Object.entries(empty)) {
    it(`latchkey init creates a working server in a new Express project with ${project}`, async () => {
      const folder = makeProject(files)

      const { line } = await init(folder)

      assert.strictEqual(line, start)
      await serves401AndNotes(folder, line)
    })
  }

  for (const [project, { files, start }] of Object.entries(others)) {
    it(`latchkey init creates a working server in a new project with ${project}`, async () => {
      const folder = makeProject(files)

      const { line } = await init(folder)

      assert.strictEqual(line, start)
      await serves401AndNotes(folder, line)
    })
  }

  it("latchkey init prints lines that work in an existing Hono server", async () => {
    const hono = `import { serve } from '@hono/node-server'
import { Hono } from 'hono'
const api = new Hono()
serve({ fetch: api.fetch, port: Number(process.env.PORT) }, () => console.log('Listening on it'))
`
    const folder = makeProject({ "package.json": packageJson({ type: "module" }, honoPackages), "server.js": hono })

    const { files: planned, line } = await init(folder)
    const printed = planned.find(({ path }) => path === "server.js")!
    writeFileSync(path.join(folder, "server.js"), hono.replace("serve({", () => `${printed.text}\nserve({`))

    assert.strictEqual(printed.state, "left")
    await serves401AndNotes(folder, line)
  })

  it("latchkey init writes a dev script that starts the emulator and the server", async () => {
    const folder = makeProject({ "package.json": packageJson({ type: "module" }) })

    const { line } = await init(folder, "--emulator")

    assert.strictEqual(line, "npm run dev")
    await serves401AndNotes(folder, line)
  })

  it("in a project with Vitest, latchkey init writes the quick start's example tests, in JavaScript or TypeScript", () => {
    const folder = makeProject({
      "package.json": packageJson({ type: "module", devDependencies: { vitest: "^5" } }, {})
    })
    const testsOf = () =>
      planIn(folder, packageIn(folder)!, { editUncommitted: true }).files.find(({ path }) => path.startsWith("test/"))!
    const javascript = testsOf()
    writeFileSync(path.join(folder, "tsconfig.json"), "{}")
    const typed = testsOf()
    const example = readFileSync(path.join(root, "examples/start/vitest/signIn.test.ts"), "utf8")
    const code = (text: string) => text.slice(text.indexOf("import ")).replaceAll("'", "\"")

    assert.deepStrictEqual([javascript.path, typed.path], ["test/signIn.test.js", "test/signIn.test.ts"])
    assert.strictEqual(code(typed.text), code(example))
    assert.strictEqual(javascript.text, typed.text.replace("email!.otp!", "email.otp"))
  })

  for (const [project, { files, start }] of Object.entries(existing)) {
    it(`latchkey init adds a working route to an Express server with ${project}`, async () => {
      const folder = makeProject(files)
      const server = Object.keys(files).at(-1)!

      const { files: planned, line } = await init(folder)

      assert.strictEqual(planned.find((file) => file.path === server)!.state, "edit")
      assert.strictEqual(line, start)
      await serves401AndNotes(folder, line)
    })
  }

  for (const [project, { files, start }] of Object.entries(unclear)) {
    it(`latchkey init prints lines that work in an Express server with ${project}`, async () => {
      const folder = makeProject(files)
      const server = Object.keys(files).at(-1)!

      const { files: planned, line } = await init(folder)
      const printed = planned.find((file) => file.path === server)!
      paste(folder, server, printed.text)

      assert.strictEqual(printed.state, "left")
      assert.strictEqual(line, start)
      await serves401AndNotes(folder, line)
    })
  }

  for (const [project, { files, start }] of Object.entries(plain)) {
    it(`latchkey init creates a script that lists the users, in a Node project with ${project}`, async () => {
      const folder = makeProject(files)

      const { line } = await init(folder)

      assert.strictEqual(line, start)
      assert.include(await run(folder, line), "Ada, ada@example.com\n")
    })
  }

  it("latchkey init installs tsx and runs the script with it if Node doesn't run TypeScript", async () => {
    const folder = makeProject({
      "package.json": packageJson({ type: "module", ...typescript }),
      "index.ts": imported
    })
    const { changes, files, next, notes } = planIn(folder, packageIn(folder)!, {
      editUncommitted: true,
      node: { version: "20.20.2", runsTypeScript: false, requiresModules: true }
    })
    for (const { path: name, state, text } of files) {
      if (state === "new") writeFileSync(path.join(folder, name), text)
    }
    for (const { after, path: name } of changes) writeFileSync(path.join(folder, name), after)
    pointAtEmulator(folder)

    assert.deepStrictEqual(next, [
      "npm install latchkey effect",
      "npm install --save-dev @types/express @types/node tsx",
      "npx latchkey emulator",
      "npx tsx --env-file=.env index.ts"
    ])
    assert.include(notes.join("\n"), "Node 20.20.2 cannot run TypeScript, so tsx runs it.")
    await serves401AndNotes(folder, next.at(-1)!)
  })

  const configs = [empty, others, existing, unclear, plain].flatMap((kind) =>
    Object.values(kind).flatMap(({ files }) => files["tsconfig.json"] ?? [])
  )
  for (const config of new Set(configs)) {
    it(`the projects that latchkey init has set up have no type errors with ${config}`, async () => {
      assert.strictEqual(await typeErrors(config, typed.get(config) ?? []), "")
    })
  }
})
