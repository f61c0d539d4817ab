import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import { endpoints } from "../../../schemas/catalogue.ts"
import { schemasOf } from "../../../schemas/compiled/schemasOf.ts"
import { endpoint } from "../../../schemas/Endpoint.ts"
import * as Password from "../../../schemas/endpoints/password.ts"
import * as Users from "../../../schemas/endpoints/users.ts"
import { Secret } from "../../../schemas/fields.ts"
import { KnownError as KnownErrorOf } from "../../../schemas/KnownError.ts"
import { wireStruct } from "../../../schemas/wireNames.ts"
import { signOut } from "../../../src/flows/authentication/signOut.ts"
import {
  CallDefect,
  CallError,
  ClientDisposed,
  type ClientOptions,
  createAdmin,
  createClient,
  createServer,
  EmailPasswordMismatch,
  InvalidConfiguration,
  KnownError,
  makeAsync,
  NotSignedIn
} from "../../../src/promise/index.ts"
import {
  accessToken,
  baseUrl,
  projectId,
  publishableClientKey,
  refreshToken,
  secretServerKey,
  signedIn,
  superSecretAdminKey
} from "../../support/contract/project.ts"
import { type FetchAnswer, scriptedFetch, throws, untilAborted } from "../../support/platform/scriptedFetch.ts"
import {
  json,
  knownError as knownErrorAnswer,
  scriptedTransport,
  silence
} from "../../support/platform/scriptedTransport.ts"

const credentials = { email: "ada@example.com", password: "correct horse" }
const userId = "5a3c9f0e-1b2c-4d5e-8f90-123456789abc"

const answers = (body: unknown): FetchAnswer => () => Response.json(body)

const refuses = (code: string, status: number): FetchAnswer => () =>
  Response.json({ code, error: "platform text" }, {
    headers: { "x-stack-known-error": code, "x-stack-actual-status": String(status) }
  })

const tokens = (claims: object = {}) =>
  answers({
    access_token: accessToken({ exp: 4e9, isAnonymous: false, is_anonymous: false, ...claims }),
    refresh_token: refreshToken,
    user_id: userId
  })

const clientWith = (
  fetch: ReturnType<typeof scriptedFetch>["fetch"],
  options: Partial<ClientOptions> = {}
) => createClient({ projectId, publishableClientKey, baseUrl, fetch, ...options })

const rejection = (promise: Promise<unknown>): Promise<any> =>
  promise.then(() => assert.fail("resolved"), (reason: unknown) => reason)

