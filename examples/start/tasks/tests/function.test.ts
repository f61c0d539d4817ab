/** The task of the guide to serverless functions: a test calls the function without a platform of functions. */
import { startEmulator } from "latchkey/emulator"
import { createServer } from "latchkey/promise/standalone"
import { expect, test } from "vitest"

const handlerOf = (server: ReturnType<typeof createServer>) => async (request: Request): Promise<Response> => {
  const email = new URL(request.url).searchParams.get("email") ?? ""
  const users = await server.users.list({ query: email, limit: 10 })
  return Response.json(users.map(({ displayName, primaryEmail }) => displayName ?? primaryEmail))
}

test("the function finds a user by address", async () => {
  await using platform = await startEmulator({ users: [{ email: "ada@example.com" }, { email: "bob@example.com" }] })
  await using server = createServer(platform.project)
  const handler = handlerOf(server)

  const response = await handler(new Request("https://functions.test/?email=ada@example.com"))

  expect(await response.json()).toEqual(["ada@example.com"])
})
