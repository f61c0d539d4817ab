/** Generated tests compile under strict settings. docs/laws.md tape-4. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { assert, describe, it } from "vitest"
import { Diagnostics } from "../../../../layers/call/Diagnostics.ts"
import * as Project from "../../../../layers/call/Project.ts"
import { make, RetryPolicy } from "../../../../layers/call/RetryPolicy.ts"
import { layerExplicit } from "../../../../layers/session/TokenStore.ts"
import * as Admin from "../../../../src/programs/Admin.ts"
import * as Client from "../../../../src/programs/Client.ts"
import { Tape } from "../../../../src/testing/index.ts"
import { everyEndpoint } from "../../../support/contract/everyCall.ts"
import { projectId } from "../../../support/contract/project.ts"
import { json, scriptedTransport } from "../../../support/platform/scriptedTransport.ts"
import { compilerLine } from "../../../support/processes/compiler.ts"
import { canaries } from "../../../support/suite/canaries.ts"

const root = path.resolve(import.meta.dirname, "../../../..")

/** Records a call of each endpoint, whose response is `{}`. */
const tapes = async (): Promise<ReadonlyArray<readonly [name: string, tape: Tape.Tape]>> => {
  const recording = Tape.record()
  const runtime = ManagedRuntime.make(
    Admin.layerNoProject().pipe(
      Layer.provideMerge(Client.layerNoProject({
        tokenStore: layerExplicit({
          accessToken: Redacted.make(canaries.accessToken),
          refreshToken: Redacted.make(canaries.refreshToken)
        })
      })),
      Layer.provideMerge(Project.layer({ ...canaries, projectId, baseUrl: "http://api.localhost" })),
      Layer.provide(recording.layer),
      Layer.provide(scriptedTransport(json({})).layer),
      Layer.provideMerge(Layer.succeed(RetryPolicy, make({ attempts: 1, perAttempt: "2 seconds" }))),
      Layer.provideMerge(Layer.succeed(Diagnostics, []))
    )
  )
  const recorded: Array<readonly [string, Tape.Tape]> = []
  for (const { endpoint, input } of everyEndpoint) {
    recording.clear()
    await runtime.runPromise(Effect.exit(endpoint(input) as Effect.Effect<unknown>))
    recorded.push([endpoint.spec.name, recording.tape()])
  }
  await runtime.dispose()
  return recorded
}

/** Functions of an app, each with different parameters. */
const app = `
import type { LatchkeyAdmin, LatchkeyClient, LatchkeyServer, SharedClient } from "latchkey/promise"
export const none = async (): Promise<void> => {}
export const one = async (client: LatchkeyClient) => client.currentUser.get()
export const two = async (client: SharedClient, form: { readonly email: string; readonly password: string }) =>
  client.signIn.withPassword(form)
export const three = async (server: LatchkeyServer, userId: string, count: number) => [server, userId, count]
export const many = async (admin: LatchkeyAdmin, ...texts: ReadonlyArray<string>) => [admin, ...texts]
export function overloaded(client: SharedClient, id: string): string
export function overloaded(client: SharedClient): number
export function overloaded(_: SharedClient, id?: string): string | number {
  return id ?? 0
}
export default one
`

const settings = [
  ...["--target", "es2022", "--module", "nodenext", "--customConditions", "latchkey-source", "--strict"],
  ...["--exactOptionalPropertyTypes", "--noUnusedLocals", "--noUnusedParameters", "--noImplicitReturns"],
  ...["--noUncheckedIndexedAccess", "--verbatimModuleSyntax", "--erasableSyntaxOnly", "--isolatedModules"],
  ...["--ignoreConfig", "--noEmit", "--skipLibCheck", "--allowImportingTsExtensions"],
  ...["--lib", "es2023,dom,dom.iterable,dom.asynciterable", "--types", ""]
]

/** Compiles files in a project that has Latchkey installed, and returns the compiler's messages. */
const compiled = (files: { readonly [name: string]: string }): string => {
  const folder = mkdtempSync(path.join(tmpdir(), "latchkey-"))
  try {
    mkdirSync(path.join(folder, "node_modules"))
    for (const [name, target] of [["latchkey", root], ["vitest", path.join(root, "node_modules/vitest")]] as const) {
      symlinkSync(target, path.join(folder, "node_modules", name), "junction")
    }
    writeFileSync(path.join(folder, "package.json"), "{ \"type\": \"module\" }")
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text)
    const names = Object.keys(files)
    execFileSync(process.execPath, [...compilerLine, ...settings, ...names], { cwd: folder, encoding: "utf8" })
    return ""
  } catch (error) {
    return (error as { readonly stdout: string }).stdout
  } finally {
    rmSync(folder, { recursive: true })
  }
}

describe("the source of generated tests", () => {
  it("tape-4: generated tests compile, for every endpoint and for functions with any parameters", async () => {
    const recorded = await tapes()
    const [, signIn] = recorded.find(([name]) => name === "password.signIn")!
    const programs = ["none", "one", "two", "three", "many", "overloaded", "default"]
    const files = Object.fromEntries([
      ["app.ts", app],
      ...recorded.map(([name, tape]) => [`${name}.test.ts`, Tape.toTest(tape)]),
      ...programs.flatMap((name) => [
        [`${name}.program.test.ts`, Tape.toTest(signIn, { program: { name, module: "./app.ts" } })],
        [
          `${name}.call.test.ts`,
          Tape.toTest({ ...signIn, call: { arguments: ["a", { b: [1] }], returned: "c" } }, {
            program: { name, module: "./app.ts" }
          })
        ]
      ])
    ])

    assert.isAbove(recorded.length, 200)
    assert.strictEqual(compiled(files), "")
  }, 240_000)
})