describe("createClient", () => {
  it("createClient signs in with a plain-text password, and sends the session with later calls", async () => {
    const { calls, fetch } = scriptedFetch(tokens(), answers({ items: [], is_paginated: false }))
    await using client = clientWith(fetch)

    const signedIn = await client.signIn.withPassword(credentials)
    await client.sessions.list()

    assert.deepStrictEqual(signedIn, { userId, restrictedReason: null })
    assert.deepStrictEqual(JSON.parse(String(calls[0]!.init.body)), credentials)
    assert.strictEqual(new Headers(calls[1]!.init.headers).get("x-stack-refresh-token"), refreshToken)
  })

  it("a client's promise rejects with the class of the platform's error", async () => {
    await using client = clientWith(scriptedFetch(refuses("EMAIL_PASSWORD_MISMATCH", 400)).fetch)

    const error = await rejection(client.signIn.withPassword(credentials))

    assert.instanceOf(error, EmailPasswordMismatch)
    assert.isTrue(error instanceof KnownError)
  })

  it("a client's promise rejects with NotSignedIn before any request if a user is required and the client is signed out", async () => {
    const { calls, fetch } = scriptedFetch(tokens())
    await using client = clientWith(fetch)

    const error = await rejection(client.currentUser.get({ or: "throw" }))

    assert.instanceOf(error, NotSignedIn)
    assert.strictEqual(calls.length, 0)
  })

  it("every call rejects with InvalidConfiguration without a request if the client's options are invalid", async () => {
    const { calls, fetch } = scriptedFetch(tokens())
    await using client = clientWith(fetch, { projectId: "not an id" })

    const first = await rejection(client.signIn.withPassword(credentials))
    const second = await rejection(client.currentUser.get())

    assert.instanceOf(first, InvalidConfiguration)
    assert.instanceOf(second, InvalidConfiguration)
    assert.deepStrictEqual(client.session.state(), { _tag: "SignedOut" })
    assert.strictEqual(calls.length, 0)
  })

  for (const code of ["CLIENT_AUTHENTICATION_REQUIRED", "PUBLISHABLE_CLIENT_KEY_REQUIRED_FOR_PROJECT"] as const) {
    it(`a client works without a publishable key, and explains where to set it if the platform returns ${code}`, async () => {
      const { calls, fetch } = scriptedFetch(refuses(code, 401))
      await using client = createClient({ projectId, baseUrl, fetch })

      const error = await rejection(client.currentProject.get())

      assert.isFalse(new Headers(calls[0]!.init.headers).has("x-stack-publishable-client-key"))
      assert.instanceOf(error, CallError)
      assert.strictEqual(error.reason instanceof KnownError && error.reason.code, code)
      assert.include(
        error.message,
        "Set publishableClientKey (NEXT_PUBLIC_HEXCLAVE_PUBLISHABLE_CLIENT_KEY or NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY)"
      )
    })
  }

  it("the stack of a client's error includes the caller's line", async () => {
    await using client = clientWith(scriptedFetch(refuses("EMAIL_PASSWORD_MISMATCH", 400)).fetch)
    const theCaller = () => client.signIn.withPassword(credentials)

    const error = await rejection(theCaller())

    assert.match(error.stack, /theCaller .*promise\.test\.ts/)
    assert.notMatch(error.stack, /makeAsync/)
  })

  for (const anything of [new Error("boom"), new TypeError("fetch failed"), undefined, null, "text", 7, Symbol("s")]) {
    it(`A13: a client's promise rejects with a CallError if fetch throws ${String(anything)}`, async () => {
      await using client = clientWith(scriptedFetch(throws(anything)).fetch)

      const error = await rejection(client.signIn.withPassword(credentials))

      assert.instanceOf(error, CallError)
      assert.strictEqual(error.reason._tag, "ConnectionFailed")
    })
  }

  it("a client shares no session with another client", async () => {
    const { fetch } = scriptedFetch(tokens())
    await using one = clientWith(fetch)
    await using other = clientWith(fetch)

    await one.signIn.withPassword(credentials)

    assert.strictEqual(one.session.state()._tag, "SignedIn")
    assert.strictEqual(other.session.state()._tag, "SignedOut")
  })
})

describe("{ signal }", () => {
  it("an aborted signal aborts the request and rejects with the signal's reason", async () => {
    const { calls, fetch } = scriptedFetch(untilAborted)
    await using client = clientWith(fetch)
    const controller = new AbortController()
    const reason = new Error("changed my mind")

    const call = client.signIn.withPassword(credentials, { signal: controller.signal })
    while (calls.length === 0) await new Promise(setImmediate)
    controller.abort(reason)

    assert.strictEqual(await rejection(call), reason)
    assert.isTrue(calls[0]!.init.signal!.aborted)
  })

  it("a call with an already aborted signal sends nothing", async () => {
    const { calls, fetch } = scriptedFetch(tokens())
    await using client = clientWith(fetch)

    const error = await rejection(client.signIn.withPassword(credentials, { signal: AbortSignal.abort("stop") }))

    assert.strictEqual(error, "stop")
    assert.strictEqual(calls.length, 0)
  })

  it("a call accepts the signal after omitted arguments", async () => {
    await using client = clientWith(scriptedFetch(tokens()).fetch)
    const signal = AbortSignal.abort("stop")

    assert.strictEqual(await rejection(client.signOut({ signal })), "stop")
    assert.strictEqual(await rejection(client.currentUser.get(undefined, { signal })), "stop")
  })

  it("the { signal } argument is distinct from the input of every call", () => {
    const inputs = endpoints.map(({ spec }) => Object.keys(schemasOf(spec).input))

    assert.notDeepInclude(inputs, ["signal"])
  })
})

