/** Serves `worker.ts` with Node. `npm run example -- examples/worker/main.ts` */
import { serve } from "@hono/node-server"
import * as Redacted from "effect/Redacted"
import { startEmulator } from "latchkey/emulator"
import worker, { type Env } from "./worker.ts"

const platform = await startEmulator({ users: [{ email: "ada@example.com", password: "correct horse" }] })

const env: Env = {
  HEXCLAVE_PROJECT_ID: platform.project.projectId,
  HEXCLAVE_PUBLISHABLE_CLIENT_KEY: Redacted.value(platform.project.publishableClientKey),
  HEXCLAVE_SECRET_SERVER_KEY: Redacted.value(platform.project.secretServerKey),
  HEXCLAVE_API_URL: platform.baseUrl
}

serve({ fetch: (request) => worker.fetch(request, env), hostname: "127.0.0.1", port: 0 }, ({ port }) => {
  console.log(`The platform is at ${platform.baseUrl}`)
  console.log(`Listening on http://127.0.0.1:${port}`)
})
