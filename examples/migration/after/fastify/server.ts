import fastify from "fastify"
import { type ServerUser, UserNotFound } from "latchkey/promise"
import { userIdOf } from "./auth.ts"
import { stackServerApp } from "./stack.ts"

export const app = fastify()

/** Returns a user; null for an unknown id. */
const userById = async (userId: string): Promise<ServerUser | null> => {
  const found = await stackServerApp.users.get({ userId }).settled()
  if (found.ok) return found.value
  if (found.error instanceof UserNotFound) return null
  throw found.error
}

interface Renaming {
  readonly Params: { readonly id: string }
  readonly Body: { readonly name: string }
}

app.addHook("preHandler", async (request, reply) => {
  if (await userIdOf(request) === undefined) return reply.code(401).send({ error: "Sign in first." })
})

app.get("/me", async (request) => ({ id: await userIdOf(request) }))

app.get("/users", async () => {
  const users = await stackServerApp.users.list({ limit: 50 })
  return users.map((user) => ({ id: user.id, name: user.displayName }))
})

app.get<{ Params: { readonly id: string } }>("/users/:id", async (request, reply) => {
  const user = await userById(request.params.id)
  if (user === null) return reply.code(404).send({ error: "There is no such user." })
  return { id: user.id, name: user.displayName, email: user.primaryEmail }
})

app.patch<Renaming>("/users/:id", async (request, reply) => {
  const user = await userById(request.params.id)
  if (user === null) return reply.code(404).send({ error: "There is no such user." })
  await stackServerApp.users.update({
    userId: user.id,
    displayName: request.body.name,
    serverMetadata: { renamed: true }
  })
  return { ok: true }
})

app.delete<{ Params: { readonly id: string } }>("/users/:id", async (request, reply) => {
  const user = await userById(request.params.id)
  await (user && stackServerApp.users.delete({ userId: user.id }))
  return reply.code(204).send()
})

app.get("/teams", async () => {
  const teams = await stackServerApp.teams.list()
  return teams.map(({ displayName }) => displayName)
})

app.post<{ Body: { readonly name: string; readonly userId: string } }>("/teams", async (request) => {
  const team = await stackServerApp.teams.create({ displayName: request.body.name })
  await stackServerApp.teams.addMember({ teamId: team.id, userId: request.body.userId })
  return { id: team.id }
})
