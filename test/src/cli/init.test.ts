/** `latchkey init`: which files it writes, changes and leaves alone, and what it prints. */
import { execFileSync } from "node:child_process"
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs"
import * as path from "node:path"
import { assert, describe, it, onTestFinished } from "vitest"
import { packageIn } from "../../../src/cli/project/index.ts"
import { planIn, type PlanOptions } from "../../../src/cli/setup/index.ts"
import { commandIn, commandLine, linesOf } from "../../support/processes/command.ts"
import { atHand, inTerminal } from "../../support/processes/pseudoTerminal.ts"

/** Creates a project with these files, and a function that runs the command in its folder. */
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
    planned: (options: Partial<PlanOptions> = {}) =>
      planIn(folder, packageIn(folder)!, { editUncommitted: true, ...options }),
    initInTerminal: () =>
      inTerminal(process.execPath, [...commandLine, "init"], { cwd: folder, env: { HOME: at.folder } }),
    write: (name: string, text: string) => writeFileSync(path.join(folder, name), text),
    git: (...args: ReadonlyArray<string>) =>
      execFileSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.com", ...args], { cwd: folder }),
    read: (name: string) => readFileSync(path.join(folder, name), "utf8"),
    /** Returns every file of the project except installed ones. */
    files: () =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => !entry.isDirectory())
        .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
        .filter((name) => !/^(?:node_modules|\.git)\//.test(name))
        .sort()
  }
}

const packageJson = (fields: object) => JSON.stringify({ name: "project", private: true, ...fields })

