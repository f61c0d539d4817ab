/** Programs in which intrinsics can't be changed: SES, `node --frozen-intrinsics`. docs/laws.md frozen-1. */
import { spawn } from "node:child_process"
import * as path from "node:path"
import { assert, describe, it } from "vitest"
import { node } from "../../support/processes/runExample.ts"

const root = path.resolve(import.meta.dirname, "../../..")

const program = `
const { startEmulator } = await import("latchkey/emulator")
const { createClient } = await import("latchkey/promise")
const ada = { email: "ada@example.com", password: "correct horse" }
await using platform = await startEmulator({ users: [ada] })
await using client = createClient({ ...platform.project, tokenStore: "memory" })
await client.signIn.withPassword(ada)
const wrong = await client.signIn.withPassword({ ...ada, password: "wrong horse" }).settled()
platform.clock.advance("2 hours")
console.log(wrong.error?._tag, (await client.currentUser.get())?.primaryEmail, Error.stackTraceLimit)
`

const run = (flags: ReadonlyArray<string>, before: string) =>
  new Promise<string>((resolve) => {
    const child = spawn(node, [
      ...flags,
      "--conditions=latchkey-source",
      "--input-type=module-typescript",
      "-e",
      before + program
    ], {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"]
    })
    let output = ""
    child.stdout.on("data", (chunk: Buffer) => output += chunk.toString())
    child.stderr.on("data", (chunk: Buffer) => output += chunk.toString())
    child.on("close", () => resolve(output))
  })

describe("a program with frozen intrinsics", () => {
  const ways: ReadonlyArray<readonly [name: string, flags: ReadonlyArray<string>, before: string]> = [
    ["Error is frozen", [], "Object.freeze(Error)\n"],
    [
      "Error.stackTraceLimit can't be written",
      [],
      "Object.defineProperty(Error, 'stackTraceLimit', { value: 10, writable: false })\n"
    ],
    [
      "Error.stackTraceLimit is missing, and Error can't be extended",
      [],
      "delete Error.stackTraceLimit; Object.preventExtensions(Error)\n"
    ],
    ["Node runs with --frozen-intrinsics", ["--frozen-intrinsics", "--disable-warning=ExperimentalWarning"], ""]
  ]
  for (const [name, flags, before] of ways) {
    it(`frozen-1: typed errors and refreshes work if ${name}`, async () => {
      const output = await run(flags, before)

      assert.match(output, /^EmailPasswordMismatch ada@example\.com (?:10|undefined)\n$/)
    })
  }
})
