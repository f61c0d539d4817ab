/** Functions that belong to the signed-in person. */
import { assert, describe, it } from "@effect/vitest"
import { startEmulator } from "../../../src/emulator/index.ts"
import { createClient, type PersonClient } from "../../../src/promise/index.ts"

const ada = { email: "ada@example.com", password: "correct horse" }
const bob = { email: "bob@example.com", password: "battery staple" }

const started = async () => {
  const platform = await startEmulator({ users: [ada, bob] })
  const client = createClient(platform.project)
  await client.signIn.withPassword(ada)
  return {
    platform,
    client,
    [Symbol.asyncDispose]: async () => {
      await client.dispose()
      await platform[Symbol.asyncDispose]()
    }
  }
}

const rejection = (promise: Promise<unknown>): Promise<any> =>
  promise.then(() => assert.fail("resolved"), (reason: unknown) => reason)

/** Resolves when the signal is aborted. */
const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()))

describe("client.session", () => {
  it("D20: forPerson returns the value of the function, and rejects with the function's own error", async () => {
    await using setting = await started()
    const { session } = setting.client

    const name = await session.forPerson(async (client) => (await client.currentUser.get())?.primaryEmail)
    const error = await rejection(session.forPerson(() => Promise.reject(new RangeError("too many"))))

    assert.strictEqual(name, "ada@example.com")
    assert.instanceOf(error, RangeError)
  })

  it("D20: forPerson aborts its signal and rejects with PersonChanged when the person signs out", async () => {
    await using setting = await started()
    const { client } = setting
    let stopped: Promise<void> | undefined
    const rejected = rejection(client.session.forPerson((_client, signal) => stopped = aborted(signal)))

    await client.signOut()

    const { _tag, reason } = await rejected
    await stopped
    assert.deepStrictEqual([_tag, reason], ["PersonChanged", "SignedOut"])
  })

  it("D21: the client of a person sends nothing after another person has signed in", async () => {
    await using setting = await started()
    const { client, platform } = setting
    let adas: PersonClient | undefined
    const rejected = rejection(client.session.forPerson((client, signal) => {
      adas = client
      return aborted(signal)
    }))
    await client.signIn.withPassword(bob)
    await rejected
    platform.requests.clear()

    const tags = [
      await rejection(adas!.currentUser.update({ displayName: "Ada" })),
      await rejection(adas!.calls.users.getMe())
    ].map(({ _tag }) => _tag)

    assert.deepStrictEqual(tags, ["PersonChanged", "PersonChanged"])
    assert.deepStrictEqual(platform.requests.list(), [])
  })

  it("D20: whilePerson calls the function for each person until its own signal is aborted", async () => {
    await using setting = await started()
    const { client } = setting
    const stop = new AbortController()
    const seen: Array<string | null | undefined> = []
    let called = () => {}
    const next = () => new Promise<void>((resolve) => called = resolve)
    const first = next()
    const promise = client.session.whilePerson(async (client, signal) => {
      const user = await client.currentUser.get()
      seen.push(user?.primaryEmail)
      called()
      await aborted(signal)
      seen.push("left")
    }, { signal: stop.signal })
    await first

    const second = next()
    await client.signOut()
    await client.signIn.withPassword(bob)
    await second
    stop.abort("enough")

    assert.strictEqual(await rejection(promise), "enough")
    assert.deepStrictEqual(seen.slice(0, 3), ["ada@example.com", "left", "bob@example.com"])
  })
})
