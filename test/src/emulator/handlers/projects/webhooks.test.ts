import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as Redacted from "effect/Redacted"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { Webhook } from "standardwebhooks"
import * as Webhooks from "../../../../../schemas/endpoints/webhooks.ts"
import { Emulator, WebhookUnusable } from "../../../../../src/emulator/index.ts"
import { readSeed } from "../../../../../src/emulator/server/seedFile.ts"
import { serve } from "../../../../support/platform/server.ts"
import { overBothTransports, passing } from "../../../../support/platform/transports.ts"
import { ann, asAdmin, emulated, signUp } from "../../support/support.ts"

interface Posted {
  readonly headers: Record<string, string>
  readonly body: string
}

/** Starts a server that records requests. It responds with the given statuses, then with 204. */
const receiver = (...answers: ReadonlyArray<number>) =>
  Effect.acquireRelease(
    Effect.callback<{ readonly url: string; readonly posted: Array<Posted>; readonly close: () => void }>((resume) => {
      const posted: Array<Posted> = []
      const server = createServer((request, response) => {
        let body = ""
        request.on("data", (part) => body += part).on("end", () => {
          posted.push({ headers: request.headers as Record<string, string>, body })
          response.writeHead(answers[posted.length - 1] ?? 204).end()
        })
      })
      server.listen(0, "127.0.0.1", () => {
        const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
        resume(Effect.succeed({ url, posted, close: () => server.close() }))
      })
    }),
    ({ close }) => Effect.sync(close)
  )

const secret = `whsec_${btoa("a secret of two dozen bytes!")}`

overBothTransports(({ emulated }) => {
  describe("webhooks.sendTest", () => {
    it.live("webhooks.sendTest sends a signed event to the endpoint with the given id", () =>
      Effect.gen(function*() {
        const { posted, url } = yield* receiver()
        const emulator = yield* Emulator
        yield* Effect.promise(() => emulator.webhooks.add({ id: "ep_mine", url, secret }))

        const result = yield* asAdmin(Webhooks.sendTest({ endpointId: "ep_mine" }))

        assert.deepStrictEqual(result, { success: true })
        const event = new Webhook(secret).verify(posted[0]!.body, posted[0]!.headers) as { readonly type: string }
        assert.strictEqual(event.type, "test")
        assert.strictEqual(posted[0]!.headers["svix-id"], posted[0]!.headers["webhook-id"])
      }).pipe(Effect.provide(emulated())))

    it.live("a test webhook has the project id of its event in a header", () =>
      Effect.gen(function*() {
        const { posted, url } = yield* receiver()
        const emulator = yield* Emulator
        yield* Effect.promise(() => emulator.webhooks.add({ url, secret }))

        yield* signUp()
        yield* Effect.promise(() => until(() => posted.length > 0))

        assert.strictEqual(posted[0]!.headers["latchkey-project-id"], emulator.project.projectId)
      }).pipe(Effect.provide(emulated())))

    it.live("webhooks.sendTest returns the reason if an endpoint rejects the event, without retrying", () =>
      Effect.gen(function*() {
        const { posted, url } = yield* receiver(500)
        const emulator = yield* Emulator
        yield* Effect.promise(() => emulator.webhooks.add({ url }))

        const refused = yield* asAdmin(Webhooks.sendTest({ endpointId: "ep_1" }))
        const unknown = yield* asAdmin(Webhooks.sendTest({ endpointId: "ep_2" }))

        assert.deepStrictEqual(refused, {
          success: false,
          errorMessage: `The event could not be delivered to ${url}: the response has status 500.`
        })
        assert.strictEqual(posted.length, 1)
        assert.deepStrictEqual(unknown, { success: false, errorMessage: "There is no webhook endpoint ep_2." })
      }).pipe(Effect.provide(emulated())))
  })

  describe("the webhook vendor's portal", () => {
    it.effect("the emulator creates a token for the webhook vendor's portal", () =>
      Effect.gen(function*() {
        const { token } = yield* asAdmin(Webhooks.createPortalToken())

        assert.match(Redacted.value(token), /^appsk_[0-9a-z]{32}$/)
      }).pipe(Effect.provide(emulated())))
  })
})

