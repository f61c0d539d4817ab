/**
 * Uses the most important names of the most important entries. The expected errors below prove that the compiler reads
 * the types.
 */
import * as Effect from "effect/Effect"
import { Client, currentUser, signIn } from "latchkey"
import { latchkeyHono, nodeHttp } from "latchkey/adapters"
import { startEmulator } from "latchkey/emulator"
import * as users from "latchkey/endpoints/users"
import { createClient, createServer, EmailPasswordMismatch } from "latchkey/promise"
import { LatchkeyProvider, useUser } from "latchkey/react"
import { LatchkeyHandler } from "latchkey/react/screens"
import { Users } from "latchkey/schemas"
import { createAuthenticator, createVerifier } from "latchkey/verify"

const project = { projectId: "internal", publishableClientKey: "pck" }
const ada = { email: "ada@example.com", password: "correct horse battery staple" }

export const asPromises = async (): Promise<string | null> => {
  const client = createClient(project)
  const refused = await client.signIn.withPassword(ada).settled()
  if (!refused.ok && refused.error instanceof EmailPasswordMismatch) return refused.error.message
  const user = await client.calls.users.getMe()
  // @ts-expect-error a name is text or null
  const wrong: number = user.displayName
  return wrong === undefined ? null : user.displayName
}

export const asEffects: Effect.Effect<string | null> = Effect.gen(function*() {
  yield* signIn.withPassword(ada)
  const user = yield* currentUser.get({ or: "throw" })
  return user.displayName
}).pipe(
  Effect.catchTag("EmailPasswordMismatch", (error) => Effect.succeed(error.message)),
  Effect.provide(Client.layer(project)),
  Effect.orDie
)

// @ts-expect-error its failures are not caught
// @effect-diagnostics-next-line missingEffectError:off
export const uncaught: Effect.Effect<unknown> = Effect.provide(signIn.withPassword(ada), Client.layer(project))

export const sameCall: typeof Users.getMe = users.getMe

export const backEnd = async (token: string): Promise<ReadonlyArray<string>> => {
  const server = createServer({ ...project, secretServerKey: "ssk" })
  const { verify } = createVerifier({ projectId: project.projectId })
  const { user } = await verify(token)
  const created = await server.users.create({ primaryEmail: ada.email })
  // @ts-expect-error an address is text
  await server.users.create({ primaryEmail: 1 })
  return [user.id, created.id]
}

const authenticator = createAuthenticator({ projectId: project.projectId })

export const adapters = [latchkeyHono(authenticator, { require: "user" }), nodeHttp(authenticator)]

export const emulated = async (): Promise<string> => {
  await using platform = await startEmulator({ users: [ada] })
  return platform.baseUrl
}

const Name = () => <p>{useUser()?.displayName}</p>

export const Page = () => (
  <LatchkeyProvider project={project}>
    <Name />
    <LatchkeyHandler />
  </LatchkeyProvider>
)
