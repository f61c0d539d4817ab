import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import * as Redacted from "effect/Redacted"
import type { AccessLevel } from "../../../schemas/access.ts"
import { endpoints } from "../../../schemas/catalogue.ts"
import type { AnyEndpoint } from "../../../schemas/Endpoint.ts"
import { callsOf } from "../../../src/promise/calls.ts"
import { clientCalls } from "../../../src/promise/clientCalls.ts"
import {
  CallError,
  ClientDisposed,
  createAdmin,
  createClient,
  createServer,
  InvalidConfiguration,
  reveal,
  UserNotFound
} from "../../../src/promise/index.ts"
import { ada } from "../../support/platform/inProcessEmulator.ts"
import { scriptedFetch, untilAborted } from "../../support/platform/scriptedFetch.ts"
import { overBothTransports, type Started } from "../../support/platform/transports.ts"

const namesIn = (calls: object): ReadonlyArray<string> =>
  Object.values(calls).flatMap((resource: object) => Object.values(resource).map(({ spec }: AnyEndpoint) => spec.name))
    .sort()

const namesAt = (...levels: ReadonlyArray<AccessLevel>) =>
  endpoints.filter(({ spec }) => levels.includes(spec.access)).map(({ spec }) => spec.name).sort()

describe("calls", () => {
  it("a client's calls include every endpoint of its level, except for payments and agents", () => {
    const others = namesAt("client").filter((name) =>
      !/^(?:agents|billing|invoices|items|products|purchases)\./.test(name)
    )
    assert.deepStrictEqual(namesIn(clientCalls), others)
  })

  it("a server's calls include every endpoint of its level and of lower levels", () => {
    assert.deepStrictEqual(namesIn(callsOf("server")), namesAt("client", "server"))
    assert.deepStrictEqual(namesIn(callsOf("admin")), namesAt("client", "server", "admin"))
  })

  it("a client's calls are grouped by resource", () => {
    for (const calls of [clientCalls, callsOf("admin")]) {
      for (const [resource, own] of Object.entries(calls)) {
        for (const { spec } of Object.values<AnyEndpoint>(own)) assert.strictEqual(spec.name.split(".")[0], resource)
      }
    }
  })
})

