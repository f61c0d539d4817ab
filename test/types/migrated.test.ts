/** The compiler's errors in the apps of `examples/migration`, as `latchkey migrate` writes them. */
import { assert, describe, it } from "vitest"
import { listedLines, outputOf, sourcesOf } from "../src/cli/migrate/apps.ts"
import { type Compiled, compiled, compiledApps, migratedFile } from "../support/processes/compiled.ts"

describe("the compiler, after latchkey migrate", () => {
  it.each(compiledApps)("%s compiles, except in the places that the command lists", async (app) => {
    const program: Compiled = await compiled()

    const unlisted = Object.keys(sourcesOf("before", app)).flatMap((file) => {
      const lines = outputOf(app, file).split("\n")
      const listed = listedLines(app, file).map(({ line }) => line)
      return (program.errors[migratedFile(program, app, file)] ?? [])
        .filter(({ line }) => !listed.includes(line))
        .map(({ line, message }) => `${file}: ${lines[line - 1]!.trim()}: ${message.split("\n")[0]}`)
    })

    assert.deepStrictEqual(unlisted, [])
  })

  it("the compiler reports each place that the command lists, except an empty token, which fails at the first call", async () => {
    const program: Compiled = await compiled()

    const unreported = compiledApps.flatMap((app) =>
      Object.keys(sourcesOf("before", app)).flatMap((file) => {
        const reported = (program.errors[migratedFile(program, app, file)] ?? []).map(({ line }) => line)
        return listedLines(app, file).filter(({ line }) => !reported.includes(line))
          .map(({ row }) => `${app}/${file}: ${row}`)
      })
    )

    assert.deepStrictEqual(unreported, ["tool/login.ts: tokenStore"])
  })
})
