/** An operation that requires a recent sign-in. `npm run example -- examples/guides/recentSignIn.ts` */
import { HttpApiEndpoint } from "effect/http-api"
import * as Schema from "effect/Schema"
import { fetchHandler } from "latchkey/adapters"
import { startEmulator } from "latchkey/emulator"
import { Freshness, RequireFresh, RequireUser } from "latchkey/http-api"
import { createClient } from "latchkey/promise"
import { createAuthenticator } from "latchkey/verify"

const ada = { email: "ada@example.com", password: "correct horse battery staple" }
await using platform = await startEmulator({ users: [ada] })
await using client = createClient({ ...platform.project, tokenStore: "memory" })
await using authenticator = createAuthenticator(platform.project)

await client.signIn.withPassword(ada)

// #region adapter
const deleteAccount = fetchHandler(
  authenticator,
  (_request, { userId }) => new Response(`deleted: ${userId !== ""}`),
  { require: "user", freshWithin: "5 minutes" }
)
// #endregion

// #region known
const closeAccount = fetchHandler(authenticator, () => new Response("closed"), {
  require: "user",
  freshWithin: { within: "1 hour", means: "known" }
})
// #endregion

// #region http-api
const remove = HttpApiEndpoint.post("remove", "/account/delete", { success: Schema.String })
  .annotate(Freshness, "5 minutes")
  .middleware(RequireFresh)
  .middleware(RequireUser)
// #endregion

const request = async () =>
  new Request("http://localhost:3000/account/delete", { method: "POST", headers: await client.authHeaders() })

platform.clock.advance("8 minutes")
const refused = await deleteAccount(await request())
console.log(`${remove.path}: ${refused.status} ${(await refused.json()).title}`)

await client.signIn.withPassword(ada)
console.log(await (await deleteAccount(await request())).text())
console.log(await (await closeAccount(await request())).text())
