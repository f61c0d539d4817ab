/** Authenticates requests on a back end. The site shows this code in a sandbox. */
import { client, print, project } from "./prepared.ts"

// #region code
import { createAuthenticator } from "latchkey/verify"

const authenticator = createAuthenticator(project)

// a request from the app, with the session of its user
const request = new Request("http://localhost:3000/notes", { headers: await client.authHeaders() })
const { status } = await authenticator.authenticateRequest(request)
print(`the app's request is ${status}`)

const signedOut = await authenticator.authenticateRequest(new Request("http://localhost:3000/notes"))
print(`a request without a session is ${signedOut.status}`)
// #endregion
