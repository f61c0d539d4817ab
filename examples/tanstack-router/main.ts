/**
 * An app with TanStack Router, which guards pages before they load. `npm run example examples/tanstack-router/main.ts`
 */
import * as Redacted from "effect/Redacted"
import { startEmulator } from "latchkey/emulator"
import { fileURLToPath } from "node:url"
import { serve } from "../react-router/serve.ts"

const platform = await startEmulator({
  users: [{ email: "ada@example.com", password: "correct horse", displayName: "Ada" }]
})

const { projectId, publishableClientKey } = platform.project
const project = { projectId, publishableClientKey: Redacted.value(publishableClientKey), baseUrl: platform.baseUrl }
const { url } = await serve(fileURLToPath(new URL(".", import.meta.url)), project)
console.log(`Sign in on ${url} as ada@example.com with the password "correct horse"`)
