/**
 * Back ends that act for a user: the user who sent a request, or the owner of a project. In-process and over a port.
 */
import * as Redacted from "effect/Redacted"
import { assert, describe, it } from "vitest"
import {
  AdminAccessTokenExpired,
  AdminAuthenticationRequired,
  CallError,
  CannotGetOwnUserWithoutUser,
  createAdmin,
  createClient,
  createServer,
  InvalidConfiguration
} from "../../../src/promise/index.ts"
import { ada } from "../../support/platform/inProcessEmulator.ts"
import { scriptedFetch } from "../../support/platform/scriptedFetch.ts"
import { overBothTransports, type Started } from "../../support/platform/transports.ts"
import { owner } from "../emulator/support/support.ts"

const rejection = (promise: Promise<unknown>): Promise<any> =>
  promise.then(() => assert.fail("resolved"), (reason: unknown) => reason)

overBothTransports(({ start }) => {
  /** Signs in and returns both tokens. */
  const tokensOf = async (
    { options }: Started,
    person: { readonly email: string; readonly password: string },
    project?: Started["platform"]["internal"]
  ) => {
    const own = project && { projectId: project.projectId, publishableClientKey: project.publishableClientKey }
    await using client = createClient({ ...options, ...own, tokenStore: "memory" })
    await client.signIn.withPassword(person)
    return client.authJson()
  }

  const keyless = ({ options: { baseUrl, fetch, projectId } }: Started) => ({ projectId, baseUrl, fetch })

  describe("createServer and createAdmin with a tokenStore", () => {
    for (const [name, create] of [["createServer", createServer], ["createAdmin", createAdmin]] as const) {
      it(`with a tokenStore, ${name} identifies the user of a request as "me"`, async () => {
        await using started = await start({ users: [ada] })
        const { accessToken, refreshToken } = await tokensOf(started, ada)
        const headers = { "x-stack-auth": JSON.stringify({ accessToken, refreshToken }) }
        await using level = create({ ...started.options, tokenStore: new Request("https://app.test/", { headers }) })

        const { items } = await level.calls.users.list({ query: ada.email })
        const me = await level.calls.users.get({ userId: "me" })

        assert.deepStrictEqual([me.id, me.primaryEmail], [items[0]!.id, ada.email])
      })
    }

    it("createServer and createAdmin refresh the session if the tokenStore has no access token", async () => {
      await using started = await start({ users: [ada] })
      const { refreshToken } = await tokensOf(started, ada)
      await using server = createServer({ ...started.options, tokenStore: { refreshToken } })

      assert.strictEqual((await server.users.get({ userId: "me" })).primaryEmail, ada.email)
    })

    it("with a tokenStore, a request without a session has no user, and servers share no session", async () => {
      await using started = await start({ users: [ada] })
      await using known = createServer({ ...started.options, tokenStore: await tokensOf(started, ada) })
      await using unknown = createServer({ ...started.options, tokenStore: new Request("https://app.test/") })

      await known.users.get({ userId: "me" })

      assert.instanceOf(await rejection(unknown.users.get({ userId: "me" })), CannotGetOwnUserWithoutUser)
    })
  })

  describe("createAdmin with an ownerSession", () => {
    it("createAdmin with an ownerSession needs no key to administer one of the owner's projects", async () => {
      await using started = await start({ owners: [owner] })
      const { accessToken } = await tokensOf(started, owner, started.platform.internal)
      await using admin = createAdmin({ ...keyless(started), ownerSession: async () => accessToken })

      assert.strictEqual((await admin.project.get()).id, started.options.projectId)
    })

    it("createAdmin retries a request with the next token from ownerSession if the first token is rejected", async () => {
      await using started = await start({ owners: [owner] })
      const { accessToken } = await tokensOf(started, owner, started.platform.internal)
      const given = ["not.a.token", accessToken]
      await using admin = createAdmin({ ...keyless(started), ownerSession: () => Redacted.make(given.shift()!) })

      assert.strictEqual((await admin.project.get()).id, started.options.projectId)
      assert.deepStrictEqual(given, [])
    })

    it("createAdmin fails with AdminAuthenticationRequired if ownerSession returns null", async () => {
      await using started = await start({ owners: [owner] })
      await using admin = createAdmin({ ...keyless(started), ownerSession: async () => null })

      const error = await rejection(admin.project.get())

      assert.instanceOf(error, CallError)
      assert.instanceOf(error.reason, AdminAuthenticationRequired)
    })
  })
})