overBothTransports(({ start }) => {
  let started: Started

  beforeAll(async () => {
    started = await start({ users: [ada] })
  })

  afterAll(() => started[Symbol.asyncDispose]())

  const requested = () => started.platform.requests.list().map(({ method, path }) => `${method} ${path}`)

  describe("calls", () => {
    it("calls return the response without storing a session, even from a sign-in", async () => {
      await using client = createClient(started.options)

      const tokens = await client.calls.password.signIn({ email: ada.email, password: ada.password })

      assert.match(reveal(tokens.accessToken), /^ey/)
      assert.strictEqual(client.session.state()._tag, "SignedOut")
    })
  })

  describe("createServer", () => {
    it("createServer reads and changes any user, with flows and with calls", async () => {
      await using server = createServer(started.options)

      const created = await server.users.create({ primaryEmail: "grace@example.com", password: "correct horse" })
      const changed = await server.calls.users.update({ userId: created.id, displayName: "Grace" })
      const { refreshToken } = await server.users.createSession({ userId: created.id, expiresIn: "2 hours" })

      assert.strictEqual(changed.displayName, "Grace")
      assert.isAbove(reveal(refreshToken).length, 20)
    })

    it("createServer returns null for a missing permission, and the permission if it exists", async () => {
      await using admin = createAdmin(started.options)
      await using server = createServer(started.options)
      const { id: userId } = (await server.users.list())[0]!
      const permissionId = "read"
      await admin.projectPermissionDefinitions.create({ id: permissionId })

      const before = await server.permissions.get({ userId, permissionId })
      await server.permissions.grant({ userId, permissionId })
      const after = await server.permissions.get({ userId, permissionId })

      assert.isNull(before)
      assert.strictEqual(after?.id, permissionId)
    })

    it("createServer rejects with InvalidConfiguration without a key", async () => {
      await using server = createServer({ ...started.options, secretServerKey: undefined } as never)

      const settled = await server.users.list().settled()

      assert.isFalse(settled.ok)
      if (!settled.ok) {
        assert.instanceOf(
          settled.error instanceof CallError ? settled.error.reason : settled.error,
          InvalidConfiguration
        )
      }
    })
  })

  describe("createAdmin", () => {
    it("createAdmin accepts plain-text secrets at any depth, and returns them redacted", async () => {
      await using admin = createAdmin(started.options)

      const project = await admin.project.update({
        config: {
          oauthProviders: [{ id: "github", type: "standard", clientId: "id", clientSecret: "canary" }]
        }
      })

      const { clientSecret } = project.config.oauthProviders.find(({ id }) => id === "github")!
      assert.isTrue(Redacted.isRedacted(clientSecret))
      assert.strictEqual(reveal(clientSecret!), "canary")
    })
  })

  describe("settled", () => {
    it("settled resolves with the value, or with the error that the promise rejects with", async () => {
      await using server = createServer(started.options)
      const unknownUser = { userId: "5a3c9f0e-1b2c-4d5e-8f90-123456789abc" }

      const call = server.users.get(unknownUser)
      const settled = await call.settled()
      const found = await server.users.list({ limit: 1 }).settled()

      assert.instanceOf(settled.ok ? undefined : settled.error, UserNotFound)
      assert.strictEqual(await call.catch((error: unknown) => error), settled.ok ? undefined : settled.error)
      assert.isTrue(found.ok && found.value.length === 1)
    })

    it("settled rejects with the abort reason of its signal, because that isn't an error of the call", async () => {
      await using server = createServer(started.options)

      const stopped = server.users.list({}, { signal: AbortSignal.abort("stop") }).settled()

      assert.strictEqual(await stopped.catch((reason: unknown) => reason), "stop")
    })

    it("settled resolves with ClientDisposed after dispose", async () => {
      const server = createServer(started.options)
      await server.dispose()

      const settled = await server.users.list().settled()

      assert.instanceOf(settled.ok ? undefined : settled.error, ClientDisposed)
    })
  })

  describe("arguments of the wrong type", () => {
    it("arguments of the wrong type fail with InvalidInput, without a request", async () => {
      await using client = createClient(started.options)
      started.platform.requests.clear()
      const wrong: ReadonlyArray<Promise<unknown>> = [
        client.signIn.withPassword(undefined as never),
        client.signIn.withPassword("ada" as never),
        client.signIn.withPassword({ email: 7, password: {} } as never),
        client.contactChannels.add({} as never),
        client.calls.users.updateMe(null as never),
        client.currentUser.get({ or: "return-null" }, { signal: 7 as never })
      ]

      for (const call of wrong) {
        const error = await call.catch((error: unknown) => error)
        assert.instanceOf(error, CallError)
        assert.strictEqual(error.reason._tag, "InvalidInput")
      }
      assert.deepStrictEqual(requested(), [])
    })
  })

  describe("streams", () => {
    const manyUsers = async () => {
      await started[Symbol.asyncDispose]()
      started = await start({ users: Array.from({ length: 7 }, (_, at) => ({ email: `user${at}@example.com` })) })
      return createServer(started.options)
    }

    it("streams return all items, page by page", async () => {
      await using server = await manyUsers()
      const addresses: Array<string | null> = []

      for await (const { primaryEmail } of server.users.stream({ limit: 3 })) addresses.push(primaryEmail)

      assert.strictEqual(new Set(addresses).size, 7)
      assert.strictEqual(requested().length, 3)
    })

    it("streams request a page only when it is needed, and stop when the loop ends", async () => {
      await using server = await manyUsers()

      for await (const _user of server.users.stream({ limit: 3 })) break

      assert.strictEqual(requested().length, 1)
    })

    it("streams start again in each loop", async () => {
      await using server = await manyUsers()
      const users = server.users.stream({ limit: 3 })
      const counts = [0, 0]

      for await (const _user of users) counts[0]!++
      for await (const _user of users) counts[1]!++

      assert.deepStrictEqual(counts, [7, 7])
    })

    it("streams reject with the call's error, or with the signal's reason", async () => {
      await using server = await manyUsers()
      const controller = new AbortController()
      const first = async (users: AsyncIterable<unknown>) => {
        for await (const _user of users) controller.abort("stop")
      }

      const wrong = await first(server.users.stream({ limit: -1 })).catch((error: unknown) => error)
      const stopped = await first(server.users.stream({ limit: 3 }, { signal: controller.signal }))
        .catch((reason: unknown) => reason)

      assert.instanceOf(wrong, CallError)
      assert.strictEqual(stopped, "stop")
    })

    it("settled streams return the call's error as the last item, and still reject with the signal's reason", async () => {
      await using server = await manyUsers()
      const controller = new AbortController()
      const seen: Array<unknown> = []

      for await (const user of server.users.stream({ limit: 3 }).settled()) seen.push(user.ok)
      for await (const user of server.users.stream({ limit: -1 }).settled()) seen.push(user.ok || user.error)
      const stopped = await (async () => {
        for await (const _ of server.users.stream({ limit: 3 }, { signal: controller.signal }).settled()) {
          controller.abort("stop")
        }
      })().catch((reason: unknown) => reason)

      assert.deepStrictEqual(seen.slice(0, 7), Array(7).fill(true))
      assert.lengthOf(seen, 8)
      assert.instanceOf(seen[7], CallError)
      assert.strictEqual(stopped, "stop")
    })

    it("streams abort the current request when the loop ends", async () => {
      const { calls, fetch } = scriptedFetch(untilAborted)
      await using server = createServer({ ...started.options, fetch })
      const items = server.users.stream()[Symbol.asyncIterator]()

      const pending = items.next()
      while (calls.length === 0) await new Promise(setImmediate)
      await items.return!()

      assert.deepStrictEqual(await pending, { done: true, value: undefined })
      assert.isTrue(calls[0]!.init.signal!.aborted)
    })
  })
})
