/** Starts the Next.js app with an emulator. `npm run example -- examples/next/main.ts` */
import * as Redacted from "effect/Redacted"
import { startEmulator } from "latchkey/emulator"
import { spawn } from "node:child_process"
import { createRequire } from "node:module"

const platform = await startEmulator({
  users: [{ email: "ada@example.com", password: "correct horse", displayName: "Ada" }]
})

const next = createRequire(import.meta.url).resolve("next/dist/bin/next")

const app = spawn(process.execPath, [next, "dev", import.meta.dirname, "--hostname", "127.0.0.1", "--port", "0"], {
  stdio: ["ignore", "pipe", "inherit"],
  env: {
    ...process.env,
    NEXT_TELEMETRY_DISABLED: "1",
    NEXT_PUBLIC_HEXCLAVE_PROJECT_ID: platform.project.projectId,
    NEXT_PUBLIC_HEXCLAVE_PUBLISHABLE_CLIENT_KEY: Redacted.value(platform.project.publishableClientKey),
    NEXT_PUBLIC_HEXCLAVE_API_URL: platform.baseUrl
  }
})

console.log(`The platform is at ${platform.baseUrl}, sign in as ada@example.com with the password "correct horse"`)
app.stdout.on("data", (chunk: Buffer) => {
  const text = chunk.toString()
  const local = /Local:\s+(http:\S+)/.exec(text)?.[1]
  process.stdout.write(text)
  if (local !== undefined) console.log(`Listening on ${local}`)
})
process.on("SIGTERM", () => app.kill())
app.on("exit", (code) => process.exit(code ?? 0))
