import { HexclaveClientApp } from "@hexclave/js"
import { readFileSync, writeFileSync } from "node:fs"

const file = process.env["SESSION_FILE"] ?? "session.json"

const storedToken = (): string | undefined => {
  try {
    return readFileSync(file, "utf8")
  } catch {
    return undefined
  }
}

const login = async (): Promise<string> => {
  const app = new HexclaveClientApp({ tokenStore: "memory" })
  const result = await app.promptCliLogin({
    appUrl: process.env["APP_URL"] ?? "",
    promptLink: (url: string) => console.log(`Open ${url}`)
  })
  if (result.status === "error") throw result.error
  writeFileSync(file, result.data, { mode: 0o600 })
  return result.data
}

const refreshToken = storedToken() ?? await login()
const app = new HexclaveClientApp({ tokenStore: { refreshToken, accessToken: "" } })
const user = await app.getUser({ or: "throw" })
console.log(`You are ${user.primaryEmail}`)
