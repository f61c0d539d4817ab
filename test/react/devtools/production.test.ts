import { assert, describe, it } from "@effect/vitest"
import { build } from "esbuild"
import * as path from "node:path"
import { fileURLToPath } from "node:url"
import { rolldown } from "rolldown"

const root = fileURLToPath(new URL("../../..", import.meta.url))

const program = `
import { Client } from "latchkey"
import { LatchkeyProvider } from "latchkey/react"
import { Devtools, observed } from "latchkey/react/devtools"
import { createElement } from "react"
const layer = observed(Client.layer({ projectId: "internal", publishableClientKey: "pck" }))
export const App = () => createElement(LatchkeyProvider, { layer }, createElement(Devtools, { emulator: "/emulator" }))
`

const conditionNames = ["latchkey-source", "module", "import", "default"]

/** The bundle's code, and which files of the devtools it contains. */
const withEsbuild = async (mode: string) => {
  const { metafile, outputFiles } = await build({
    stdin: { contents: program, resolveDir: root },
    absWorkingDir: root,
    bundle: true,
    minify: true,
    format: "esm",
    conditions: conditionNames,
    external: ["react", "react-dom"],
    define: { "process.env.NODE_ENV": JSON.stringify(mode) },
    metafile: true,
    write: false
  })
  const { inputs } = Object.values(metafile.outputs)[0]!
  return {
    code: outputFiles[0]!.text,
    files: Object.entries(inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([file]) => file)
  }
}

const withRolldown = async (mode: string) => {
  const bundle = await rolldown({
    input: "program",
    cwd: root,
    platform: "browser",
    external: [/^react(?:-dom)?(?:\/|$)/],
    resolve: { conditionNames },
    transform: { define: { "process.env.NODE_ENV": JSON.stringify(mode) } },
    plugins: [{
      name: "program",
      resolveId: (id) => id === "program" ? path.join(root, "program.ts") : null,
      load: (id) => id === path.join(root, "program.ts") ? program : null
    }],
    logLevel: "silent"
  })
  const { output: [chunk] } = await bundle.generate({ format: "esm", minify: true, codeSplitting: false })
  await bundle.close()
  const files = Object.entries(chunk.modules).filter(([, { renderedLength }]) => renderedLength > 0)
  return { code: chunk.code, files: files.map(([file]) => path.relative(root, file)) }
}

for (const [bundler, bundled] of [["esbuild", withEsbuild], ["rolldown", withRolldown]] as const) {
  describe(`devtools in a bundle by ${bundler}`, () => {
    it("the devtools leave only their two exported names in a production bundle", async () => {
      const { code, files } = await bundled("production")

      const included = files.filter((file) => /^react\/(?:devtools\/|watching)/.test(file))
      assert.deepStrictEqual(included, ["react/devtools/index.ts"])
      for (const word of ["Latchkey devtools", "/control", "attachShadow", "latchkey/devtools/Recording"]) {
        assert.notInclude(code, word)
      }
    })

    it("the devtools are part of a development bundle", async () => {
      assert.include((await bundled("development")).code, "Latchkey devtools")
    })
  })
}

describe("devtools in a development bundle", () => {
  it("the devtools load the code that writes tests only when the user opens Save as test", async () => {
    const { metafile } = await build({
      stdin: { contents: program, resolveDir: root, sourcefile: "program.ts" },
      absWorkingDir: root,
      outdir: "out",
      bundle: true,
      splitting: true,
      format: "esm",
      conditions: conditionNames,
      external: ["react", "react-dom"],
      define: { "process.env.NODE_ENV": "\"development\"" },
      metafile: true,
      write: false
    })
    const { outputs } = metafile
    const entry = Object.keys(outputs).find((file) => outputs[file]!.entryPoint === "program.ts")!
    const first = new Set<string>()
    const visit = (file: string): void => {
      if (first.has(file)) return
      first.add(file)
      for (const { kind, path } of outputs[file]?.imports ?? []) if (kind === "import-statement") visit(path)
    }
    visit(entry)
    const filesIn = (outs: Iterable<string>) => [...outs].flatMap((file) => Object.keys(outputs[file]?.inputs ?? {}))

    const tapes = filesIn(first).filter((file) => /testing\/tape\/|catalogue/.test(file))

    assert.deepStrictEqual(tapes, [])
    assert.include(filesIn(Object.keys(outputs)), "src/testing/tape/conceal.ts")
  })
})
