/**
 * Uses the package in any runtime: a client, a server, a verifier, and an in-process emulator. Plain JavaScript for
 * runtimes without TypeScript, next to the packed package. Calls `done` after each part.
 */
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import { Emulator } from "latchkey/emulator"
import { createClient, createServer } from "latchkey/promise"
import { createVerifier } from "latchkey/verify"

const ada = { email: "ada@example.com", password: "correct horse battery staple" }

const hold = (claim, what) => {
  if (!claim) throw new Error(`Failed: ${what}`)
}

export const run = async (done) => {
  const runtime = ManagedRuntime.make(Emulator.layer({ users: [{ ...ada, displayName: "Ada" }] }))
  const platform = await runtime.runPromise(Effect.service(Emulator))
  const { clock, fetch, project, requests, sessions } = platform
  await done("emulator")

  const client = createClient({ ...project, fetch })
  const refused = await client.signIn.withPassword({ ...ada, password: "another" }).settled()
  hold(!refused.ok && refused.error._tag === "EmailPasswordMismatch", "a wrong password is a typed error")
  await client.signIn.withPassword(ada)
  hold((await client.currentUser.get())?.displayName === "Ada", "the user is read")
  clock.advance("1 hour")
  hold((await client.currentUser.get())?.displayName === "Ada", "an expired token is refreshed")
  hold(
    requests.list().filter(({ endpoint }) => endpoint === "oauth.refresh").length === 1,
    "an expired token is refreshed once"
  )
  await client.signOut()
  hold(await client.currentUser.get() === null, "no user is signed in after sign-out")
  await client.dispose()
  await done("client")

  const server = createServer({ ...project, fetch })
  const grace = await server.users.create({ primaryEmail: "grace@example.com" })
  const names = []
  for await (const user of server.users.stream()) names.push(user.primaryEmail)
  hold(names.includes("grace@example.com") && names.includes(ada.email), "all users are streamed")
  await server.dispose()
  await done("server")

  const token = Redacted.value((await sessions.start({ user: grace.id })).accessToken)
  const now = () => clock.now().getTime()
  const { verify } = createVerifier({ projectId: project.projectId, baseUrl: project.baseUrl, fetch, now })
  const { user } = await verify(token)
  hold(user.id === grace.id, "a token contains its user")
  const forged = await verify(`${token.slice(0, -4)}AAAA`).catch((error) => error)
  hold(forged._tag === "TokenRejected", "a forged token is rejected")
  await done("verifier")

  await runtime.dispose()
}
