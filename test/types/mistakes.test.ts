/** The compiler's messages for the most frequent mistakes. */
import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "vitest"
import { compilerLine } from "../support/processes/compiler.ts"

const root = fileURLToPath(new URL("../../", import.meta.url))

const program = `
import * as Effect from "effect/Effect"
import express from "express"
import { read, useAction, useRead, useRunEffect } from "${root}react/index.ts"
import { Users } from "${root}schemas/index.ts"
import { latchkeyExpress, sessionOf, userOf } from "${root}src/backend/adapters/index.ts"
import type { AuthenticatorLike } from "${root}src/backend/adapters/index.ts"
import { Client, signOut } from "${root}src/index.ts"
import { makeAsync } from "${root}src/promise/index.ts"

declare const authenticator: AuthenticatorLike

export const Component = () => {
  const runEffect = useRunEffect()
  void runEffect(fetch("/notes"))
  void runEffect(signOut)
  void runEffect(Users.list())
  useAction(() => Users.list())
  useAction(() => {})
  useRead(read("users", Users.list()))
  useRead(signOut())
}

express().get("/", latchkeyExpress(authenticator), (request) => {
  userOf(request)
  sessionOf(request)
  userOf("request")
})

makeAsync({ list: Users.list }, Client.layer())
makeAsync({ signOut }, Client.layerNoProject())
makeAsync({ signOut }, {})
`

/** Returns the lines of the program that have an error, each with the sentence in the compiler's message. */
const messages = (): ReadonlyArray<readonly [line: string, sentence: string]> => {
  const folder = mkdtempSync(path.join(tmpdir(), "latchkey-"))
  try {
    symlinkSync(path.join(root, "node_modules"), path.join(folder, "node_modules"), "junction")
    const file = path.join(folder, "program.ts")
    writeFileSync(file, program)
    const options = ["--target", "es2022", "--module", "nodenext", "--strict", "--exactOptionalPropertyTypes"]
    const style = ["--ignoreConfig", "--noEmit", "--skipLibCheck", "--allowImportingTsExtensions"]
    execFileSync(process.execPath, [...compilerLine, ...options, ...style, file], { cwd: folder, encoding: "utf8" })
    return []
  } catch (error) {
    const { stdout } = error as { readonly stdout: string }
    const lines = program.split("\n")
    return stdout.split(/\n(?=\S)/).flatMap((each) => {
      const [, line, message = ""] = /program\.ts\((\d+),\d+\): error TS\d+: (.*)/.exec(each) ?? []
      if (line === undefined) return []
      return [[lines[Number(line) - 1]!.trim(), /not assignable to .*?'.*?"(.*)"'\.$/.exec(message)?.[1] ?? message]]
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

describe("the compiler", () => {
  it("the compiler explains the most likely mistakes in one sentence", () => {
    const effects = "and only effects can run here."
    const secretKey =
      "This needs a secret key, which a page must not contain. Call it in your back end, with Server.layer "
      + "or Admin.layer."
    const lets = (require: string) =>
      `The middleware of this handler lets other requests through: give it { require: '${require}' }, or use `
      + "authenticationOf(request)."

    assert.deepStrictEqual(messages(), [
      [
        "void runEffect(fetch(\"/notes\"))",
        `This is a promise, ${effects} Await the promise, or pass a function that returns it to useAction.`
      ],
      [
        "void runEffect(signOut)",
        `This is a function, ${effects} Call the function, and pass the effect that it returns.`
      ],
      ["void runEffect(Users.list())", secretKey],
      ["useAction(() => Users.list())", secretKey],
      ["useAction(() => {})", "The function of useAction must return an effect or a promise."],
      ["useRead(read(\"users\", Users.list()))", secretKey],
      ["useRead(signOut())", "This is not a read. Declare one outside the component with read(key, effect)."],
      ["userOf(request)", lets("user")],
      ["sessionOf(request)", lets("session")],
      ["userOf(\"request\")", "Pass Express's request or Hono's context."],
      [
        "makeAsync({ list: Users.list }, Client.layer())",
        "The layer lacks a service that the functions need. Use Server.layer or Admin.layer for calls of back ends, and add "
        + "your own layers with Layer.merge."
      ],
      [
        "makeAsync({ signOut }, Client.layerNoProject())",
        "The layer needs other layers. Provide them with Layer.provide."
      ],
      [
        "makeAsync({ signOut }, {})",
        "This is not a layer. Pass one, such as Client.layer({ projectId, publishableClientKey })."
      ]
    ])
  })
})
