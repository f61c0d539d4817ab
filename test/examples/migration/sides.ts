/** Both sides of a migrated app, and what each of them does on its own emulator. */
import { onTestFinished, vi } from "vitest"
import { type RunningEmulator, startEmulator } from "../../../src/emulator/index.ts"
import { reveal } from "../../../src/promise/index.ts"

/** The original app, and the app after the move. */
export type Side = "after" | "before"

export const ada = { email: "ada@example.com", password: "correct horse battery staple", displayName: "Ada" }

/** Starts an emulator, and sets the variables of the environment with which an app finds it. */
export const platformFor = async (users: ReadonlyArray<typeof ada> = [ada]) => {
  const platform = await startEmulator({ users: [...users], config: { clientTeamCreationEnabled: true } })
  onTestFinished(() => platform.close())
  const { projectId, publishableClientKey, secretServerKey } = platform.project
  const settings: { readonly [name: string]: string } = Object.fromEntries(
    ["STACK", "HEXCLAVE"].flatMap((brand) =>
      [brand, `VITE_${brand}`].flatMap((prefix) => [
        [`${prefix}_PROJECT_ID`, projectId],
        [`${prefix}_PUBLISHABLE_CLIENT_KEY`, reveal(publishableClientKey)],
        [`${prefix}_API_URL`, platform.baseUrl],
        ...(prefix === brand ? [[`${brand}_SECRET_SERVER_KEY`, reveal(secretServerKey)]] : [])
      ])
    )
  )
  onTestFinished(() => void vi.unstubAllEnvs())
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value)
  return { platform, settings }
}

/** Returns the requests that change something, in order. Both sides may read and refresh at other times. */
export const writesAt = ({ requests }: RunningEmulator): ReadonlyArray<string> =>
  requests.list().filter(({ method, path }) => method !== "GET" && path !== "/auth/oauth/token")
    .map(({ method, path, status }) => `${method} ${path} ${status}`)
