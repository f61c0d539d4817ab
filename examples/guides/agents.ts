/** An agent signs in to a person's account. `npm run example -- examples/guides/agents.ts` */
import { fetchHandler } from "latchkey/adapters"
import { type AgentRequest, agentsOf } from "latchkey/agents"
import { startEmulator } from "latchkey/emulator"
import { createClient } from "latchkey/promise"
import { createAuthenticator } from "latchkey/verify"

const ada = { email: "ada@example.com", password: "correct horse" }
await using platform = await startEmulator({ users: [ada], features: ["agents"], apps: ["agent-auth"] })
const { project } = platform
await using client = createClient(project)
await using browser = createClient(project)
await browser.signIn.withPassword(ada)

let show: (request: AgentRequest) => void = () => {}
const request = new Promise<AgentRequest>((resolve) => {
  show = resolve
})

// #region agent
const agents = agentsOf(client)
const signingIn = agents.signIn({
  name: "Release notes",
  description: "Writes the notes of each release",
  appUrl: "http://localhost:3000",
  show
})
// #endregion
const { code, url } = await request
console.log(`Approve the code ${code.replace(/\w/g, "X")} at ${url.replace(/code=.*/, "code=…")}`)

// #region person
const person = agentsOf(browser)
const { name } = await person.inspect({ code })
console.log(`${name} asks for access.`)
await person.approve({ code }) // or deny
// #endregion

await signingIn
console.log(`Working for ${(await client.currentUser.get({ or: "throw" })).primaryEmail}.`)

await using authenticator = createAuthenticator(project)
// #region human
const handle = fetchHandler(authenticator, () => new Response("signed"), { require: "user", human: true })
// #endregion
const statusFor = async (headers: HeadersInit) =>
  (await handle(new Request("http://localhost/sign", { method: "POST", headers }))).status
console.log(
  `The agent gets ${await statusFor(await client.authHeaders())}, Ada ${await statusFor(await browser.authHeaders())}.`
)