describe("webhooks of the emulator", () => {
  it.live("the emulator delivers events to the seed's webhooks from the start, and not to removed webhooks", () =>
    Effect.gen(function*() {
      const seeded = yield* receiver()
      const added = yield* receiver()
      yield* Effect.gen(function*() {
        const { webhooks } = yield* Emulator
        const { endpoint, remove } = yield* Effect.promise(() => webhooks.add({ url: added.url }))
        remove()

        yield* signUp()
        yield* Effect.promise(() => until(() => seeded.posted.length > 0))

        assert.deepStrictEqual(webhooks.list().map(({ id, secret }) => [id, Redacted.value(secret)]), [[
          "ep_1",
          secret
        ]])
        assert.strictEqual(endpoint.id, "ep_2")
        const [first] = seeded.posted
        assert.strictEqual((new Webhook(secret).verify(first!.body, first!.headers) as any).type, "user.created")
        assert.deepStrictEqual(added.posted, [])
      }).pipe(Effect.provide(emulated({ webhooks: [{ url: seeded.url, secret }] }), { local: true }))
    }))

  it.effect("a webhook delivery is attempted six times by the emulator's clock, and then reported as dropped", () =>
    Effect.gen(function*() {
      const { posted, url } = yield* receiver(500, 500, 500, 500, 500, 500)
      const { webhooks } = yield* Emulator
      const dropped: Array<string> = []
      yield* Effect.promise(() => webhooks.add({ url }, ({ fault }) => dropped.push(fault)))

      yield* signUp()
      yield* Effect.promise(() => until(() => posted.length === 1))
      while (dropped.length === 0) yield* passing("1 second")

      assert.strictEqual(posted.length, 6)
      assert.deepStrictEqual(dropped, ["the response has status 500"])
    }).pipe(Effect.provide(emulated())))

  it.effect("webhook deliveries continue if the callback for dropped events throws", () =>
    Effect.gen(function*() {
      const { posted, url } = yield* receiver(500, 500, 500, 500, 500, 500)
      const { webhooks } = yield* Emulator
      yield* Effect.promise(() =>
        webhooks.add({ url }, () => {
          throw new Error("a bug in the listener")
        })
      )

      yield* signUp()
      yield* signUp({ ...ann, email: "bob@example.com" })
      while (posted.length < 7) yield* passing("1 second")

      assert.deepStrictEqual(posted.map(({ headers }) => headers["webhook-id"] === posted[0]!.headers["webhook-id"]), [
        ...Array.from({ length: 6 }, () => true),
        false
      ])
    }).pipe(Effect.provide([emulated(), Logger.layer([])])))

  it.live("stopping the emulator stops webhook deliveries, even during an attempt", () =>
    Effect.gen(function*() {
      const seen: Array<string> = []
      const url = yield* serve((_request, response) => {
        seen.push("asked")
        response.on("close", () => seen.push("left"))
      })

      const webhooks = yield* Effect.gen(function*() {
        yield* signUp()
        yield* Effect.promise(() => until(() => seen.length === 1))
        return (yield* Emulator).webhooks
      }).pipe(Effect.provide(emulated({ webhooks: [{ url }] }), { local: true }))

      yield* Effect.promise(() => until(() => seen.length === 2))
      assert.deepStrictEqual(seen, ["asked", "left"])
      assert.deepStrictEqual(webhooks.list(), [])
    }))

  it.live("an invalid webhook URL and an invalid webhook secret are rejected", () =>
    Effect.gen(function*() {
      const { webhooks } = yield* Emulator
      const add = (webhook: { readonly url: string; readonly secret?: string }) =>
        Effect.promise(() => webhooks.add(webhook).then(() => undefined, (error: unknown) => error))

      const errors = [
        yield* add({ url: "ftp://127.0.0.1/hook" }),
        yield* add({ url: "http://127.0.0.1/hook", secret: "whsec_short" })
      ]

      assert.deepStrictEqual(errors.map((error) => error instanceof WebhookUnusable && error.fault), ["url", "secret"])
      assert.deepStrictEqual(webhooks.list(), [])
    }).pipe(Effect.provide(emulated())))

  it.live("generated webhook ids are never reused", () =>
    Effect.gen(function*() {
      const { webhooks } = yield* Emulator
      const add = (id?: string) =>
        Effect.promise(() => webhooks.add({ url: "http://127.0.0.1/hook", ...(id === undefined ? {} : { id }) }))
      const first = yield* add()
      yield* add()

      first.remove()
      yield* add("ep_3")
      yield* add()

      assert.deepStrictEqual(webhooks.list().map(({ id }) => id), ["ep_2", "ep_3", "ep_4"])
    }).pipe(Effect.provide(emulated())))

  it.live("removing a webhook again doesn't remove a newer webhook with the same id", () =>
    Effect.gen(function*() {
      const { webhooks } = yield* Emulator
      const add = Effect.tryPromise({
        try: () => webhooks.add({ id: "ep_mine", url: "http://127.0.0.1/hook" }),
        catch: (error) => error as WebhookUnusable
      })
      const first = yield* add
      const refused = yield* Effect.flip(add)
      first.remove()
      yield* add

      first.remove()

      assert.strictEqual(refused.fault, "id")
      assert.match(refused.message, /Another webhook already has this id.* omit it/)
      assert.deepStrictEqual(webhooks.list().map(({ id }) => id), ["ep_mine"])
    }).pipe(Effect.provide(emulated())))

  it.effect("webhooks in a seed file are validated, and errors name their paths", () =>
    Effect.gen(function*() {
      const problems = yield* Effect.flip(readSeed({ webhooks: [{ url: "here", secret: "whsec_short" }] }))
      const twice = { url: "http://127.0.0.1/hook", id: "ep_mine" }

      assert.deepStrictEqual(yield* Effect.flip(readSeed({ webhooks: [twice, twice] })), [
        "webhooks: Expected a unique id for each webhook"
      ])
      assert.strictEqual(problems.length, 2)
      assert.match(problems[0]!, /^webhooks\[0\]\.url: Expected an http or https URL/)
      assert.match(problems[1]!, /^webhooks\[0\]\.secret: Expected 24 to 64 bytes in base64/)
    }))
})

/** Waits until a network event has arrived. */
const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve))
}
