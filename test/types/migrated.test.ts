/** The compiler's errors in the apps of `examples/migration`, as `latchkey migrate` writes them. */
import { assert, describe, it } from "vitest"
import { outputOf, planOf, sourcesOf } from "../src/cli/migrate/apps.ts"
import { type Compiled, compiled, compiledApps, migratedFile } from "../support/processes/compiled.ts"

describe("the compiler, after latchkey migrate", () => {
  it.each(compiledApps)("%s compiles, except in the places that the command lists", async (app) => {
    const program: Compiled = await compiled()
    const { left } = planOf(app)

    const unlisted = Object.keys(sourcesOf("before", app)).flatMap((file) => {
      const lines = outputOf(app, file).split("\n")
      const listed = left.filter(({ path }) => path === file).map(({ code }) => code)
      return (program.errors[migratedFile(program, app, file)] ?? [])
        .filter(({ line }) => !listed.some((code) => lines[line - 1]!.includes(code)))
        .map(({ line, message }) => `${file}: ${lines[line - 1]!.trim()}: ${message.split("\n")[0]}`)
    })

    assert.deepStrictEqual(unlisted, [])
  })

  it("the compiler reports each place that the command lists, except an empty token, which fails at the first call", async () => {
    const program: Compiled = await compiled()

    const unreported = compiledApps.flatMap((app) =>
      planOf(app).left.filter(({ code, path }) => {
        const lines = outputOf(app, path).split("\n")
        return !(program.errors[migratedFile(program, app, path)] ?? []).some(({ line }) =>
          lines[line - 1]!.includes(code)
        )
      }).map(({ path, row }) => `${app}/${path}: ${row}`)
    )

    assert.deepStrictEqual(unreported, ["tool/login.ts: tokenStore"])
  })
})
