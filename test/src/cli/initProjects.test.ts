/** `latchkey init` in projects that aren't fresh: what it changes, what it doesn't change, and what it prints. */
import { execFileSync } from "node:child_process"
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { assert, describe, it, onTestFinished } from "vitest"
import { packageIn } from "../../../src/cli/project/index.ts"
import { planIn, type PlanOptions } from "../../../src/cli/setup/index.ts"
import { moduleOf } from "../../../src/cli/source/index.ts"
import { commandIn } from "../../support/processes/command.ts"

type Files = { readonly [path: string]: string | Uint8Array }

const write = (folder: string, files: Files) => {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), text)
  }
}

const projectWith = (files: Files): string => {
  const folder = mkdtempSync(path.join(tmpdir(), "latchkey-project-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  write(folder, files)
  return folder
}

const planned = (files: Files, options: Partial<PlanOptions> = {}, below = "") => {
  const folder = path.join(projectWith(files), below)
  const plan = planIn(folder, packageIn(folder)!, { editUncommitted: true, ...options })
  const states = Object.fromEntries(plan.files.map(({ path, state }) => [path, state]))
  const textOf = (name: string) => plan.files.find(({ path }) => path === name)?.text ?? ""
  const after = (name: string) => plan.changes.find(({ path }) => path === name)?.after
  return { ...plan, states, textOf, after, words: [...plan.next, ...plan.then, ...plan.notes].join("\n") }
}

const packageJson = (fields: object, dependencies: ReadonlyArray<string> = []) =>
  JSON.stringify({ ...fields, dependencies: Object.fromEntries(dependencies.map((name) => [name, "*"])) })

/** Removes `node_modules` from the names of files. */
const filesIn = (folder: string): ReadonlyArray<string> =>
  execFileSync("find", [".", "-not", "-path", "./node_modules*", "-not", "-type", "d"], {
    cwd: folder,
    encoding: "utf8"
  })
    .split("\n").filter(Boolean).map((name) => name.slice(2)).sort()

describe("init in Next.js projects", () => {
  const next = (files: Files) =>
    planned({
      "package.json": packageJson({}, ["next", "react", "typescript"]).replace("\"next\":\"*\"", "\"next\":\"^16\""),
      "tsconfig.json": "{}",
      ...files
    })
  const layout = `export default function RootLayout({ children }: { children: React.ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  )
}
`

  for (
    const name of [
      "middleware.ts",
      "proxy.js",
      "proxy.mjs",
      "src/middleware.ts",
      "middleware.jsx",
      "src/proxy.ts",
      "proxy.cts"
    ]
  ) {
    it(`init writes no second proxy next to ${name}, and shows what the existing proxy needs`, () => {
      const { states, textOf } = next({ "app/layout.tsx": layout, [name]: "export function proxy() {}\n" })

      assert.deepStrictEqual(Object.keys(states).filter((file) => /(?:proxy|middleware)\.\w+$/.test(file)), [name])
      assert.strictEqual(states[name], "left")
      assert.include(textOf(name), `export async function ${name.includes("proxy") ? "proxy" : "middleware"}(`)
    })
  }

  it("an existing proxy counts as set up if it exports Latchkey's proxy, but not if it only has a comment about Latchkey", () => {
    const state = (text: string) => next({ "app/layout.tsx": layout, "proxy.ts": text }).states["proxy.ts"]

    assert.strictEqual(state("export { proxy } from './latchkey'\n"), "done")
    assert.strictEqual(state("export { proxy } from '@/latchkey'\n"), "done")
    assert.strictEqual(state("import { latchkeyProxy } from 'latchkey/adapters'\n"), "done")
    assert.strictEqual(state("// not './latchkey' yet\nexport const proxy = () => {}\n"), "left")
    assert.strictEqual(state("import type { A } from 'latchkey'\nexport const proxy = () => {}\n"), "left")
    assert.strictEqual(state("export { proxy } from './other/latchkey'\n"), "left")
  })

  it("init creates app next to pages, and explains that pages are outside the provider", () => {
    const places = (files: Files) => {
      const { states, words } = next(files)
      assert.include(words, "are outside the provider")
      return Object.keys(states).filter((name) => name.includes("layout"))
    }

    assert.deepStrictEqual(places({ "pages/index.tsx": "", "src/lib/a.ts": "" }), ["app/layout.tsx"])
    assert.deepStrictEqual(places({ "src/pages/index.tsx": "" }), ["src/app/layout.tsx"])
    assert.deepStrictEqual(places({ "src/pages/index.tsx": "", "app/layout.tsx": layout }), ["app/layout.tsx"])
  })

  const inFolder = layout.replace("RootLayout", "LocaleLayout")

  for (const at of ["app/[locale]", "src/app/[locale]", "app/(shop)", "app/(a)/[lang]"]) {
    it(`init writes no second root layout above the one in ${at}`, () => {
      const app = at.slice(0, at.indexOf("app") + 3)
      const { after, states } = next({
        [`${at}/layout.tsx`]: inFolder,
        [`${at}/page.tsx`]: "export default () => null\n"
      })

      assert.notProperty(states, `${app}/layout.tsx`)
      assert.strictEqual(states[`${app}/handler/layout.tsx`], "new")
      assert.strictEqual(states[`${app}/handler/[...latchkey]/page.ts`], "new")
      const up = path.posix.relative(at, app.replace(/\/?app$/, "") || ".")
      assert.include(after(`${at}/layout.tsx`), `import { LatchkeyProvider } from '${up}/latchkey'`)
      assert.include(after(`${at}/layout.tsx`), "<body><LatchkeyProvider>{children}</LatchkeyProvider></body>")
    })
  }

  it("a top layout that only returns its children stays unchanged, and the layout with the document gets the provider", () => {
    const { states } = next({
      "app/layout.tsx": "export default function Layout({ children }) {\n  return children\n}\n",
      "app/[locale]/layout.tsx": inFolder
    })

    assert.notProperty(states, "app/layout.tsx")
    assert.strictEqual(states["app/[locale]/layout.tsx"], "edit")
    assert.strictEqual(states["app/handler/layout.tsx"], "new")
  })

  it("init writes no layout if a component of the app renders the document, and shows what to add", () => {
    const { states } = next({
      "app/[locale]/layout.tsx":
        "import { Page } from '@/Page'\nexport default ({ children }) => <Page>{children}</Page>\n"
    })

    assert.deepStrictEqual(Object.entries(states).filter(([name]) => name.includes("layout")), [[
      "app/layout.tsx",
      "left"
    ]])
  })

  it("init puts every slot of a layout inside the provider, and keeps the lines", () => {
    const source = `export default function Layout({ children, modal }) {
  return (
    <html>
      <body>
        {/* the page */}
        {children}
        {modal}
      </body>
    </html>
  );
}
`
    const { after } = next({ "app/layout.tsx": source })

    assert.strictEqual(
      after("app/layout.tsx"),
      `import 'latchkey/react/screens.css';
import { LatchkeyProvider } from '../latchkey';

${
        source.replace(
          "        {children}\n        {modal}\n",
          "        <LatchkeyProvider>\n          {children}\n          {modal}\n        </LatchkeyProvider>\n"
        )
      }`
    )
  })

  it("init changes no text in a template literal when it indents the children of a layout", () => {
    const source =
      "export default ({ children }) => <body>\n  <style>{`\n  a\n  b\n  `}</style>\n  {children}\n</body>\n"
    const after = next({ "app/layout.tsx": source }).after("app/layout.tsx")!

    assert.include(after, "{`\n  a\n  b\n  `}")
    assert.isDefined(moduleOf("app/layout.tsx", after))
  })

  const unclear = {
    "is a client component": "'use client'\nexport default ({ children }) => <body>{children}</body>\n",
    "has no body": "export default ({ children }) => <Document>{children}</Document>\n",
    "has two bodies": "export default ({ children, a }) => a ? <body>{children}</body> : <body>{children}</body>\n",
    "shows no children": "export default () => <body>Closed</body>\n",
    "has a syntax error": "export default ({ children }) => <body>{children</body>\n",
    "has its body in a comment alone": "// <body>{children}</body>\nexport default ({ children }) => children\n",
    "declares the provider's name":
      "const LatchkeyProvider = 1\nexport default ({ children }) => <body>{children}</body>\n"
  }
  for (const [what, source] of Object.entries(unclear)) {
    it(`init doesn't change a root layout that ${what}`, () => {
      assert.strictEqual(next({ "app/layout.tsx": source }).states["app/layout.tsx"], "left")
    })
  }

  it("init writes no file that imports one of the user's modules", () => {
    const { states } = next({ "app/layout.tsx": layout, "latchkey.ts": "export const mine = 1\n" })

    assert.deepStrictEqual([
      ...new Set(Object.entries(states).filter(([name]) => !/env|loading/.test(name)).map(([, state]) => state))
    ], ["left"])
  })

  it("init finds the page of the screens in any route group or locale", () => {
    const { states } = next({
      "app/layout.tsx": layout,
      "app/[locale]/(auth)/handler/[[...stack]]/page.tsx": "export { LatchkeyHandler as default } from '@/latchkey'\n"
    })

    assert.deepStrictEqual(Object.entries(states).filter(([name]) => name.includes("handler")), [
      ["app/[locale]/(auth)/handler/[[...stack]]/page.tsx", "done"]
    ])
  })
})

describe("init in Express projects", () => {
  const express = (source: string, fields: object = {}, file = "server.js") =>
    planned({ "package.json": packageJson(fields, ["express"]), [file]: source }).after(file)
  const esm = { type: "module" }

  it("init defines its names before the route, even if a module is required after the server listens", () => {
    const source = `const express = require("express")
const app = express()
const running = app.listen(3000)
const { EventEmitter } = require("node:events")
new EventEmitter().emit("x", running)
`

    assert.strictEqual(
      express(source),
      `const express = require("express")
const { userOf } = require("latchkey/adapters")
const { requireUser } = require("./latchkey.js")
const app = express()
// signed-out requests get a 401
app.get("/notes", requireUser, (request, response) => {
  response.json({ notesOf: userOf(request).userId })
})

const running = app.listen(3000)
const { EventEmitter } = require("node:events")
new EventEmitter().emit("x", running)
`
    )
  })

  const head = "import express from \"express\"\nimport { userOf } from \"latchkey/adapters\"\n"
    + "import { requireUser } from \"./latchkey.js\"\n"

  it("init doesn't place imports after an import in a comment, a template literal or a string", () => {
    for (
      const end of [
        "\n/*\nimport morgan from \"morgan\"\n*/\n",
        "\nconst help = `\nimport morgan from \"morgan\"\n`\nvoid help\n",
        "\nvoid \"\\\nimport morgan from 'morgan'\"\n"
      ]
    ) {
      const after = express(`import express from "express"\n\nconst app = express()\napp.listen(3000)\n${end}`, esm)

      assert.isTrue(after?.startsWith(head), after)
      assert.isTrue(after?.endsWith(end))
    }
  })

  it("the word Latchkey in a comment, a string or a name doesn't count as set up", () => {
    for (const word of ["// TODO: try latchkey here\n", "const latchkey = 1\n", "console.log('latchkey')\n"]) {
      const after = express(`import express from "express"\n\n${word}const app = express()\napp.listen(3000)\n`, esm)

      assert.include(after, "app.get(\"/notes\", requireUser")
      assert.include(after, word)
    }
  })

  it("an import of the package or of init's module counts as set up", () => {
    for (
      const line of [
        "import { latchkeyExpress } from 'latchkey/adapters'",
        "import { requireUser } from './latchkey.js'",
        "const { requireUser } = await import('./latchkey.js')"
      ]
    ) {
      const { states } = planned({
        "package.json": packageJson(esm, ["express"]),
        "server.js": `import express from 'express'\n${line}\nconst app = express()\napp.listen(1)\n`
      })

      assert.strictEqual(states["server.js"], "done")
    }
  })

  it("M8: lines without additions stay unchanged, byte for byte, and so do the line endings around each insertion", () => {
    const source =
      "import express from \"express\"\n\nconst app = express()\nconst text = `one\r\ntwo`\nvoid text\napp.listen(3000)\n"
    const windows = source.replaceAll("\n", "\r\n").replaceAll("\r\r", "\r")

    assert.strictEqual(
      express(source, esm)!.replace(/import \{.*\n/g, "").replace(/\/\/ signed[^]*?\n\n/, ""),
      source
    )
    assert.notMatch(express(windows, esm)!, /[^\r]\n/)
  })

  const found = {
    "a hashbang": ["#!/usr/bin/env node\nimport express from 'express'\nconst app = express()\napp.listen(1)\n", esm],
    "a directive and no import": ["'use strict'\nconst app = require('express')()\napp.listen(1)\n", {}],
    "a licence above": ["/* A licence. */\n\nconst app = require('express')()\nmodule.exports = app\n", {}],
    "tabs and no final line end": [
      "import express from 'express'\nconst app = express()\nif (x) {\n\tx()\n}\napp.listen(1)",
      esm
    ],
    "imports after code": [
      "import express from 'express'\nconst app = express()\nimport a from 'a'\napp.listen(a)\n",
      esm
    ],
    "everything on one line": ["import express from 'express'; const app = express(); app.listen(1)", esm],
    "the app passed to a server": [
      "import express from 'express'\nimport http from 'http'\nconst app = express()\nhttp.createServer(app).listen(1)\n",
      esm
    ],
    "a start after a promise": [
      "import express from 'express'\nconst app = express()\nconnect().then(() => {\n  app.listen(1)\n})\n",
      esm
    ],
    "a statement that starts with a parenthesis": [
      "import express from 'express'\nconst app = express();\n(async () => { app.listen(1) })()\n",
      esm
    ],
    "an exported app alone": ["import express from 'express'\nexport const app = express()\napp.get('/', page)\n", esm],
    "another name of the package": ["import web from 'express'\nconst site = web()\nsite.listen(1)\n", esm],
    "a middleware that continues": [
      "import express from 'express'\nconst app = express()\napp.use((q, r, next) => { next() })\napp.listen(1)\n",
      esm
    ],
    "a byte order mark": ["\ufeffconst express = require('express')\r\nconst app = express()\r\napp.listen(1)\r\n", {}]
  } as const
  for (const [what, [source, fields]] of Object.entries(found)) {
    it(`init adds its route to a server with ${what}, and the result parses`, () => {
      const after = express(source, fields)

      assert.match(after ?? "", /\.get\(['"]\/notes['"], requireUser/)
      assert.isDefined(moduleOf("server.js", after!))
      assert.isBelow(after!.search(/requireUser \}/), after!.search(/, requireUser,/))
      // only insertions
      let at = 0
      for (const character of after!) if (character === source[at]) at++
      assert.strictEqual(at, source.length)
    })
  }

  it("init adds its route after a middleware that calls next, and before one that doesn't", () => {
    const source = (handler: string) =>
      `import express from 'express'\nconst app = express()\napp.use(${handler})\napp.listen(1)\n`
    const isAfter = (handler: string) => {
      const after = express(source(handler), esm)!
      return after.indexOf("/notes") > after.indexOf(handler)
    }

    assert.isTrue(isAfter("(q, r, next) => { next() }"))
    assert.isTrue(isAfter("cors()"))
    assert.isFalse(isAfter("(q, r) => r.sendStatus(404)"))
    assert.isFalse(isAfter("(q, r, next) => r.sendStatus(404)"))
    assert.isFalse(isAfter("(error, q, r, next) => next(error)"))
    assert.isFalse(isAfter("'/', (q, r) => r.end()"))
    assert.isFalse(isAfter("Sentry.expressErrorHandler()"))
  })

  const left = {
    "creates its app in a function": "export const build = () => { const app = express(); return app }",
    "has a syntax error": "const app = express(\napp.listen(1)",
    "assigns its app later": "let app\napp = express()\napp.listen(1)"
  }
  for (const [what, code] of Object.entries(left)) {
    it(`init doesn't change a server that ${what}`, () => {
      assert.isUndefined(express(`import express from 'express'\n${code}\n`, esm))
    })
  }

  it("init finds the app in a file that the start script's file imports, and starts the script's file", () => {
    const { next, states } = planned({
      "package.json": packageJson({ type: "module", scripts: { dev: "node src/index.ts" } }, ["express"]),
      "src/index.ts": "import { buildApp } from './app.ts'\nbuildApp().listen(3000)\n",
      "src/app.ts":
        "import express from 'express'\nexport const buildApp = () => {\n  const app = express()\n  return app\n}\n"
    })

    assert.strictEqual(states["src/app.ts"], "left")
    assert.strictEqual(states["src/latchkey.ts"], "new")
    assert.strictEqual(next.at(-1), "node --env-file=.env src/index.ts")
  })

  it("init prints the project's own start command", () => {
    const start = (dev: string, dependencies: ReadonlyArray<string> = []) =>
      planned({
        "package.json": packageJson({ type: "module", scripts: { dev } }, ["express", ...dependencies]),
        "src/a.js": "import express from 'express'\nconst app = express()\napp.listen(1)\n"
      }).next.at(-1)

    assert.strictEqual(start("node --watch src/a.js"), "node --env-file=.env --watch src/a.js")
    assert.strictEqual(start("tsx watch src/a.js"), "npx tsx watch --env-file=.env src/a.js")
    assert.strictEqual(start("node --env-file=.env src/a.js"), "npm run dev")
    assert.strictEqual(start("node src/a.js", ["dotenv"]), "npm run dev")
    assert.strictEqual(start("nodemon src/a.js"), "npm run dev")
  })

  it("in a project with dotenv, init's module reads .env itself", () => {
    const { textOf } = planned({
      "package.json": packageJson({}, ["express", "dotenv"]),
      "index.js": "const express = require('express')\nconst app = express()\napp.listen(1)\n"
    })

    assert.include(
      textOf("latchkey.js"),
      "\nrequire('dotenv/config')\nconst { latchkeyExpress } = require('latchkey/adapters')"
    )
  })
})

describe("init in projects with other frameworks", () => {
  const frameworks = {
    "Expo": [["expo", "react-native", "expo-router"], "EXPO_PUBLIC_", ".env.local"],
    "TanStack Start": [["@tanstack/react-start", "vite", "react"], "VITE_", ".env"],
    "React Router in framework mode": [["@react-router/dev", "vite", "react"], "VITE_", ".env"],
    "Nuxt": [["nuxt", "vue"], "NUXT_PUBLIC_", ".env"],
    "Astro": [["astro", "react", "vite"], "PUBLIC_", ".env"],
    "SvelteKit": [["@sveltejs/kit", "svelte", "vite"], "VITE_", ".env"],
    "NestJS": [["@nestjs/core", "express"], "", ".env"],
    "Fastify": [["fastify"], "", ".env"],
    "Koa": [["koa"], "", ".env"],
    "Cloudflare Workers": [["hono", "wrangler"], "", ".dev.vars"],
    "React Native": [["react-native", "react"], undefined, undefined],
    "Angular": [["@angular/core", "vite"], undefined, undefined],
    "Create React App": [["react", "react-scripts"], undefined, undefined],
    "React": [["react", "webpack"], undefined, undefined],
    "A web page": [["vue", "webpack"], undefined, undefined]
  } as const
  for (const [title, [dependencies, prefix, file]] of Object.entries(frameworks)) {
    it(`M12: init recognises ${title}, names its guide, and writes no code of another framework`, () => {
      const plan = planned({
        "package.json": packageJson({ scripts: { dev: "x" } }, dependencies),
        "tsconfig.json": "{}",
        "src/main.tsx": "",
        "app/root.tsx": ""
      })

      assert.strictEqual(plan.title, title)
      assert.deepStrictEqual(Object.keys(plan.states), [
        ...(file === undefined ? [] : [file]),
        ...(title === "Expo" ? ["latchkey.ts"] : [])
      ])
      assert.match(plan.words, /https:\/\/latchkey-auth\.github\.io\/latchkey\/(?:start|guides)\/[\w-]+/)
      if (file !== undefined) assert.include(plan.textOf(file), `\n${prefix}HEXCLAVE_PROJECT_ID=`)
      if (prefix !== "") assert.notInclude(JSON.stringify(plan.files), "SECRET")
    })
  }

  it("every guide that init names is a page of the documentation", () => {
    const source = readFileSync(path.resolve("src/cli/project/frameworks.ts"), "utf8")
    const guides = [...source.matchAll(/guide: "([\w/-]+)"/g)].map(([, guide]) => guide!)

    assert.isAbove(guides.length, 20)
    for (const guide of new Set(guides)) {
      assert.isNotEmpty(readFileSync(path.resolve(`docs/${guide}.md`), "utf8"), guide)
    }
  })

  it("init treats a server with Vite among its tools as a server, and an app with a page as an app", () => {
    const title = (files: Files) => planned({ "package.json": packageJson({}, ["vite", "express"]), ...files }).title

    assert.strictEqual(title({ "server.js": "" }), "Express")
    assert.strictEqual(title({ "index.html": "" }), "Vite")
  })

  it("init writes no page into a Vite project that has its own entry", () => {
    const { states } = planned({ "package.json": packageJson({}, ["vite", "react"]), "src/entry.tsx": "" })

    assert.notProperty(states, "index.html")
  })

  it("init ignores a commented-out script when it looks for the page's entry", () => {
    const { states } = planned({
      "package.json": packageJson({}, ["vite", "react"]),
      "index.html": "<!-- <script type=\"module\" src=\"/src/old.tsx\"></script> -->\n"
        + "<script src=\"/legacy.js\"></script>\n<script src='./src/new.tsx' type='module'></script>",
      "src/old.tsx": "x(<App />)\n",
      "src/new.tsx": "x(<App />)\n"
    })

    assert.strictEqual(states["src/new.tsx"], "edit")
    assert.notProperty(states, "src/old.tsx")
  })

  it("an app inside React Router's router gets a provider that follows the router", () => {
    const main =
      "import { BrowserRouter } from 'react-router-dom'\nroot.render(<BrowserRouter><App /></BrowserRouter>)\n"
    const { after, textOf } = planned({
      "package.json": packageJson({}, ["vite", "react", "react-router-dom"]),
      "src/main.jsx": main
    })

    assert.include(after("src/main.jsx"), "<BrowserRouter><Latchkey><App /></Latchkey></BrowserRouter>")
    assert.include(textOf("src/latchkey.jsx"), "import { useLocation } from 'react-router-dom'")
  })

  it("init puts an app that has a router's provider inside Latchkey's provider, and prints the route", () => {
    for (const router of ["react-router", "@tanstack/react-router"]) {
      const { after, words } = planned({
        "package.json": packageJson({}, ["vite", "react", router]),
        "src/main.tsx": "import { RouterProvider } from 'x'\nroot.render(<RouterProvider router={router} />)\n"
      })

      assert.include(after("src/main.tsx"), "<Latchkey><RouterProvider router={router} /></Latchkey>")
      assert.include(words, "/handler/")
    }
  })

  it("init doesn't change an app in a route's attribute", () => {
    const { states } = planned({
      "package.json": packageJson({}, ["vite", "react", "react-router"]),
      "src/main.tsx": "render(<Route element={<App />} />)\n"
    })

    assert.strictEqual(states["src/main.tsx"], "left")
  })
})

describe("init in workspaces", () => {
  it("init at the root of a workspace lists the packages, and writes nothing", async () => {
    for (
      const root of [
        {
          "package.json": packageJson({ workspaces: ["apps/*", "!apps/old"], scripts: { dev: "turbo dev" } }, ["vite"])
        },
        { "package.json": "{}", "pnpm-workspace.yaml": "packages:\n  # apps\n  - 'apps/*'\n  - \"!apps/old\"\n" },
        { "package.json": packageJson({ workspaces: { packages: ["./apps/**"] } }) }
      ]
    ) {
      const folder = projectWith({
        ...root,
        "apps/web/package.json": packageJson({}, ["next"]),
        "apps/api/package.json": packageJson({}, ["express"])
      })
      const files = filesIn(folder)
      const { code, errors } = await commandIn(onTestFinished).runHere(["init", "--yes"], { cwd: folder })

      assert.strictEqual(code, 1)
      assert.include(errors, "cd apps/web  # Next.js")
      assert.include(errors, "cd apps/api  # Express")
      assert.deepStrictEqual(filesIn(folder), files)
    }
  })

  it("a printed command quotes the name of a folder or file for a shell, without control characters", async () => {
    const folder = projectWith({
      "package.json": packageJson({ workspaces: ["*"] }),
      ...Object.fromEntries(
        ["a b", "$(touch x)", "it's", "-x", "\u001b[31m"].map((
          name
        ) => [`${name}/package.json`, packageJson({}, ["next"])])
      )
    })
    const { errors } = await commandIn(onTestFinished).runHere(["init", "--yes"], { cwd: folder })

    for (const line of ["cd 'a b'", "cd '$(touch x)'", "cd 'it'\\''s'", "cd ./-x", "cd '\\x1b[31m'"]) {
      assert.include(errors, `${line}  # Next.js`)
    }
    assert.include(
      planned({ "package.json": packageJson({ main: "my server.js" }, ["express"]), "my server.js": "" }).words,
      "--env-file=.env 'my server.js'"
    )
  })

  it("the root of a workspace that is an app itself is set up, with the flag that its package manager needs", () => {
    const app = packageJson({ scripts: { dev: "next dev" } }, ["next"])
    const install = (files: Files) => planned({ "package.json": app, ...files }).next[0]

    assert.strictEqual(install({ "pnpm-workspace.yaml": "packages:\n  - packages/*\n" }), "pnpm add -w latchkey effect")
    assert.strictEqual(install({ "pnpm-lock.yaml": "" }), "pnpm add latchkey effect")
    assert.strictEqual(
      planned({ "package.json": packageJson({}), "pnpm-workspace.yaml": "packages:\n  - packages/*\n" }).next[0],
      "pnpm add -w latchkey effect"
    )
    assert.strictEqual(
      planned({ "package.json": packageJson({ workspaces: ["a"] }), "yarn.lock": "# yarn lockfile v1\n" }).next[0],
      "yarn add -W latchkey effect"
    )
  })

  it("a package of a pnpm workspace is set up without the flag of the root", () => {
    const files = {
      "pnpm-workspace.yaml": "packages: [a]\n",
      ".git/HEAD": "",
      "a/package.json": packageJson({}, ["next"])
    }

    assert.strictEqual(planned(files, {}, "a").next[0], "pnpm add latchkey effect")
  })
})

describe("messages of init", () => {
  it("init knows the files that git ignores", () => {
    const isListed = (files: Files, below = "") =>
      !planned({ [path.posix.join(below, "package.json")]: packageJson({}, ["next"]), ...files }, {}, below).words
        .includes(
          "to .gitignore"
        )

    assert.isTrue(isListed({ ".gitignore": ".env*.local" }))
    assert.isTrue(isListed({ ".gitignore": "*.local\r\n" }))
    assert.isTrue(isListed({ ".gitignore": "/.env.local" }))
    assert.isTrue(isListed({ ".gitignore": ".env*\n!.env.example\n" }))
    assert.isFalse(isListed({ ".gitignore": ".env*\n!.env.local\n" }))
    assert.isFalse(isListed({ ".gitignore": "# .env.local\n.env\n" }))
    assert.isFalse(isListed({}))
    assert.isTrue(isListed({ ".git/HEAD": "", ".gitignore": ".env.local\n" }, "apps/web"))
    assert.isFalse(isListed({ ".git/HEAD": "", ".gitignore": "/.env.local\n" }, "apps/web"))
    assert.isTrue(isListed({ ".git/HEAD": "", ".git/info/exclude": ".env.local\n" }, "apps/web"))
    assert.isFalse(
      isListed({ ".git/HEAD": "", ".gitignore": ".env*\n", "apps/web/.gitignore": "!.env.local\n" }, "apps/web")
    )
    assert.isTrue(
      isListed({ ".git/HEAD": "", ".gitignore": "apps/\n", "apps/web/.gitignore": "!.env.local\n" }, "apps/web")
    )
  })

  it("init knows the files that git ignores in each working tree of a repository", () => {
    const folder = projectWith({ "package.json": packageJson({}, ["next"]) })
    const git = (...args: ReadonlyArray<string>) =>
      execFileSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.com", ...args], { cwd: folder })
    git("init", "--quiet")
    git("add", ".")
    git("commit", "--quiet", "-m", "x")
    git("worktree", "add", "--quiet", "tree")
    const tree = path.join(folder, "tree")
    const isListed = () =>
      !planIn(tree, packageIn(tree)!, { editUncommitted: true }).notes.join("\n").includes("to .gitignore")

    assert.isFalse(isListed())
    write(folder, { ".git/info/exclude": ".env.local\n" })
    assert.isTrue(isListed())
  })

  it("M11: init doesn't change a read-only file, and explains why", () => {
    const folder = projectWith({
      "package.json": packageJson({}, ["vite", "react"]),
      "src/main.jsx": "render(<App />)\n",
      "src/App.jsx": "export default () => null\n"
    })
    chmodSync(path.join(folder, "src/main.jsx"), 0o444)

    const { changes, files, notes } = planIn(folder, packageIn(folder)!, { editUncommitted: true })
    assert.deepStrictEqual(changes, [])
    assert.strictEqual(files.find(({ path }) => path === "src/main.jsx")?.state, "left")
    assert.include(notes, "src/main.jsx was not changed: it is read-only.")
  })

  it("init warns that a run can't be undone if node_modules is a link", async () => {
    const folder = projectWith({ "package.json": packageJson({}, ["express"]) })
    symlinkSync(projectWith({}), path.join(folder, "node_modules"))
    const { output } = await commandIn(onTestFinished).runHere(["init", "--yes"], { cwd: folder })

    assert.include(output, "This can't be undone, because node_modules isn't a folder in this one.")
    assert.notInclude(output, "init --undo")
  })

  it("init reads tsconfig.json with comments, trailing commas and strings that look like comments", () => {
    const notes = (tsconfig: string, files: Files = {}) =>
      planned({
        "package.json": packageJson({}, ["express", "typescript"]),
        "tsconfig.json": tsconfig,
        "index.ts": "import express from 'express'\n",
        ...files
      }).words

    for (
      const config of [
        "{ \"compilerOptions\": { \"paths\": { \"@/*\": [\"./src/*\"] }, \"module\": \"commonjs\" }, \"exclude\": [\"**/node_modules\"] }",
        "{ // a\n \"compilerOptions\": { /* \"module\": \"nodenext\" */ \"module\": \"CommonJS\", }, }",
        "\ufeff{ \"compilerOptions\": { \"module\": \"commonjs\" } }"
      ]
    ) assert.include(notes(config), "Set \"module\": \"nodenext\"", config)
    assert.notInclude(
      notes("{ \"compilerOptions\": { \"paths\": { \"//\": [] }, \"module\": \"nodenext\" } }"),
      "Set \"module\""
    )
    assert.include(
      notes("{ \"extends\": \"./base\" }", { "base.json": "{ \"compilerOptions\": { \"module\": \"commonjs\" } }" }),
      "Set \"module\""
    )
    const modules = {
      "old.json": "{ \"compilerOptions\": { \"module\": \"commonjs\" } }",
      "new.json": "{ \"compilerOptions\": { \"module\": \"nodenext\" } }"
    }
    assert.include(notes("{ \"extends\": [\"./new.json\", \"./old.json\"] }", modules), "Set \"module\"")
    assert.notInclude(notes("{ \"extends\": [\"./old.json\", \"./new.json\"] }", modules), "Set \"module\"")
    const itself = JSON.stringify({ extends: Array.from({ length: 30 }, () => "./tsconfig.json") })
    assert.notInclude(notes(itself), "Set \"module\"")
  })

  it("without --yes, a file counts as committed only if git has its contents", () => {
    const folder = projectWith({
      "package.json": packageJson({}, ["vite", "react"]),
      "src/main.jsx": "render(<App />)\n",
      "src/App.jsx": "export default () => null\n"
    })
    const git = (...args: ReadonlyArray<string>) =>
      execFileSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.com", ...args], { cwd: folder })
    const state = () =>
      planIn(folder, packageIn(folder)!, { editUncommitted: false }).files.find(({ path }) => path === "src/main.jsx")
        ?.state
    git("init", "--quiet")
    assert.strictEqual(state(), "left")
    for (const version of ["2", "3", "4"]) {
      git("add", ".")
      git("update-index", "--index-version", version)
      assert.strictEqual(state(), "edit", version)
    }
    writeFileSync(path.join(folder, "src/main.jsx"), "render(<App />)\n\n")
    assert.strictEqual(state(), "left")
  })
})
