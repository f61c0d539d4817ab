/** The CLI prints no secret, regardless of its arguments and the response. docs/laws.md P1, M7. */
import { mkdirSync, writeFileSync } from "node:fs"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import * as path from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { command } from "../src/cli/command.ts"
import { projectId } from "./support/contract/project.ts"
import { commandIn } from "./support/processes/command.ts"
import { canaries, shownIn } from "./support/suite/canaries.ts"

/** Server that repeats every request in an error's message. */
let platform: Server
let baseUrl: string
let arrived = 0

beforeAll(async () => {
  platform = createServer(async (request, response) => {
    arrived++
    let requestText = `${request.method} ${request.url} ${JSON.stringify(request.headers)} `
    for await (const part of request) requestText += String(part)
    response.writeHead(400, { "content-type": "application/json" })
    response.end(JSON.stringify({ code: "SCHEMA_ERROR", error: requestText, details: { message: requestText } }))
  })
  await new Promise<void>((resolve) => platform.listen(0, "127.0.0.1", resolve))
  baseUrl = `http://127.0.0.1:${(platform.address() as AddressInfo).port}`
})

afterAll(() => {
  platform.close()
  assert.isAtLeast(arrived, 4, "doctor and login send requests, with text and JSON output")
})

/** Arguments of each command. `undefined`: the command starts its own emulator, and has its own tests. */
const runs: {
  readonly [name: string]: ReadonlyArray<{ readonly args: ReadonlyArray<string>; readonly stdin?: string }> | undefined
} = {
  emulator: [
    { args: ["--port", "no port"] },
    { args: ["--port", "0", "--webhook", "not a url"] },
    { args: ["--port", "0", "--webhook", "http://127.0.0.1:9", "--webhook-secret", canaries.webhookSecret] },
    { args: ["--port", "0", "--webhook", `http://ann:${canaries.password}@127.0.0.1:9`] },
    { args: ["--port", "0", "--smtp", `ann:${canaries.password}@127.0.0.1:9`] },
    { args: ["--port", "0", "--seed", "seed.json"] },
    { args: ["--port", "0", "--state", "seed.json"] }
  ],
  demo: undefined,
  init: [{ args: [] }, { args: ["--dry-run"] }],
  migrate: [{ args: [] }, { args: ["--dry-run"] }, { args: ["--yes"] }, { args: ["--undo"] }],
  doctor: [{ args: [] }, { args: ["--app-url", "http://localhost:3000"] }],
  watch: [{ args: ["spans.json"] }, { args: ["seed.json"] }, { args: [canaries.secretServerKey] }],
  login: [
    { args: ["--app-url", "http://localhost:3000", "--no-browser"] },
    { args: ["--app-url", "not a url"] },
    { args: ["--app-url", `ftp://ann:${canaries.password}@app.example.com`] },
    { args: ["--app-url", `https://ann:${canaries.password}@app.example.com`] }
  ],
  whoami: [{ args: [] }],
  logout: [{ args: [] }],
  errors: [{ args: [] }, { args: [canaries.secretServerKey] }],
  token: [
    { args: ["inspect"], stdin: canaries.accessToken },
    { args: ["inspect"], stdin: canaries.refreshToken },
    { args: ["inspect"], stdin: `${canaries.accessToken}.${canaries.apiKey}` },
    { args: ["inspect", canaries.accessToken] }
  ]
}

const commands = command.subcommands.flatMap(({ commands }) => commands.map(({ name }) => name))

describe("P1 M7: latchkey prints no secret", () => {
  const at = commandIn()

  it("every command of latchkey is tested for printed secrets", () => {
    assert.deepStrictEqual(commands.toSorted(), Object.keys(runs).toSorted())
  })

  for (const [name, ways] of Object.entries(runs)) {
    it(`P1 M7: latchkey prints no secret in ${name}`, async () => {
      const cwd = path.join(at.folder, name)
      mkdirSync(cwd, { recursive: true })
      const secrets = { projects: [{ id: 1, secretServerKey: canaries.secretServerKey }], password: canaries.password }
      writeFileSync(path.join(cwd, "seed.json"), `${JSON.stringify(secrets)} and then`)
      const span = { attributes: { "http.request.method": "GET", "url.template": "/users" }, name: canaries.password }
      writeFileSync(path.join(cwd, "spans.json"), JSON.stringify([span]))
      const env = {
        STACK_API_URL: baseUrl,
        STACK_PROJECT_ID: projectId,
        STACK_PUBLISHABLE_CLIENT_KEY: canaries.publishableClientKey,
        STACK_SECRET_SERVER_KEY: canaries.secretServerKey,
        STACK_SUPER_SECRET_ADMIN_KEY: canaries.superSecretAdminKey,
        LATCHKEY_WEBHOOK_SECRET: canaries.webhookSecret
      }
      for (const { args, stdin = "" } of ways ?? []) {
        for (const flags of [[], ["--json"]]) {
          const { code, errors, output } = await at.runHere([name, ...args, ...flags], { cwd, env, stdin })

          assert.notStrictEqual(
            output + errors,
            "",
            `latchkey ${name} ${args.join(" ")} printed nothing, exit code ${code}`
          )
          assert.deepStrictEqual(shownIn(output + errors), [], `latchkey ${name} ${args.join(" ")}`)
        }
      }
    })
  }
})
