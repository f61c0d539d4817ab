/** The apps of `examples/migration/after` on the emulator. */
import { mkdtempSync, rmSync } from "node:fs"
import type { AddressInfo, Server } from "node:net"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { afterAll, assert, beforeAll, describe, it, onTestFinished, vi } from "vitest"
import { type RunningEmulator, startEmulator } from "../../../src/emulator/index.ts"
import { createClient, reveal } from "../../../src/promise/index.ts"
import { startExample } from "../../support/processes/runExample.ts"

const ada = { email: "ada@example.com", password: "correct horse battery staple", displayName: "Ada" }

describe("examples/migration", () => {
  let platform: RunningEmulator
  let settings: { readonly [name: string]: string }

  beforeAll(async () => {
    platform = await startEmulator({ users: [ada] })
    const { projectId, publishableClientKey, secretServerKey } = platform.project
    settings = {
      STACK_PROJECT_ID: projectId,
      STACK_PUBLISHABLE_CLIENT_KEY: reveal(publishableClientKey),
      STACK_SECRET_SERVER_KEY: reveal(secretServerKey),
      STACK_API_URL: platform.baseUrl,
      HEXCLAVE_PROJECT_ID: projectId,
      HEXCLAVE_PUBLISHABLE_CLIENT_KEY: reveal(publishableClientKey),
      HEXCLAVE_API_URL: platform.baseUrl
    }
  })

  afterAll(() => platform.close())

  /** Sets the variables of the environment, and loads a module that reads them. */
  const inEnvironment = async <Module>(load: () => Promise<Module>): Promise<Module> => {
    for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value)
    onTestFinished(() => void vi.unstubAllEnvs())
    return load()
  }

  it("the moved back end accepts the header of pages that haven't moved, and rejects other requests with 401", async () => {
    const { app } = await inEnvironment(() => import("../../../examples/migration/after/back-end/server.ts"))
    const server: Server = await new Promise((resolve) => {
      const started = app.listen(0, "127.0.0.1", () => resolve(started))
    })
    onTestFinished(() => void server.close())
    const notes = `http://127.0.0.1:${(server.address() as AddressInfo).port}/notes`
    await using client = createClient(platform.project)
    const { userId } = await client.signIn.withPassword(ada)
    const { accessToken } = await client.authJson()

    const accepted = await fetch(notes, { headers: { "x-stack-access-token": accessToken! } })

    assert.deepStrictEqual(await accepted.json(), [`Notes of ${userId}`])
    assert.strictEqual((await fetch(notes)).status, 401)
    assert.strictEqual((await fetch(notes, { headers: { "x-stack-access-token": "no token" } })).status, 401)
  })

  it("the moved script creates a user with metadata, and lists all users", async () => {
    const { invite } = await inEnvironment(() => import("../../../examples/migration/after/back-end/admin.ts"))

    const names = await invite("grace@example.com")

    assert.includeMembers([...names], ["Ada", "grace@example.com"])
  })

  it("the moved tool signs in, renames the user and signs out, and prints the message of a refused sign-in", async () => {
    const run = (password: string) =>
      startExample("migration/after/tool/main.ts", { ...settings, EMAIL: ada.email, PASSWORD: password }).end()

    const accepted = await run(ada.password)
    const refused = await run("wrong")

    assert.deepStrictEqual(accepted, { code: 0, output: "ada@example.com has 0 teams\n" })
    assert.strictEqual(refused.code, 1)
    assert.include(refused.output, "Wrong e-mail or password")
  })

  it("the moved tool signs in through the browser once, and is signed in on its next run", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "moved-"))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const env = { ...settings, APP_URL: "https://app.example.com", SESSION_FILE: path.join(folder, "session.json") }
    await using browser = createClient(platform.project)
    await browser.signIn.withPassword(ada)

    const first = startExample("migration/after/tool/login.ts", env)
    const [, url] = await first.prints(/Open (\S+)/)
    await browser.cliLogin.confirm({ loginCode: new URL(url!).searchParams.get("login_code")! })

    assert.include((await first.end()).output, "You are ada@example.com")
    assert.deepStrictEqual(await startExample("migration/after/tool/login.ts", env).end(), {
      code: 0,
      output: "You are ada@example.com\n"
    })
  })
})
