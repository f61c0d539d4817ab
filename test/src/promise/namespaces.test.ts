/** A client creates its functions on first use, which callers can't observe. */
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
  it("a client lists its members before any of them is used", () => {
    assert.includeMembers(Object.keys(client()), ["signIn", "currentUser", "calls", "session", "dispose"])
    assert.includeMembers(Object.keys(client().calls.users), ["getMe", "updateMe"])
    assert.isTrue("signIn" in client())
    assert.isFalse("signInn" in client())
  })

  it("a client can be spread and destructured", () => {
    const { calls: { users: { getMe } }, signIn } = { ...client() }

    assert.isFunction(getMe)
    assert.isFunction(signIn.withPassword)
  })

  it("a client returns the same function each time", () => {
    const { calls } = client()

    assert.strictEqual(calls.users.getMe, calls.users.getMe)
    assert.strictEqual(calls.users, calls.users)
  })

  it("tests can replace a client's functions", async () => {
    const { calls } = client()
    const spy = vi.spyOn(calls.users, "deleteMe").mockResolvedValue(undefined as never)

    await calls.users.deleteMe()

    assert.lengthOf(spy.mock.calls, 1)
  })
})
