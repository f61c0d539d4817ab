/** Changes of generated sources: what they keep, and that they parse. */
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { withRoute } from "../../../../src/cli/setup/expressEdits.ts"
import type { Edit } from "../../../../src/cli/setup/place.ts"
import { aroundApp, aroundBody } from "../../../../src/cli/setup/reactEdits.ts"
import { insertedBytes, moduleOf, scriptInserted, withInsertions } from "../../../../src/cli/source/index.ts"
import { withoutBytes } from "../../../../src/cli/transaction/bytes.ts"

const lineEnd = Schema.Literals(["\n", "\r\n"])
const heads = Schema.Literals([
  "",
  "#!/usr/bin/env node\n",
  "'use strict'\n",
  "\"use strict\";\n\n",
  "// @ts-check\n",
  "/* A licence: import x from 'latchkey' */\n\n",
  "/** @jsxImportSource react */\n",
  "\ufeff"
])
const importLines = Schema.Array(Schema.Literals([
  "import a from 'a'\n",
  "import b from \"b\";\n",
  "import {\n  c,\n  d\n} from 'c'\n",
  "import type { E } from 'latchkey'\n",
  "import 'f' // last\n",
  "import g from 'g'; import h from 'h'\n",
  "// import i from 'i'\n",
  "\n"
])).check(Schema.isMaxLength(5))
const codeLines = Schema.Array(Schema.Literals([
  "const one = `\nimport x from 'x'\r\n`\n",
  "const two = { latchkey: 'latchkey' }\n",
  "/*\nimport y from \"y\"\napp.listen(1)\n*/\n",
  "function three() {\n\treturn import('z')\n}\n",
  ";[1, 2].map(String)\n",
  "label: for (;;) break label\n",
  "// app.use((a, b) => b.end())\n",
  "\r\n",
  "if (one) {\n    four()\n}\n"
])).check(Schema.isMaxLength(5))

/** Checks the law of all changes, and returns whether the source was changed. */
const keeps = (path: string, source: string, edit: (source: string) => Edit): boolean => {
  const result = edit(source)
  if (result.state !== "edited") return false
  const after = withInsertions(source, result.insertions)
  const bytes = withoutBytes(Buffer.from(after), insertedBytes(source, result.insertions))
  assert.strictEqual(Buffer.from(bytes).toString(), source)
  assert.isDefined(moduleOf(path, after), after)
  assert.strictEqual(edit(after).state, "done", after)
  return true
}

/** Whether the source is valid with an import, because a script may declare a function twice. */
const isModule = (path: string, source: string): boolean => moduleOf(path, `${source}\nexport {}`) !== undefined

const route = {
  lines: ["import { userOf } from 'latchkey/adapters'", "import { requireUser } from './latchkey.js'"],
  names: ["userOf", "requireUser", "/notes"],
  own: "latchkey.js",
  path: "server.ts",
  route: "// signed-out\napp.get('/notes', requireUser, (request, response) => {\n  response.json(1)\n})\n"
}

describe("changes of generated sources", () => {
  it.prop(
    "M8: adding a route keeps every byte of a server, and the result parses",
    [
      heads,
      importLines,
      codeLines,
      codeLines,
      Schema.Literals(["app.listen(1)", "export default app\n", "(async () => app.listen(1))()"]),
      lineEnd
    ],
    ([head, imports, before, after, end, eol]) => {
      const source = `${head}${imports.join("")}import express from 'express'\n${
        before.join("")
      }const app = express();\n${after.join("")}${end}`.replaceAll(/\r?\n/g, eol)

      const changed = keeps("server.ts", source, (text) => withRoute(route, text, ""))

      // a second declaration of a name is a syntax error
      if (isModule("server.ts", source)) assert.isTrue(changed, source)
    }
  )

  it.prop(
    "M8: adding a provider keeps every byte of a module, and the result parses",
    [
      heads,
      importLines,
      codeLines,
      Schema.Literals(["render(<App />)\n", "render(\n\t<Strict>\n\t\t<App />\n\t</Strict>,\n);"]),
      lineEnd
    ],
    ([head, imports, before, end, eol]) => {
      const source = `${head}${imports.join("")}${before.join("")}${end}`.replaceAll(/\r?\n/g, eol)
      const options = { path: "main.tsx", from: "./latchkey", own: "latchkey.tsx", hasRouter: false }

      const changed = keeps("main.tsx", source, (text) => aroundApp(options, text, ""))

      if (isModule("main.tsx", source)) assert.isTrue(changed, source)
    }
  )

  const children = Schema.Array(Schema.Literals([
    "{modal}",
    "\n      <Nav label=\"a\nb\" />\n",
    "{/* a comment\n over lines */}",
    "\n  text\n",
    "{`\n template`}",
    "<A>{() => <p>x</p>}</A>"
  ])).check(Schema.isMaxLength(3))

  it.prop(
    "M8: changing a layout keeps every byte, and the result parses",
    [importLines, children, children, lineEnd],
    ([imports, before, after, eol]) => {
      const source = `${imports.join("")}export default ({ children, modal }) => <body>${before.join("")}{children}${
        after.join("")
      }</body>\n`.replaceAll(/\r?\n/g, eol)
      const options = { path: "app/layout.tsx", from: "../latchkey", own: "latchkey.ts" }

      const changed = keeps("app/layout.tsx", source, (text) => aroundBody(options, text, ""))

      if (isModule("app/layout.tsx", source)) assert.isTrue(changed, source)
    }
  )

  it.prop(
    "M8: adding a script keeps every byte of a package.json, and its other fields",
    [Schema.Record(Schema.String, Schema.String), Schema.Literals([0, 2, "\t"]), Schema.Boolean, lineEnd],
    ([scripts, indent, hasScripts, eol]) => {
      const source = JSON.stringify({ name: "a", ...(hasScripts ? { scripts } : {}) }, null, indent).replaceAll(
        "\n",
        eol
      )
      const script = `latchkey emulator -- ${scripts["dev"] ?? "x"}`

      const insertions = scriptInserted(source, "dev", script)

      // an escape that is written differently needs more than an insertion, and so does a field of the prototype
      if (insertions === undefined) return assert.isTrue("__proto__" in scripts || hasScripts)
      assert.strictEqual(JSON.parse(withInsertions(source, insertions)).scripts.dev, script)
    }
  )
})