describe("retryPolicy", () => {
  const keys = { projectId, publishableClientKey, secretServerKey, superSecretAdminKey, baseUrl }
  const levels = { createClient, createServer, createAdmin }

  for (const [name, create] of Object.entries(levels)) {
    it(`retryPolicy applies to the calls of ${name}, with defaults for omitted fields`, async () => {
      const { calls, fetch } = scriptedFetch(() => new Response("Too many requests", { status: 429 }))
      await using latchkey = create({ ...keys, fetch, retryPolicy: { attempts: 3, base: 0 } })

      const error = await rejection(latchkey.calls.projects.getCurrent())

      assert.include(error.message, "(429, 3 attempts)")
      assert.strictEqual(calls.length, 3)
    })
  }

  it("V1: retryPolicy accepts an Effect schedule", async () => {
    const { calls, fetch } = scriptedFetch(() => new Response("INFINITE_LOOP_DETECTED", { status: 508 }))
    const schedule = Schedule.max([Schedule.spaced("5 millis"), Schedule.recurs(6)])
    await using client = clientWith(fetch, { retryPolicy: schedule })
    await using hasty = clientWith(fetch, { retryPolicy: { schedule: Schedule.recurs(0), perAttempt: "1 second" } })

    await rejection(client.calls.projects.getCurrent())
    assert.strictEqual(calls.length, 7)
    await rejection(hasty.calls.projects.getCurrent())
    assert.strictEqual(calls.length, 7 + 1)
  })

  it("V3: every call rejects with InvalidConfiguration without a request if retryPolicy is invalid", async () => {
    const { calls, fetch } = scriptedFetch(answers({}))
    await using client = clientWith(fetch, { retryPolicy: { jitter: { min: -1, max: 1 } } })

    const error = await rejection(client.calls.projects.getCurrent())

    assert.instanceOf(error, InvalidConfiguration)
    assert.strictEqual(error.setting, "retryPolicy.jitter")
    assert.strictEqual(calls.length, 0)
  })

  it("retryPolicy also applies to the session's refresh", async () => {
    const { calls, fetch } = scriptedFetch(throws(new TypeError("fetch failed")))
    const tokenStore = { accessToken: accessToken(), refreshToken }
    await using client = clientWith(fetch, { tokenStore, retryPolicy: { attempts: 1 } })

    await rejection(client.calls.users.getMe())

    assert.strictEqual(calls.filter(({ url }) => url.endsWith("/auth/oauth/token")).length, 1)
  })
})

describe("refreshAhead", () => {
  it("D18: refreshAhead refreshes the session's token in advance, on its schedule", async () => {
    const { calls, fetch } = scriptedFetch(answers({}))
    const tokenStore = { accessToken: accessToken({ exp: Date.now() / 1000 + 60 }), refreshToken }
    await using client = clientWith(fetch, { tokenStore, refreshAhead: Schedule.spaced("5 minutes") })
    client.session.subscribe(() => {})

    await rejection(client.calls.projects.getCurrent())

    assert.isTrue(calls.some(({ url }) => url.endsWith("/auth/oauth/token")))
  })

  it("V4: every call rejects with InvalidConfiguration if refreshAhead isn't a schedule", async () => {
    await using client = clientWith(scriptedFetch(answers({})).fetch, { refreshAhead: "1 minute" as never })

    const error = await rejection(client.calls.projects.getCurrent())

    assert.instanceOf(error, InvalidConfiguration)
    assert.strictEqual(error.setting, "refreshAhead")
  })
})

