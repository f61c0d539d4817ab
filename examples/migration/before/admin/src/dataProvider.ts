import { stackClientApp } from "./stack.ts"

/** Gets a list of the app's own back end. */
export const getList = async (resource: string): Promise<unknown> => {
  const tokens = await (await stackClientApp.getUser())?.getAuthJson()
  const response = await fetch(`${import.meta.env.VITE_API_URL}/${resource}`, {
    headers: { "x-stack-access-token": tokens?.accessToken ?? "" }
  })
  if (!response.ok) throw new Error(`The back end responded with ${response.status}.`)
  return await response.json()
}
