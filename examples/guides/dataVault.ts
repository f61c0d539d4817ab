/** Encrypted values that only the back end can read. `npm run example -- examples/guides/dataVault.ts` */
import * as Redacted from "effect/Redacted"
import { startEmulator } from "latchkey/emulator"
import { createServer } from "latchkey/promise"

await using platform = await startEmulator({ dataVaultStores: ["keys"] })
await using server = createServer(platform.project)

// in your app, read the secret from an environment variable, like the server key
const secret = "hXk3cJ9Zq0f6p2T8vN5yR1wLs7uDmE4a"

// #region vault
const keyOf = (userId: string) => ({ store: "keys", key: `${userId}/openai`, secret })

await server.dataVault.set({ ...keyOf("user-42"), value: "sk-of-user-42" })
const stored = await server.dataVault.get(keyOf("user-42"))
console.log(`stored: ${stored}`)
console.log(`readable for the back end: ${stored !== null && Redacted.value(stored).length} characters`)
// #endregion

console.log(`of another user: ${await server.dataVault.get(keyOf("user-43"))}`)