describe("sessionPolicy", () => {
  const keys = { projectId, publishableClientKey, secretServerKey, superSecretAdminKey, baseUrl }
  const tokenStore = () => ({ accessToken: accessToken({ exp: Date.now() / 1000 + 120 }), refreshToken })

  for (const [name, create] of Object.entries({ createClient, createServer, createAdmin })) {
    it(`V4: sessionPolicy applies to the session of ${name}, with defaults for omitted fields`, async () => {
      const { calls, fetch } = scriptedFetch(throws(new TypeError("fetch failed")))
      const sessionPolicy = { threshold: "3 minutes", longestDemand: "4 minutes" } as const
      const retryPolicy = { attempts: 1 }
      await using latchkey = create({ ...keys, fetch, tokenStore: tokenStore(), retryPolicy, sessionPolicy })

      await rejection(latchkey.calls.users.getMe())

      assert.match(calls[0]!.url, /\/auth\/oauth\/token$/)
    })
  }

  it("V4: every call rejects with InvalidConfiguration without a request if sessionPolicy is invalid", async () => {
    const { calls, fetch } = scriptedFetch(answers({}))
    await using client = clientWith(fetch, { sessionPolicy: { threshold: -1 } })

    const error = await rejection(client.calls.projects.getCurrent())

    assert.instanceOf(error, InvalidConfiguration)
    assert.strictEqual(error.setting, "sessionPolicy.threshold")
    assert.strictEqual(calls.length, 0)
  })
})

describe("dispose", () => {
  it("dispose aborts running calls, which reject with ClientDisposed like every later call", async () => {
    const { calls, fetch } = scriptedFetch(untilAborted)
    const client = clientWith(fetch)
    const call = rejection(client.signIn.withPassword(credentials))
    while (calls.length === 0) await new Promise(setImmediate)

    await client.dispose()

    assert.instanceOf(await call, ClientDisposed)
    assert.isTrue(calls[0]!.init.signal!.aborted)
    assert.instanceOf(await rejection(client.currentUser.get()), ClientDisposed)
    assert.strictEqual(client.session.state()._tag, "SignedOut")
  })
})

describe("session", () => {
  it("the client's session returns the signed-in user, and notifies subscribers of changes until they unsubscribe", async () => {
    await using client = clientWith(scriptedFetch(tokens(), answers({ success: true }), tokens()).fetch)
    const seen: Array<string | undefined> = []
    const stop = client.session.subscribe(() => {
      const state = client.session.state()
      seen.push(state._tag === "SignedIn" ? state.claims?.sub : undefined)
    })

    await client.signIn.withPassword(credentials)
    await client.signOut()
    stop()
    await client.signIn.withPassword(credentials)

    assert.deepStrictEqual(seen, [userId, undefined])
  })

  it("session.state returns the same object until the session changes", async () => {
    await using client = clientWith(scriptedFetch(tokens()).fetch)

    await client.signIn.withPassword(credentials)

    assert.strictEqual(client.session.state(), client.session.state())
  })
})

describe("makeAsync", () => {
  it("makeAsync creates promise functions from selected calls and flows", async () => {
    const { layer, requests } = scriptedTransport(json({ success: true }))
    await using api = makeAsync(
      { password: { set: Password.set }, signOut },
      signedIn(accessToken({ exp: 4e9 })).pipe(Layer.provide(layer))
    )

    const done = await api.password.set({ password: "correct horse" })
    const wrapped = await api.password.set({ password: Redacted.make("correct horse") })
    const { revoked } = await api.signOut()

    assert.deepStrictEqual([done, wrapped, revoked], [{ success: true }, { success: true }, true])
    assert.deepStrictEqual(
      requests.slice(0, 2).map(({ body }) => body),
      Array(2).fill("{\"password\":\"correct horse\"}")
    )
  })

  it("makeAsync's functions accept { signal } as the only argument of a call without input", async () => {
    const { aborted, layer, requests } = scriptedTransport(silence)
    await using api = makeAsync({ me: Users.getMe }, signedIn(accessToken({ exp: 4e9 })).pipe(Layer.provide(layer)))
    const controller = new AbortController()

    const call = rejection(api.me(undefined, { signal: controller.signal }))
    while (requests.length === 0) await new Promise(setImmediate)
    controller.abort("stop")

    assert.strictEqual(await call, "stop")
    assert.strictEqual(aborted(), 1)
  })

  it("makeAsync's functions reject with CallDefect, which contains the unexpected error", async () => {
    const bug = new RangeError("a bug")
    await using api = makeAsync({
      thrown: (): Effect.Effect<void> => {
        throw bug
      },
      died: () => Effect.die(bug)
    }, Layer.empty)

    for (const name of ["thrown", "died"] as const) {
      const error = await rejection(api[name]())
      assert.instanceOf(error, CallDefect)
      assert.strictEqual(error.call, name)
      assert.strictEqual(error.cause, bug)
    }
  })

  it("makeAsync's functions reject with one of the endpoint's errors", async () => {
    const { layer } = scriptedTransport(knownErrorAnswer("CANNOT_GET_OWN_USER_WITHOUT_USER", 400))
    await using api = makeAsync({ me: Users.getMe }, signedIn(accessToken({ exp: 4e9 })).pipe(Layer.provide(layer)))

    assert.strictEqual((await rejection(api.me()))._tag, "CannotGetOwnUserWithoutUser")
  })
})

