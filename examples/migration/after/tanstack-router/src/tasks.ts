import { stackClientApp } from "./stack.ts"

/** Calls the app's own back end, which verifies the token with the project's public keys. */
export const callApi = async (path: string): Promise<unknown> => {
  const user = await stackClientApp.currentUser.get()
  const token = await (user && stackClientApp.authJson())
  const response = await fetch(`${import.meta.env.VITE_API_URL}${path}`, {
    headers: { "x-stack-access-token": token?.accessToken ?? "" }
  })
  return response.ok ? await response.json() : undefined
}
