/** Stores an encrypted value. The site shows this code in a sandbox. */
import { print, project } from "./prepared.ts"

// #region code
import { createServer, reveal } from "latchkey/promise"

const server = createServer({ ...project, allowServerKeysInBrowser: true })
const entry = { store: "keys", key: "user-42/openai", secret: "a secret of at least 32 characters" }

await server.dataVault.set({ ...entry, value: "sk-of-user-42" })
const value = await server.dataVault.get(entry)
print(`in a log: ${String(value)}`)
print(`revealed: ${value === null ? "nothing" : reveal(value)}`)
// #endregion