describe("functions that return no effect", () => {
  it("functions that return no effect also return their result directly on the client, not as a promise", async () => {
    await using client = clientWith(scriptedFetch(answers({})).fetch)
    const key = { expiresAt: new Date(1000), manuallyRevokedAt: undefined }

    assert.strictEqual(client.userApiKeys.whyInvalid(key, new Date(999)), null)
    assert.strictEqual(client.userApiKeys.whyInvalid(key, new Date(1001)), "expired")
  })
})

describe("call", () => {
  class NoteLocked
    extends KnownErrorOf("NoteLocked", { code: "NOTE_LOCKED", status: 403, message: "Unlock it first." })
  {}
  const note = endpoint("client", "notes.get", "GET /notes/{note_id}", {
    input: { noteId: Schema.String },
    output: wireStruct({ createdAt: Schema.String }),
    errors: [NoteLocked]
  })
  const notes = endpoint("client", "notes.list", "GET /notes", { output: Schema.Array(Schema.String) })
  const unlock = endpoint("client", "notes.unlock", "POST /notes/{note_id}/unlock", {
    input: { noteId: Schema.String, passphrase: Secret },
    output: Schema.Unknown
  })

  it("client.call resolves with the output of an endpoint that isn't part of the contract", async () => {
    const { calls, fetch } = scriptedFetch(answers({ created_at: "today" }))
    await using client = clientWith(fetch)

    assert.deepStrictEqual(await client.call(note, { noteId: "1" }), { createdAt: "today" })
    assert.strictEqual(calls[0]!.url, `${baseUrl}/api/v1/notes/1`)
  })

  it("client.call rejects with the errors that the endpoint declares", async () => {
    await using client = clientWith(scriptedFetch(refuses("NOTE_LOCKED", 403)).fetch)

    const settled = await client.call(note, { noteId: "1" }).settled()

    assert.isTrue(!settled.ok && settled.error instanceof NoteLocked)
  })

  it("client.call accepts a signal with and without an input", async () => {
    const reason = new Error("enough")
    const signal = AbortSignal.abort(reason)
    await using client = clientWith(scriptedFetch(answers([])).fetch)

    assert.strictEqual(await rejection(client.call(note, { noteId: "1" }, { signal })), reason)
    assert.strictEqual(await rejection(client.call(notes, undefined, { signal })), reason)
  })

  it("client.call accepts a secret as a string, and shows it in no error", async () => {
    const { calls, fetch } = scriptedFetch(() => new Response("canary", { status: 400 }))
    await using client = clientWith(fetch)

    const error = await rejection(client.call(unlock, { noteId: "1", passphrase: "canary" }))

    assert.strictEqual(calls[0]!.init?.body, JSON.stringify({ passphrase: "canary" }))
    assert.include(error.message, "<redacted>")
    assert.notInclude(error.message, "canary")
  })
})
