/** Signs in, and refreshes the session an hour later. The site shows this code in a sandbox. */
import { client, emulator, print } from "./prepared.ts"

// #region code
await client.signIn.withPassword({ email: "ada@example.com", password: "correct horse battery staple" })

// an hour later, the access token has expired
emulator.clock.advance("1 hour")
await Promise.all([client.currentUser.get(), client.teams.list(), client.sessions.list()])

const requests = emulator.requests.list()
print(`${requests.length} requests so far`)
print(`${requests.filter(({ endpoint }) => endpoint === "oauth.refresh").length} of them refreshed the session`)
// #endregion
