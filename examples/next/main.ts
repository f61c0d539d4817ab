/** Next.js with the app router, on the embedded platform. `npm run example -- examples/next/main.ts` */
import * as Redacted from "effect/Redacted"
import { build } from "esbuild"
import { startEmulator } from "latchkey/emulator"
import { spawn } from "node:child_process"
import { createRequire } from "node:module"

const platform = await startEmulator({ users: [{ email: "ada@example.com", password: "correct horse" }] })

// an application installs the package; here it is the folder above, in one piece, which Next.js compiles twice as fast
await build({
  absWorkingDir: import.meta.dirname,
  entryPoints: [
    { in: "../../src/adapters/index.ts", out: "adapters" },
    { in: "../../src/verify.ts", out: "verify" }
  ],
  outdir: ".library",
  conditions: ["latchkey-source"],
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node"
})

const next = createRequire(import.meta.url).resolve("next/dist/bin/next")

const app = spawn(process.execPath, [next, "dev", import.meta.dirname, "--hostname", "127.0.0.1", "--port", "0"], {
  stdio: ["ignore", "pipe", "inherit"],
  env: {
    ...process.env,
    NEXT_TELEMETRY_DISABLED: "1",
    STACK_PROJECT_ID: platform.project.id,
    STACK_PUBLISHABLE_CLIENT_KEY: Redacted.value(platform.project.publishableClientKey),
    STACK_SECRET_SERVER_KEY: Redacted.value(platform.project.secretServerKey),
    STACK_API_URL: platform.baseUrl
  }
})

console.log(`The platform is at ${platform.baseUrl}`)
app.stdout.on("data", (chunk: Buffer) => {
  const text = chunk.toString()
  const local = /Local:\s+(http:\S+)/.exec(text)?.[1]
  process.stdout.write(text)
  if (local !== undefined) console.log(`Listening on ${local}`)
})
process.on("SIGTERM", () => app.kill())
app.on("exit", (code) => process.exit(code ?? 0))
