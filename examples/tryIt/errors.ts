/** Handles errors by name, by family and by reason. The site shows this code in a sandbox. */
import { client, emulator, print } from "./prepared.ts"

// #region code
import { CallError, PasswordRequirementsNotMet, UserWithEmailAlreadyExists } from "latchkey/promise"

const accounts = [
  { email: "grace@example.com", password: "short" },
  { email: "ada@example.com", password: "amazing grace hopper" },
  { email: "grace@example.com", password: "amazing grace hopper" }
]

for (const account of accounts) {
  try {
    await client.signUp.withPassword(account)
  } catch (error) {
    if (error instanceof PasswordRequirementsNotMet) print(`password: ${error.message}`)
    else if (error instanceof UserWithEmailAlreadyExists) print(`email: ${error.message}`)
    else if (error instanceof CallError && error.reason._tag === "RateLimited") print("Wait a little.")
    else throw error
  }
}

// the code doesn't handle this server error
emulator.faults.add({ endpoint: "users.getMe", times: 1, respond: { type: "serverError" } })
await client.currentUser.get()
// #endregion
