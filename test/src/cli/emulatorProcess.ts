/** `latchkey emulator` as a process, and requests to it. */
import { defaultProject } from "../../../src/emulator/index.ts"
import type { commandIn } from "../../support/processes/command.ts"

/** Runs `latchkey emulator` on a free port, as a process if it should listen, and in this process if it should fail. */
export const emulatorOf = (at: ReturnType<typeof commandIn>) => ({
  start: (args: ReadonlyArray<string>) => {
    const { says, ...process } = at.start(["emulator", "--port", "0", ...args])
    return { says, ...process, listening: async () => (await says(/listens on (\S+)\n/))[1]! }
  },
  refuse: (...args: ReadonlyArray<string>) => at.runHere(["emulator", "--port", "0", ...args])
})

/** Headers of a request with the server key. */
export const serverHeaders = {
  "x-stack-access-type": "server",
  "x-stack-project-id": defaultProject.id,
  "x-stack-secret-server-key": defaultProject.secretServerKey
}

/** Sends a request with the server key. */
export const ask = async (url: string, method = "GET", json?: unknown) => {
  const response = await fetch(url, {
    method,
    headers: { ...serverHeaders, ...(json === undefined ? {} : { "content-type": "application/json" }) },
    ...(json === undefined ? {} : { body: JSON.stringify(json) })
  })
  return { status: response.status, json: await response.json() as any }
}

export const createUser = (baseUrl: string, email: string) =>
  ask(`${baseUrl}/api/v1/users`, "POST", { primary_email: email, primary_email_auth_enabled: true })

/** Returns the primary email addresses of all users. */
export const emailsAt = async (baseUrl: string) =>
  (await ask(`${baseUrl}/api/v1/users`)).json.items.map((user: any) => user.primary_email)