describe("ownerSession", () => {
  const projectId = "11111111-1111-4111-8111-111111111111"

  const expired = () =>
    Response.json({ code: "ADMIN_ACCESS_TOKEN_EXPIRED", error: "expired" }, {
      headers: { "x-stack-known-error": "ADMIN_ACCESS_TOKEN_EXPIRED", "x-stack-actual-status": "401" }
    })

  /** Creates an `ownerSession` that returns a new token for each call: "token-1", "token-2" and so on. */
  const numbered = () => {
    const state = { requested: 0 }
    return { state, ownerSession: () => `token-${++state.requested}` }
  }

  const sentTokens = (calls: ReadonlyArray<{ readonly init: RequestInit }>) =>
    calls.map(({ init }) => new Headers(init.headers).get("x-stack-admin-access-token"))

  it("ownerSession is called once for each request", async () => {
    const { calls, fetch } = scriptedFetch(() => new Response(null, { status: 404 }))
    const { ownerSession, state } = numbered()
    await using admin = createAdmin({ projectId, fetch, ownerSession })

    for (let call = 0; call < 3; call++) await rejection(admin.project.get())

    assert.deepStrictEqual(sentTokens(calls), ["token-1", "token-2", "token-3"])
    assert.strictEqual(state.requested, 3)
  })

  it("ownerSession is called once for each of the two requests when the platform rejects the first token", async () => {
    let answered = 0
    const { calls, fetch } = scriptedFetch(() => ++answered === 1 ? expired() : new Response(null, { status: 404 }))
    const { ownerSession, state } = numbered()
    await using admin = createAdmin({ projectId, fetch, ownerSession })

    await rejection(admin.project.get())

    assert.deepStrictEqual(sentTokens(calls), ["token-1", "token-2"])
    assert.strictEqual(state.requested, 2)
  })

  it("ownerSession is called once for each of the two requests when the platform rejects both tokens", async () => {
    const { calls, fetch } = scriptedFetch(expired)
    const { ownerSession, state } = numbered()
    await using admin = createAdmin({ projectId, fetch, ownerSession })

    const error = await rejection(admin.project.get())

    assert.instanceOf(error.reason, AdminAccessTokenExpired)
    assert.deepStrictEqual(sentTokens(calls), ["token-1", "token-2"])
    assert.strictEqual(state.requested, 2)
  })

  it("if the first tokens of ten concurrent calls are rejected, ownerSession is called once for each request", async () => {
    let answered = 0
    const { calls, fetch } = scriptedFetch(() => ++answered <= 10 ? expired() : new Response(null, { status: 404 }))
    const { ownerSession, state } = numbered()
    await using admin = createAdmin({ projectId, fetch, ownerSession })

    await Promise.all(Array.from({ length: 10 }, () => rejection(admin.project.get())))

    assert.strictEqual(state.requested, 20)
    assert.strictEqual(new Set(sentTokens(calls)).size, 20)
  })

  it("createAdmin sends no second request if ownerSession returns the rejected token again", async () => {
    const { calls, fetch } = scriptedFetch(expired)
    await using admin = createAdmin({ projectId, fetch, ownerSession: async () => "canary.token" })

    const error = await rejection(admin.project.get())

    assert.instanceOf(error.reason, AdminAccessTokenExpired)
    assert.strictEqual(calls.length, 1)
  })

  for (
    const [what, ownerSession] of [
      ["throws", () => Promise.reject(new Error("canary"))],
      ["returns nothing", () => undefined],
      ["returns a token that is invalid in a header", () => "canary\n"]
    ] as const
  ) {
    it(`a call fails with InvalidConfiguration before any request, without showing details, if ownerSession ${what}`, async () => {
      const { calls, fetch } = scriptedFetch(() => Response.json({}))
      await using admin = createAdmin({ projectId, fetch, ownerSession: ownerSession as never })

      const error = await rejection(admin.project.get())

      assert.instanceOf(error.reason, InvalidConfiguration)
      assert.match(error.message, /^ownerSession \w.* Return an access token/)
      assert.notInclude(error.message + JSON.stringify(error), "canary")
      assert.strictEqual(calls.length, 0)
    })
  }
})
