/** Neon with Latchkey's session. */
import { neon } from "@neondatabase/serverless"
import type { LatchkeyClient } from "latchkey/promise"

const signedOut = (): never => {
  throw new Error("Sign in first.")
}

// #region data-api
/** Requests rows from Neon's Data API. `api` is its address in the console. */
export const notesIn = async (client: Pick<LatchkeyClient, "accessToken">, api: string) => {
  const token = await client.accessToken() ?? signedOut()
  const response = await fetch(`${api}/notes?select=*`, { headers: { authorization: `Bearer ${token}` } })
  if (!response.ok) throw new Error(`The notes can't be loaded: ${response.status}`)
  return await response.json() as ReadonlyArray<{ readonly text: string }>
}
// #endregion

// #region driver
/** Creates Neon's driver. `url` is the connection string of the role `authenticated`. */
export const sqlOf = (client: Pick<LatchkeyClient, "accessToken">, url: string) =>
  neon(url, { authToken: async () => await client.accessToken() ?? signedOut() })
// #endregion
