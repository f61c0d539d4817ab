import { stackClientApp } from "./stack.ts"

/** Calls the app's own back end as the signed-in user. */
export const listTasks = async (): Promise<ReadonlyArray<string>> => {
  const user = await stackClientApp.getUser()
  if (user === null) return []
  const { accessToken } = await user.getAuthJson()
  const response = await fetch("/api/tasks", { headers: { "x-stack-access-token": accessToken ?? "" } })
  return await response.json() as ReadonlyArray<string>
}
