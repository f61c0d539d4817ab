/** Follows docs/architecture.md, "To add something", in a copy of the sources. */
import { execFile } from "node:child_process"
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { compilerLine } from "../support/processes/compiler.ts"

const root = fileURLToPath(new URL("../../", import.meta.url))

const declaration = "schemas/endpoints/teams.ts"
const handler = "src/emulator/handlers/teams/teams.ts"

const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "latchkey-endpoint-")))

beforeAll(() => {
  for (const name of ["schemas", "layers", "src", "tsconfig.json", "package.json"]) {
    cpSync(path.join(root, name), path.join(folder, name), { recursive: true })
  }
  symlinkSync(path.join(root, "node_modules"), path.join(folder, "node_modules"), "junction")
  write(
    "program.ts",
    `import { createClient } from "./src/promise/index.ts"
export const archived = async () => (await createClient().calls.teams.archive({ teamId: "team" })).success
`
  )
  write(
    "tsconfig.part.json",
    JSON.stringify({
      extends: "./tsconfig.json",
      // the second run checks only what the first didn't
      compilerOptions: {
        declaration: false,
        declarationMap: false,
        incremental: true,
        tsBuildInfoFile: "checked.json"
      },
      files: ["program.ts", "schemas/index.ts", "src/index.ts", "src/payments/index.ts", "src/emulator/index.ts"],
      include: []
    })
  )
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text)

const change = (name: string, to: (text: string) => string) =>
  write(name, to(readFileSync(path.join(root, name), "utf8")))

/** Returns the files with an error. */
const wrongFiles = () =>
  new Promise<ReadonlyArray<string>>((resolve) => {
    execFile(process.execPath, [...compilerLine, "-p", "tsconfig.part.json"], { cwd: folder }, (_, stdout) => {
      resolve([...new Set([...stdout.matchAll(/^(\S+)\(\d+,\d+\): error/gm)].map(([, file]) => file!))].sort())
    })
  })

describe("an endpoint", () => {
  it("a new endpoint needs two files: its declaration and its handler", async () => {
    change(declaration, (text) =>
      `${text}
/** Archives a team. */
export const archive = endpoint("client", "teams.archive", "POST /teams/{team_id}/archive", {
  input: { teamId: Uuid },
  output: Success,
  errors: [TeamNotFound],
  body: "none",
  invalidates: ["teams", TeamMemberProfiles.list]
})
`)
    const declared = await wrongFiles()

    change(handler, (text) =>
      text.replace(
        "handle(Teams, {\n",
        `handle(Teams, {
  archive: ({ teamId }, { project }) => Effect.as(teamNamed(project, teamId), success),

`
      ))
    const handled = await wrongFiles()

    assert.deepStrictEqual(declared, [handler])
    assert.deepStrictEqual(handled, [])
  })
})