describe("latchkey init", () => {
  const projects = {
    "Vite": {
      "package.json": packageJson({ dependencies: { react: "^19" }, devDependencies: { vite: "^8" } }),
      "tsconfig.json": "{}",
      "index.html": "<div id=\"root\"></div><script type=\"module\" src=\"/src/main.tsx\"></script>",
      "src/main.tsx": "createRoot(root).render(<Root />)\n",
      "src/latchkey.tsx": "// mine\n",
      ".env.local": "MINE=1\n"
    },
    "Next.js": {
      "package.json": packageJson({ dependencies: { next: "^16", react: "^19" } }),
      "src/app/layout.js": "export default (props) => <body>{props.children}</body>\n",
      "src/app/handler/[...latchkey]/page.js": "// mine\n",
      "src/app/loading.js": "// mine\n",
      "src/latchkey.js": "// mine\n",
      "src/proxy.js": "// mine\n",
      ".env.local": "MINE=1\n"
    },
    "Express": {
      "package.json": packageJson({ dependencies: { express: "^5" } }),
      "index.js": "// mine\n",
      "latchkey.js": "// mine\n",
      ".env": "MINE=1\n"
    },
    "a bare project": { "package.json": packageJson({}), "latchkey.mjs": "// mine\n", ".env": "MINE=1\n" }
  }
  for (const [kind, files] of Object.entries(projects)) {
    it(`init never overwrites a file of ${kind} that has other contents, but prints the lines that the file needs`, async () => {
      const project = projectWith(files)

      const { code, output } = await project.init("--yes")

      assert.strictEqual(code, 0)
      assert.deepStrictEqual(project.files(), Object.keys(files).sort())
      for (const [name, text] of Object.entries(files)) {
        if (name.startsWith(".env")) continue
        assert.strictEqual(project.read(name), text)
        if (!/\.json|\.html|loading/.test(name)) {
          assert.include(output, `${name} already exists and was not changed. It needs:`)
        }
      }
      assert.match(output, /^\+ (?:VITE_|NEXT_PUBLIC_)?HEXCLAVE_PROJECT_ID=/m)
      assert.match(output, /^Changed \.env(?:\.local)?\.$/m)
    })
  }

  it("init doesn't write through links, even if their target doesn't exist", async () => {
    const project = projectWith({ "package.json": packageJson({}), "other": "MINE=1\n" })
    const other = projectWith({ "package.json": packageJson({}) })
    symlinkSync(path.join(project.folder, "other"), path.join(project.folder, ".env"))
    symlinkSync(path.join(other.folder, "..", "elsewhere"), path.join(other.folder, ".env"))

    const outputs = [await project.init("--yes"), await other.init("--yes")].map(({ output }) => output)

    for (const output of outputs) assert.include(output, ".env already exists and was not changed. It needs:")
    assert.strictEqual(project.read("other"), "MINE=1\n")
    assert.deepStrictEqual(other.files(), [".env", "latchkey.mjs", "package.json"])
    assert.throws(() => other.read(".env"), "ENOENT")
  })

  const main = `import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import App from "./App.tsx";

createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
`
  const mainWithProvider = `import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import App from "./App.tsx";
import { Latchkey } from "./latchkey";

createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <Latchkey>
      <App />
    </Latchkey>
  </StrictMode>,
);
`
  const viteFiles = {
    "package.json": packageJson({ dependencies: { react: "^19" }, devDependencies: { vite: "^8" } }),
    "tsconfig.json": "{}",
    ".gitignore": "*.local\n",
    "index.html": "<div id=\"root\"></div><script type=\"module\" src=\"/src/main.tsx\"></script>",
    "src/main.tsx": main
  }

  it("init with --yes changes a file in the file's own style, and shows the difference first", async () => {
    const project = projectWith(viteFiles)
    chmodSync(path.join(project.folder, "src/main.tsx"), 0o640)

    const { output } = await project.init("--yes")

    assert.strictEqual(project.read("src/main.tsx"), mainWithProvider)
    assert.strictEqual(statSync(path.join(project.folder, "src/main.tsx")).mode & 0o777, 0o640)
    assert.include(
      output,
      `Changes to src/main.tsx:

  import { StrictMode } from "react";
  import { createRoot } from "react-dom/client";
  import App from "./App.tsx";
+ import { Latchkey } from "./latchkey";

  createRoot(document.getElementById("root")!).render(
    <StrictMode>
-     <App />
+     <Latchkey>
+       <App />
+     </Latchkey>
    </StrictMode>,
  );
`
    )
    assert.isBelow(output.indexOf("Changes to src/main.tsx:"), output.indexOf("Changed src/main.tsx."))
  })

  it("init keeps line endings, a byte order mark, and a directive's place at the start of the file", async () => {
    const windows = projectWith({ ...viteFiles, "src/main.tsx": `\ufeff${main.replaceAll("\n", "\r\n")}` })
    const layout =
      "'use strict'\n\nexport default function Layout({ children }) {\n  return <body>{children}</body>\n}\n"
    const next = projectWith({
      "package.json": packageJson({ dependencies: { next: "^16", react: "^19" } }),
      "app/layout.jsx": layout
    })
    const parameter = projectWith({
      "package.json": packageJson({ dependencies: { next: "^16", react: "^19" } }),
      "app/layout.jsx": "export default ({children}) => <body>{children}</body>\n"
    })
    await parameter.init("--yes")
    assert.include(
      parameter.read("app/layout.jsx"),
      "({children}) => <body><LatchkeyProvider>{children}</LatchkeyProvider></body>"
    )
    await windows.init("--yes")
    await next.init("--yes")

    assert.strictEqual(windows.read("src/main.tsx"), `\ufeff${mainWithProvider.replaceAll("\n", "\r\n")}`)
    assert.strictEqual(
      next.read("app/layout.jsx"),
      `'use strict'
import 'latchkey/react/screens.css'
import { LatchkeyProvider } from '../latchkey'

export default function Layout({ children }) {
  return <body><LatchkeyProvider>{children}</LatchkeyProvider></body>
}
`
    )
  })

  const express = { dependencies: { express: "^5" } }

  it("init adds a route to an Express server before it listens, in the server's own style", () => {
    const { planned } = projectWith({
      "package.json": packageJson(express),
      "index.js": `const express = require("express");
const cors = require("cors");

const api = express();
api.use(cors());
api.get("/", (request, response) => response.send("Hello"));

// the port of the host
const server = api.listen(process.env.PORT);
`
    })

    assert.strictEqual(
      planned().changes.find(({ path }) => path === "index.js")?.after,
      `const express = require("express");
const cors = require("cors");
const { userOf } = require("latchkey/adapters");
const { requireUser } = require("./latchkey.js");

const api = express();
api.use(cors());
api.get("/", (request, response) => response.send("Hello"));

// signed-out requests get a 401
api.get("/notes", requireUser, (request, response) => {
  response.json({ notesOf: userOf(request).userId });
});

// the port of the host
const server = api.listen(process.env.PORT);
`
    )
  })

  const middleware = {
    "an inline 404": "app.use((request, response) => response.sendStatus(404))",
    "a function": "app.use(async function (request, response) {})",
    "a named error handler": "app.use(errorHandler)",
    "a catch-all route": "app.get('/{*path}', page)",
    "a pattern for all paths": "app.all(/.*/, page)",
    "its export": "module.exports = app"
  }
  for (const [what, line] of Object.entries(middleware)) {
    it(`init adds a route to an Express server before ${what}, and after other middleware`, () => {
      const { planned } = projectWith({
        "package.json": packageJson(express),
        "app.js": `const express = require('express')\nconst app = express()\n`
          + `app.use(express.json())\napp.use('/static', files)\n// last\n${line}\napp.listen(3000)\n`
      })
      const after = planned().changes.find(({ path }) => path === "app.js")!.after

      assert.include(after, `app.use('/static', files)\n// signed-out`)
      assert.include(after, `})\n\n// last\n${line}\n`)
    })
  }

  const unclearServers = {
    "listens in a function": "const app = express()\nfunction start() {\n  app.listen(3000)\n}\n",
    "has two apps": "const app = express()\nconst admin = express()\napp.listen(3000)\n",
    "already has the route": "const app = express()\napp.get('/notes', list)\napp.listen(3000)\n",
    "declares the same name": "const app = express()\nconst requireUser = 1\napp.listen(3000)\n"
  }
  for (const [what, source] of Object.entries(unclearServers)) {
    it(`init doesn't change an Express server that ${what}, but prints the lines that the server needs`, () => {
      const { planned } = projectWith({
        "package.json": packageJson({ ...express, type: "module" }),
        "server.js": `import express from 'express'\n${source}`
      })
      const { changes, files } = planned()

      assert.notInclude(changes.map(({ path }) => path), "server.js")
      assert.include(files.find(({ path }) => path === "server.js")?.text, "app.get('/notes', requireUser,")
    })
  }

  const scripts = {
    "an existing script": [
      "{\n\t\"scripts\": {\n\t\t\"dev\": \"next dev\",\n\t\t\"build\": \"next build\"\n\t},\n\t\"dependencies\": { \"next\": \"^16\" }\n}\n",
      "{\n\t\"scripts\": {\n\t\t\"dev\": \"latchkey emulator -- next dev\",\n\t\t\"build\": \"next build\"\n\t},\n\t\"dependencies\": { \"next\": \"^16\" }\n}\n"
    ],
    "other scripts": [
      "{\n  \"scripts\": {\n    \"test\": \"x\"\n  },\n  \"dependencies\": { \"express\": \"^5\" }\n}",
      "{\n  \"scripts\": {\n    \"dev\": \"latchkey emulator -- node --env-file=.env server.mjs\",\n    \"test\": \"x\"\n  },\n  \"dependencies\": { \"express\": \"^5\" }\n}"
    ],
    "no scripts": [
      "{\r\n  \"dependencies\": {\r\n    \"express\": \"^5\"\r\n  }\r\n}\r\n",
      "{\r\n  \"dependencies\": {\r\n    \"express\": \"^5\"\r\n  },\r\n  \"scripts\": {\r\n    \"dev\": \"latchkey emulator -- node --env-file=.env server.mjs\"\r\n  }\r\n}\r\n"
    ]
  } as const
  for (const [what, [before, after]] of Object.entries(scripts)) {
    it(`if the user agrees, init starts the emulator in the dev script of a package.json with ${what}`, () => {
      const { planned, write } = projectWith({ "package.json": before })
      assert.notInclude(planned().files.map(({ path }) => path), "package.json")

      const { changes, next } = planned({ emulator: true })

      assert.deepStrictEqual(changes.map(({ after, before, path }) => ({ path, before, after })), [
        { path: "package.json", before, after }
      ])
      assert.deepStrictEqual(next.slice(-1), ["npm run dev"])
      write("package.json", after)
      assert.deepStrictEqual(planned({ emulator: true }).changes, [])
    })
  }

  it("init doesn't change a dev script that needs a shell, and explains why", () => {
    const { planned } = projectWith({
      "package.json": packageJson({ dependencies: { next: "^16" }, scripts: { dev: "PORT=1 next dev" } })
    })
    const { changes, notes } = planned({ emulator: true })

    assert.deepStrictEqual(changes, [])
    assert.include(notes.join("\n"), "The emulator was not added to the dev script, because it needs a shell.")
  })

  it.skipIf(!atHand)("at a terminal, init asks whether npm run dev should start the emulator", async () => {
    const fields = { dependencies: { next: "^16" }, scripts: { dev: "next dev" } }
    const project = projectWith({ "package.json": packageJson(fields) })
    project.git("init", "--quiet")
    project.git("add", ".")
    project.git("commit", "--quiet", "--message", "all")
    const terminal = project.initInTerminal()
    onTestFinished(terminal.kill)
    await terminal.shows(/Start the emulator with npm run dev\? \[y\/N\]/)
    terminal.type("y\r")
    await terminal.shows(/Write 6 files and change 1 file\? \[y\/N\]/)
    terminal.type("y\r")
    await terminal.ended

    assert.include(project.read("package.json"), "\"dev\":\"latchkey emulator -- next dev\"")
  })

  it("init adds example tests with --test, or if the project has Vitest", () => {
    const files = (fields: object, options?: Partial<PlanOptions>) => {
      const { files, next } = projectWith({ "package.json": packageJson(fields) }).planned(options)
      return [files.map(({ path }) => path).filter((path) => path.includes("test")), next.slice(1, -2)]
    }
    const old = { version: "20.20.2", runsTypeScript: false, requiresModules: true }
    const run = "npx vitest run test/signIn.test.js"

    assert.deepStrictEqual(files({}), [[], []])
    assert.deepStrictEqual(files({ devDependencies: { vitest: "^5" } }), [["test/signIn.test.js"], [run]])
    assert.deepStrictEqual(files({}, { test: true }), [
      ["test/signIn.test.js"],
      ["npm install --save-dev vitest", run]
    ])
    assert.deepStrictEqual(files({}, { test: true, node: old }), [
      ["test/signIn.test.js"],
      ["npm install --save-dev vitest@4", run]
    ])
  })

  it("init adds a loading page to a Next.js project that has none", () => {
    const next = { "package.json": packageJson({ dependencies: { next: "^16" } }) }
    const loading = (files: { readonly [path: string]: string }) =>
      projectWith({ ...next, ...files }).planned().files.filter(({ path }) => path.includes("loading"))
        .map(({ path, state }) => `${path} ${state}`)

    assert.deepStrictEqual(loading({}), ["app/loading.jsx new"])
    assert.deepStrictEqual(loading({ "src/app/page.js": "", "tsconfig.json": "{}" }), ["src/app/loading.tsx new"])
    assert.deepStrictEqual(loading({ "app/loading.js": "// mine\n" }), ["app/loading.js done"])
  })

  const unclear = {
    "has its app twice": "render(dark ? <App /> : <App />)\n",
    "has its app in a comment alone": "// not <App /> any more\nrender(<Root />)\n",
    "passes properties to its app": "render(<App dark />)\n",
    "has no app": "render(<RouterProvider router={router} />)\n",
    "is empty": ""
  }
  for (const [what, source] of Object.entries(unclear)) {
    it(`init doesn't change a module that ${what}, but prints the lines that the module needs`, async () => {
      const project = projectWith({ ...viteFiles, "src/main.tsx": source })

      const { output } = await project.init("--yes")

      assert.strictEqual(project.read("src/main.tsx"), source)
      assert.include(output, "src/main.tsx already exists and was not changed. It needs:")
    })
  }

  it.skipIf(!atHand)(
    "init changes committed files after confirmation, and doesn't change files with uncommitted changes",
    async () => {
      const answered = async (project: ReturnType<typeof projectWith>, question: RegExp) => {
        const terminal = project.initInTerminal()
        onTestFinished(terminal.kill)
        await terminal.shows(question)
        terminal.type("y\r")
        return (await terminal.ended).shown
      }
      const [clean, changed, untracked] = [projectWith(viteFiles), projectWith(viteFiles), projectWith(viteFiles)]
      for (const { git } of [clean, changed]) {
        git("init", "--quiet")
        git("add", ".")
        git("commit", "--quiet", "--message", "all")
      }
      changed.write("src/main.tsx", `${main}// mine\n`)

      const shown = await answered(changed, /Write 2 files\? \[y\/N\]/)
      await answered(untracked, /Write 2 files\? \[y\/N\]/)
      await answered(clean, /Write 2 files and change 1 file\? \[y\/N\]/)

      assert.include(shown, "With --yes, init changes src/main.tsx for you.")
      assert.strictEqual(changed.read("src/main.tsx"), `${main}// mine\n`)
      assert.strictEqual(untracked.read("src/main.tsx"), main)
      assert.strictEqual(clean.read("src/main.tsx"), mainWithProvider)
    }
  )

  it("init adds variables at the end of an environment file, without printing the other variables", async () => {
    const project = projectWith({ "package.json": packageJson({}), ".env": "OTHER_KEY=sesame" })

    const outputs = [
      await project.init("--dry-run"),
      await project.init("--yes"),
      await project.init("--json", "--yes")
    ]

    assert.match(project.read(".env"), /^OTHER_KEY=sesame\n\n# .*\nHEXCLAVE_PROJECT_ID=\S+\n/)
    for (const { output } of outputs) assert.notInclude(output, "sesame")
  })

  it("init adds no second project to a file that already sets one, under any variable name", async () => {
    const next = { dependencies: { next: "^16", react: "^19" } }
    const cases = [
      [{}, ".env", "STACK_PROJECT_ID=mine\n"],
      [{}, ".env", "export HEXCLAVE_PROJECT_ID = mine\n"],
      [next, ".env", "NEXT_PUBLIC_STACK_PROJECT_ID=mine\n"],
      [next, ".env.local", "NEXT_PUBLIC_HEXCLAVE_PROJECT_ID=mine\n"]
    ] as const
    for (const [fields, file, text] of cases) {
      const project = projectWith({ "package.json": packageJson(fields), [file]: text })
      await project.init("--yes")

      assert.strictEqual(project.read(file), text)
      assert.deepStrictEqual(project.files().filter((name) => name.startsWith(".env")), [file])
    }
  })

  it("init with --dry-run shows the plan, and writes nothing", async () => {
    const project = projectWith({ "package.json": packageJson({ dependencies: { express: "^5" } }) })

    const { code, output } = await project.init("--dry-run", "--yes")

    assert.strictEqual(code, 0)
    assert.deepStrictEqual(project.files(), ["package.json"])
    assert.include(output, "+ server.mjs")
    assert.include(output, "import express from 'express'")
    assert.include(output, "HEXCLAVE_SECRET_SERVER_KEY=ssk_")
  })

  it("with --dry-run, init shows the changes to uncommitted files, and explains that they need --yes", async () => {
    const project = projectWith(viteFiles)

    const { output } = await project.init("--dry-run")

    assert.strictEqual(project.read("src/main.tsx"), main)
    assert.include(output, "Changes to src/main.tsx:")
    assert.include(output, "+ import { Latchkey } from \"./latchkey\";")
    assert.include(
      output,
      "With --yes, init changes src/main.tsx for you. Without it, init changes committed files only."
    )
    assert.include(output, "Nothing was written.")
  })

  it("init without a terminal or --yes writes nothing", async () => {
    const project = projectWith({ "package.json": packageJson({}) })

    const { code, errors } = await project.init()

    assert.strictEqual(code, 2)
    assert.include(errors, "Not a terminal: pass --yes to write 2 files, or --dry-run to see the plan.")
    assert.deepStrictEqual(project.files(), ["package.json"])
  })

  for (const [answer, written] of [["n", []], ["", []], ["\u0003", []], ["y", [".env", "latchkey.mjs"]]] as const) {
    it.skipIf(!atHand)(
      `after the answer ${JSON.stringify(answer)}, init writes ${written.length === 0 ? "nothing" : "the files"}`,
      async () => {
        const project = projectWith({ "package.json": packageJson({}) })
        const terminal = project.initInTerminal()
        onTestFinished(terminal.kill)
        await terminal.shows(/Write 2 files\? \[y\/N\]/)
        terminal.type(answer === "\u0003" ? answer : `${answer}\r`)
        await terminal.ended

        assert.deepStrictEqual(project.files(), [...written, "package.json"])
      }
    )
  }

  it("init changes nothing when it runs again", async () => {
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

  const managers = [
    ["package-lock.json", "npm install latchkey effect", "npm install --save-dev tsx", "npx ", "npm run dev"],
    ["npm-shrinkwrap.json", "npm install latchkey effect", "npm install --save-dev tsx", "npx ", "npm run dev"],
    ["pnpm-lock.yaml", "pnpm add latchkey effect", "pnpm add --save-dev tsx", "pnpm exec ", "pnpm dev"],
    ["yarn.lock", "yarn add latchkey effect", "yarn add --dev tsx", "yarn ", "yarn dev"],
    ["bun.lock", "bun add latchkey effect", "bun add --dev tsx", "bunx ", "bun run dev"]
  ] as const
  for (const [file, install, installTool, exec, start] of managers) {
    it(`init prints the commands of the package manager that wrote ${file}, here or at the root of the workspace`, () => {
      const project = projectWith({
        [file]: "",
        ".git/HEAD": "",
        "app/package.json": packageJson({ dependencies: { next: "^16" } }),
        "script/package.json": packageJson({ devDependencies: { typescript: "^5" } })
      })
      const nextOf = (name: string) => {
        const folder = path.join(project.folder, name)
        const node = { version: "20.20.2", runsTypeScript: false, requiresModules: true }
        return planIn(folder, packageIn(folder)!, { editUncommitted: true, node }).next
      }

      assert.deepStrictEqual(nextOf("app"), [install, `${exec}latchkey emulator`, start])
      assert.deepStrictEqual(nextOf("script"), [
        install,
        installTool,
        `${exec}latchkey emulator`,
        `${exec}tsx --env-file=.env latchkey.mts`
      ])
    })
  }

  it("init names the features that this version of Node doesn't support, and the necessary changes", () => {
    const notesOn = (version: string, files: { readonly [path: string]: string }) => {
      const { folder } = projectWith({ ".gitignore": ".env\n", ...files })
      const [major = 0, minor = 0] = version.split(".").map(Number)
      const node = {
        version,
        runsTypeScript: major >= 24,
        requiresModules: major >= 22 || (major === 20 && minor >= 19)
      }
      return planIn(folder, packageIn(folder)!, { editUncommitted: true, node }).notes
    }
    const commonJs = { "package.json": packageJson(express), "index.js": "require('express')()\n" }
    const old = "for tests, install vitest@4 (vitest 5 and @effect/vitest need Node 22.12); "
    const platformNode = "@effect/platform-node 4.1, the version that fits effect 4.1, needs Node 22.19."

    assert.deepStrictEqual(notesOn("24.21.0", commonJs), [])
    assert.deepStrictEqual(notesOn("22.13.0", commonJs), [`On Node 22.13.0: ${platformNode}`])
    assert.deepStrictEqual(notesOn("20.20.2", commonJs), [`On Node 20.20.2: ${old}${platformNode}`])
    assert.deepStrictEqual(notesOn("20.17.0", commonJs), [
      "index.js loads latchkey with require(), which Node 20.17.0 cannot do for ES modules. "
      + "Update Node to 20.19, 22.12 or newer.",
      `On Node 20.17.0: ${old}${platformNode}`
    ])
    assert.deepStrictEqual(notesOn("18.20.8", { "package.json": packageJson({}) }), [
      "Latchkey needs Node 20.16 or newer, and this is Node 18.20.8. Update Node."
    ])
    assert.deepStrictEqual(
      notesOn("24.21.0", {
        "package.json": packageJson(express),
        "tsconfig.json": "{\n  // \"module\": \"nodenext\",\n  \"compilerOptions\": { \"module\": \"CommonJS\" }\n}\n",
        "index.ts": "import express from 'express'\n"
      }),
      ["Set \"module\": \"nodenext\" in tsconfig.json: with \"commonjs\", tsc cannot find latchkey's entries."]
    )
    assert.deepStrictEqual(
      notesOn("24.21.0", {
        "package.json": packageJson(express),
        "tsconfig.json": "{ \"compilerOptions\": { \"module\": \"esnext\", \"moduleResolution\": \"node\" } }\n",
        "index.ts": "import express from 'express'\n"
      }),
      [
        "Remove \"moduleResolution\": \"node\" from tsconfig.json and set \"module\": \"nodenext\": without it, tsc cannot find "
        + "latchkey's entries."
      ]
    )
    const vite = { "package.json": packageJson({ devDependencies: { vite: "^8" } }) }
    assert.deepStrictEqual(
      ["20.19.0", "22.12.0", "24.0.0"].map((version) => notesOn(version, vite).join().includes("Vite")),
      [
        false,
        false,
        false
      ]
    )
    assert.include(
      notesOn("22.11.0", vite),
      "Vite 7 and newer need Node 20.19 or 22.12, and this is Node 22.11.0. Update Node."
    )
  })

  it("init plans no file outside the folder, whatever the project's files contain", async () => {
    const project = projectWith({
      "package.json": packageJson({ main: "../../up.js", dependencies: { vite: "^8", react: "^19" } }),
      "index.html": "<script type=\"module\" src=\"/../../../up.tsx\"></script>"
    })

    const { output } = await project.init("--dry-run", "--json")

    for (const { path: name } of linesOf(output)[0].files) assert.notInclude(name, "..")
  })

  it("init fails outside a project", async () => {
    const { code, errors } = await commandIn(onTestFinished).runHere(["init"])

    assert.strictEqual(code, 2)
    assert.include(errors, "There is no readable package.json in this folder.")
  })
})
