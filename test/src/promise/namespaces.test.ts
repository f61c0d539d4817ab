/** The functions of a client are made when somebody asks for them, and nobody can tell. */
import { afterEach, assert, describe, it, vi } from "vitest"
import { createClient } from "../../../src/promise/createClient.ts"

const client = () =>
  createClient({
    projectId: "internal",
    publishableClientKey: "pck",
    fetch: () => Promise.reject(new Error("offline"))
  })

afterEach(() => {
  vi.restoreAllMocks()
})

describe("a client", () => {
  it("lists what it has, before anybody asked for any of it", () => {
    assert.includeMembers(Object.keys(client()), ["signIn", "currentUser", "calls", "session", "dispose"])
    assert.includeMembers(Object.keys(client().calls.users), ["getMe", "updateMe"])
    assert.isTrue("signIn" in client())
    assert.isFalse("signInn" in client())
  })

  it("can be spread and taken apart", () => {
    const { calls: { users: { getMe } }, signIn } = { ...client() }

    assert.isFunction(getMe)
    assert.isFunction(signIn.withPassword)
  })

  it("has the same function each time", () => {
    const { calls } = client()

    assert.strictEqual(calls.users.getMe, calls.users.getMe)
    assert.strictEqual(calls.users, calls.users)
  })

  it("lets tests put functions of their own in the place of its own", async () => {
    const { calls } = client()
    const spy = vi.spyOn(calls.users, "deleteMe").mockResolvedValue(undefined as never)

    await calls.users.deleteMe()

    assert.lengthOf(spy.mock.calls, 1)
  })
})
