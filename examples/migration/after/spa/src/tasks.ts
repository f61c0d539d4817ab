import { stackClientApp } from "./stack.ts"

/** Calls the app's own back end as the signed-in user. */
export const listTasks = async (): Promise<ReadonlyArray<string>> => {
  const user = await stackClientApp.currentUser.get()
  if (user === null) return []
  const { accessToken } = await stackClientApp.authJson()
  const response = await fetch("/api/tasks", { headers: { "x-stack-access-token": accessToken ?? "" } })
  return await response.json() as ReadonlyArray<string>
}
