/** The task of the guide to errors: the emulator causes failures, and the test reads their fields. */
import { startEmulator } from "latchkey/emulator"
import { createClient, createServer, EmailPasswordMismatch } from "latchkey/promise"
import { expect, test } from "vitest"

const ada = { email: "ada@example.com", password: "correct horse battery staple" }

test("a wrong password is an error of its own, and an outage another", async () => {
  await using platform = await startEmulator({ users: [ada] })
  await using client = createClient(platform.project)
  const signIn = (password: string) => client.signIn.withPassword({ ...ada, password }).settled()

  const mistyped = await signIn("wrong horse")
  expect(mistyped.ok ? undefined : mistyped.error).toBeInstanceOf(EmailPasswordMismatch)

  platform.faults.add({ endpoint: "password.signIn", times: 1, respond: { type: "serverError" } })
  const failed = await signIn(ada.password)
  expect(failed.ok ? undefined : failed.error).toMatchObject({
    _tag: "CallError",
    reason: { _tag: "HttpFailure", status: 500 }
  })

  expect((await signIn(ada.password)).ok).toBe(true)
})

test("a call is retried while the platform is busy, and its caller sees no error", async () => {
  await using platform = await startEmulator({ users: [ada] })
  await using server = createServer(platform.project)
  platform.faults.add({ endpoint: "users.list", times: 2, respond: { type: "tooManyRequests", retryAfterSeconds: 0 } })

  expect(await server.users.list()).toHaveLength(1)
  expect(platform.requests.list().map(({ status }) => status)).toEqual([429, 429, 200])
})
