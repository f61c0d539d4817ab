/**
 * Three servers onboard a customer. The server that creates the team is killed while doing so, and another server
 * continues. `npm run example -- examples/workflow/main.ts`. Set DATABASE to the address of a PostgreSQL database to
 * use it instead of SQLite.
 */
import { defaultProject, startEmulator } from "latchkey/emulator"
import { createServer } from "latchkey/promise"
import { mkdtemp, rm } from "node:fs/promises"
import * as os from "node:os"
import * as path from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { startRunner } from "./processes.ts"

const mailServer = {
  type: "standard",
  host: "127.0.0.1",
  port: 2525,
  username: "mailer",
  password: "mailer",
  senderName: "Example",
  senderEmail: "hello@example.com"
} as const

await using platform = await startEmulator({
  config: { emailConfig: mailServer },
  payments: {
    products: {
      pro: { displayName: "Pro", customerType: "team", prices: { monthly: { USD: "20", interval: [1, "month"] } } }
    }
  }
})
const directory = await mkdtemp(path.join(os.tmpdir(), "latchkey-workflow-"))

let isKilled = false
const start = async (name: string) => {
  const runner = await startRunner(name, {
    database: process.env["DATABASE"] ?? path.join(directory, "work.db"),
    platform: platform.baseUrl,
    project: { projectId: defaultProject.id, secretServerKey: defaultProject.secretServerKey },
    webhookSecret: "whsec_YSBzZWNyZXQgb2YgdGhlIHdlYmhvb2tzIGluIHRoZSBleGFtcGxl",
    onLine: (line) => {
      const step = /step .*/.exec(line)?.[0]
      if (step === undefined) return
      console.log(step)
      if (step !== "step team" || isKilled) return
      isKilled = true
      console.log("killed")
      void runner.kill()
    }
  })
  await runner.ready
  return runner
}
const runners = await Promise.all(["1", "2", "3"].map(start))

const onboard = async (): Promise<Response> => {
  for (let turn = 0;; turn++) {
    const { url } = runners[turn % runners.length]!
    const response = await fetch(`${url}/customers/acme`, {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: "ada@acme.example", company: "Acme", plan: "pro" })
    }).catch(() => undefined)
    if (response !== undefined) return response
    await sleep(200) // the server was killed, so try the next one
  }
}
const response = await onboard()
const text = await response.text()
console.log(response.status === 200 ? "onboarded" : text)

await using server = createServer({ ...platform.project, baseUrl: platform.baseUrl })
console.log(`users: ${(await server.users.list()).length}, teams: ${(await server.teams.list()).length}`)
console.log(`emails: ${(await server.emailOutbox.list()).items.length}`)

await Promise.all(runners.map((runner) => runner.kill()))
await rm(directory, { recursive: true })
