/** Renders pages on the server for the user of the request. A test runs this program. */
import { type Client, reads, TokenStore, type User } from "latchkey"
import { startEmulator } from "latchkey/emulator"
import { createClient } from "latchkey/promise"
import { LatchkeyProvider, useUser } from "latchkey/react"
import { createAuthenticator, writeCookies } from "latchkey/verify"
import { renderToReadableStream } from "react-dom/server"

await using platform = await startEmulator({ users: [{ email: "ada@example.com", password: "correct horse" }] })
const { project } = platform

// #region app
/** The app, which is the same on the server and in the browser. In the browser, `project` has no `tokenStore`. */
const App = (props: { readonly project: Client.ClientOptions; readonly user: User | null }) => (
  <LatchkeyProvider project={props.project} initial={reads.initial(props.user)}>
    <Greeting />
  </LatchkeyProvider>
)

const Greeting = () => <p>Hello {useUser()?.primaryEmail ?? "stranger"}</p>
// #endregion

// #region page
const authenticator = createAuthenticator(project) // once, for all requests

const page = async (request: Request): Promise<Response> => {
  const authentication = await authenticator.authenticateRequest(request)
  if (authentication.status === "unavailable") return new Response("Try again in a moment.", { status: 503 })

  // acts as the user of this request, and only for this request
  const tokenStore = authentication.status === "signed-in" && authentication.by === "session"
    ? TokenStore.layerExplicit(authentication.tokens)
    : TokenStore.layerNone()
  const requestProject = { ...project, tokenStore }
  await using client = createClient(requestProject)
  const user = await client.currentUser.get()

  const html = await renderToReadableStream(<App project={requestProject} user={user} />)
  const response = new Response(html, { headers: { "content-type": "text/html" } })
  writeCookies(response.headers, authentication.setCookies)
  return response
}
// #endregion

const stranger = await page(new Request("https://app.example.com/"))
console.log(await stranger.text())

const [cookie] = await platform.sessions.cookies({ user: "ada@example.com", url: "https://app.example.com" })
const headers = { cookie: `${cookie?.name}=${cookie?.value}` }
const ada = await page(new Request("https://app.example.com/", { headers }))
console.log(await ada.text())

// an hour later, the access token has expired. The server refreshes it, and the browser gets a new cookie.
platform.clock.advance("1 hour")
const later = await page(new Request("https://app.example.com/", { headers }))
console.log(
  `${await later.text()}, ${later.headers.getSetCookie().length} cookie, ${later.headers.get("cache-control")}`
)
await authenticator.dispose()
