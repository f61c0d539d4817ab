/** The examples of docstrings, as modules that can be compiled and run. */
import { globSync, readFileSync } from "node:fs"
import * as path from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("../../", import.meta.url))

export interface DocstringExample {
  /** Source file and export, such as `src/promise/createClient.ts createClient`. */
  readonly name: string
  readonly code: string
  /** Output of the example, according to its comments. `…` matches any text. */
  readonly shown: string
}

const docstring = /^\/\*\*\n((?: \*.*\n)+?) \*\/\nexport (?:declare )?(?:const|class|function|async function) (\w+)/gm

const example = /@example\n```tsx?\n([^]*?)\n```/g

/** Returns the examples in the docstrings of a module's exports. */
export const examplesIn = (file: string, source: string): ReadonlyArray<DocstringExample> =>
  [...source.matchAll(docstring)].flatMap(([, comment = "", name]) =>
    [...comment.replace(/^ \* ?/gm, "").matchAll(example)].map(([, code = ""]) => ({
      name: `${file} ${name}`,
      code,
      shown: [...code.matchAll(/(?:^|\s)\/\/ (.*)$/gm)].map(([, text]) => text!).join("\n")
    }))
  )

/** Returns the examples of all docstrings. */
export const allExamples = (): ReadonlyArray<DocstringExample> =>
  globSync("{schemas,layers,src,react}/**/*.{ts,tsx}", { cwd: root }).toSorted()
    .flatMap((file) => examplesIn(file, readFileSync(path.join(root, file), "utf8")))

/** Returns the name of an example's module. */
export const exampleFile = ({ name }: DocstringExample): string => `${name.replace(/\W+/g, "-")}.tsx`

const importLine = /^import .*\n/gm

/** Returns the source of a module whose default export runs the example with its setting. */
export const moduleOf = ({ code }: DocstringExample): string => {
  const imports = code.match(importLine) ?? []
  const body = code.replace(importLine, "").trim().replace(
    /^<[^]*?>(?=\s\/\/ )/gm,
    (element) => `await show(${element})`
  )
  const isEffect = body.includes("yield*") && !body.includes("function*")
  return [
    "import { Effect as $Effect } from \"effect\"",
    "import type { Setting } from \"../../../../../test/docs/exampleSetting.tsx\"",
    ...imports.map((line) => line.trim()),
    "export default async (setting: Setting) => {",
    "const { authenticator, email, emulator, folder, password, platform, project, request, run, serve, show, teamId } = setting",
    ...isEffect ? ["await run($Effect.gen(function*() {", body, "}))"] : ["{", body, "}"],
    "}",
    ""
  ].join("\n")
}
