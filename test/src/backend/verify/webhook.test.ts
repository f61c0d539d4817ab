import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { once } from "node:events"
import * as http from "node:http"
import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { runInNewContext } from "node:vm"
import { Webhook } from "standardwebhooks"
import { vi } from "vitest"
import { startEmulator } from "../../../../src/emulator/index.ts"
import { verifyWebhook, type WebhookOptions, type WebhookRequest } from "../../../../src/verify.ts"
import { countedBody } from "../../../support/platform/countedBody.ts"

// Test vector of the Standard Webhooks libraries.
const vector = {
  secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
  id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
  timestamp: 1_614_265_330,
  body: "{\"test\": 2432232314}",
  signature: "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
}

const otherSecret = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"

const at = (seconds: number): WebhookOptions => ({ now: () => seconds * 1000 })

const now = at(vector.timestamp)

const deleted = JSON.stringify({ type: "team.deleted", data: { id: "t1" } })

const sign = (body: string, { id = vector.id, secret = vector.secret, timestamp = vector.timestamp } = {}): string =>
  new Webhook(secret).sign(id, new Date(timestamp * 1000), body)

/** Creates a request in the form that the vendor sends. Tests can replace parts of it. */
const posted = (
  body: string | Uint8Array<ArrayBuffer>,
  headers: { readonly [name: string]: string | undefined } = {},
  prefix = "webhook"
): Request => {
  const all = {
    [`${prefix}-id`]: vector.id,
    [`${prefix}-timestamp`]: String(vector.timestamp),
    [`${prefix}-signature`]: typeof body === "string" ? sign(body) : "",
    ...headers
  }
  const present = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return new Request("https://app.test/webhooks", { method: "POST", body, headers: present })
}

/** Returns the reason for which a promise was rejected, in one word. */
const rejection = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => "accepted",
    (error) => error._tag === "WebhookRejected" ? error.reason : error._tag ?? `untyped: ${String(error)}`
  )

describe("verifyWebhook", () => {
  it("L1: verifyWebhook accepts the test vector of the Standard Webhooks libraries, with both names of the headers", async () => {
    // The body is not an event of the platform. This is checked after the signature.
    for (const prefix of ["webhook", "svix"]) {
      const request = posted(vector.body, { [`${prefix}-signature`]: vector.signature }, prefix)

      assert.strictEqual(await rejection(verifyWebhook(request, vector.secret, now)), "contents")
    }
    const wrong = posted(vector.body, { "webhook-signature": vector.signature.replace("g0", "g1") })
    assert.strictEqual(await rejection(verifyWebhook(wrong, vector.secret, now)), "signature")
    assert.strictEqual(sign(vector.body), vector.signature)
  })

  it.effect.prop(
    "L1: verifyWebhook accepts a webhook signed by the Standard Webhooks library, and rejects any change to it",
    [Schema.String, Schema.Json, Schema.Int],
    ([text, json, salt]) =>
      Effect.promise(async () => {
        const id = `msg_${Math.abs(salt)}`
        const body = JSON.stringify({ type: `later.${Buffer.from(text).toString("hex")}`, data: json })
        const headers = { "webhook-id": id, "webhook-signature": sign(body, { id }) }

        const { event } = await verifyWebhook(posted(body, headers), vector.secret, now)

        assert.strictEqual(event.type, "unknown")
        for (
          const [changed, more] of [[`${body} `, headers], [body, { ...headers, "webhook-id": `${id}1` }]] as const
        ) {
          assert.strictEqual(await rejection(verifyWebhook(posted(changed, more), vector.secret, now)), "signature")
        }
      })
  )

  it("L2: verifyWebhook rejects a re-serialized webhook body, and explains the fix", async () => {
    const spaced = "{\"type\": \"team.deleted\", \"data\": {\"id\": \"t1\"}}"
    const rewritten = posted(JSON.stringify(JSON.parse(spaced)), { "webhook-signature": sign(spaced) })

    const error = await verifyWebhook(rewritten, vector.secret, now).then(() => assert.fail(), (error: Error) => error)

    assert.include(error.message, "pass the raw body: parsing and serializing it again changes it")
  })

  it("L2: verifyWebhook rejects a body that has already been parsed or read, and explains how to keep the raw body", async () => {
    const parsed = { headers: posted(deleted).headers, body: JSON.parse(deleted) } as WebhookRequest
    const read = posted(deleted)
    await read.json()

    for (const request of [parsed, read]) {
      const error = await verifyWebhook(request, vector.secret, now).then(() => assert.fail(), (error: Error) => error)

      assert.match(error.message, /already read or parsed.*express\.raw/)
    }
  })

  it("L3: verifyWebhook rejects timestamps more than five minutes from now, to the second", async () => {
    const verdict = (offset: number, options: WebhookOptions = {}) =>
      rejection(verifyWebhook(posted(deleted), vector.secret, { ...at(vector.timestamp + offset), ...options }))

    assert.strictEqual(await verdict(300), "accepted")
    assert.strictEqual(await verdict(301), "too-old")
    assert.strictEqual(await verdict(-300), "accepted")
    assert.strictEqual(await verdict(-301), "too-new")
    assert.strictEqual(await verdict(11, { toleranceSeconds: 10 }), "too-old")
    assert.strictEqual(await verdict(0, { toleranceSeconds: Number.NaN }), "VerifierMisconfigured")
  })

  it("L3: verifyWebhook rejects missing, empty, blank and repeated headers, and timestamps that aren't in seconds", async () => {
    const verdict = (headers: { readonly [name: string]: string | undefined }) =>
      rejection(verifyWebhook(posted(deleted, headers), vector.secret, now))

    for (const name of ["webhook-id", "webhook-timestamp", "webhook-signature"]) {
      assert.strictEqual(await verdict({ [name]: undefined }), "missing-headers")
      assert.strictEqual(await verdict({ [name]: "" }), "missing-headers")
      assert.strictEqual(await verdict({ [name]: "  \t " }), "missing-headers")
    }
    for (const timestamp of ["now", "1e9", "-1", "0x60", "1614265330abc", "1614265330.5", "9".repeat(30), "NaN"]) {
      assert.strictEqual(await verdict({ "webhook-timestamp": timestamp }), "timestamp", timestamp)
    }
    const twice = { headers: { "webhook-id": [vector.id, vector.id] }, body: deleted }
    assert.strictEqual(await rejection(verifyWebhook(twice, vector.secret, now)), "missing-headers")
    assert.strictEqual(
      await rejection(verifyWebhook({ body: deleted } as never, vector.secret, now)),
      "missing-headers"
    )
    assert.strictEqual(await rejection(verifyWebhook(undefined as never, vector.secret, now)), "missing-headers")
  })

  it("L4: verifyWebhook finds the valid signature among several, and supports only version v1", async () => {
    const good = sign(deleted)
    const verdict = (signatures: string) =>
      rejection(verifyWebhook(posted(deleted, { "webhook-signature": signatures }), vector.secret, now))

    assert.strictEqual(await verdict(`v1,AAAA v1a,BBBB ${good} v2,CCCC`), "accepted")
    assert.strictEqual(await verdict(good.replace("v1,", "v2,")), "signature")
    assert.strictEqual(await verdict(good.replace("v1,", "v1a,")), "signature")
    assert.strictEqual(await verdict(good.replace("v1,", "")), "signature")
    assert.strictEqual(await verdict("v1,"), "signature")
    assert.strictEqual(await verdict("v1,%%%"), "signature")
    assert.strictEqual(await verdict(good.slice(0, -8)), "signature")
    assert.strictEqual(
      await verdict(`${"v1,AAAA ".repeat(1000)}${good}`),
      "signature",
      "only the first signatures are checked"
    )
  })

  it("L5: verifyWebhook accepts webhooks signed with either of two secrets during a rotation", async () => {
    const byOther = posted(deleted, { "webhook-signature": sign(deleted, { secret: otherSecret }) })
    const secrets = [vector.secret, Redacted.make(otherSecret)]

    assert.strictEqual(await rejection(verifyWebhook(byOther.clone(), secrets, now)), "accepted")
    assert.strictEqual(await rejection(verifyWebhook(posted(deleted), secrets, now)), "accepted")
    assert.strictEqual(await rejection(verifyWebhook(byOther.clone(), vector.secret, now)), "signature")
    assert.strictEqual(await rejection(verifyWebhook(byOther, vector.secret.slice(6), now)), "signature")
    assert.strictEqual(await rejection(verifyWebhook(posted(deleted), vector.secret.slice(6), now)), "accepted")
  })

  it("verifyWebhook rejects invalid secrets before reading the request", async () => {
    for (const secret of ["", "whsec_", "whsec_%%%", undefined, null, 7, [], [vector.secret, ""]]) {
      const error = await verifyWebhook(posted(deleted), secret as never, now).then(() => assert.fail(), (e) => e)

      assert.strictEqual(error._tag, "VerifierMisconfigured", JSON.stringify(secret))
    }
  })

  it("L6: verifyWebhook compares signatures with WebCrypto, which takes the same time for every wrong signature", async () => {
    const compared: Array<number> = []
    const verify = crypto.subtle.verify.bind(crypto.subtle)
    crypto.subtle.verify = (...args: Parameters<SubtleCrypto["verify"]>) => {
      compared.push((args[2] as Uint8Array).length)
      return verify(...args)
    }
    try {
      const almost = sign(deleted).replace(/.=$/, (end) => end.startsWith("A") ? "E=" : "A=")
      const request = posted(deleted, { "webhook-signature": `v1,${"A".repeat(43)}= ${almost}` })

      assert.strictEqual(await rejection(verifyWebhook(request, vector.secret, now)), "signature")
      assert.deepStrictEqual(compared, [32, 32])
    } finally {
      crypto.subtle.verify = verify
    }
  })

  it("L7: verifyWebhook returns an unknown event as data, and rejects a known event with missing fields", async () => {
    const later = JSON.stringify({ type: "invoice.paid", data: { id: "i1", cents: 100 } })
    const broken = JSON.stringify({ type: "user.created", data: {} })

    assert.deepStrictEqual((await verifyWebhook(posted(later), vector.secret, now)).event, {
      type: "unknown",
      name: "invoice.paid",
      data: { id: "i1", cents: 100 }
    })
    for (const body of [broken, "null", "[]", "{", "", "{\"type\":7,\"data\":{}}"]) {
      assert.strictEqual(await rejection(verifyWebhook(posted(body), vector.secret, now)), "contents", body)
    }
  })

  it("L8: verifyWebhook accepts a body of 1 MB as text, bytes or stream, and stops reading at the limit", async () => {
    const body = JSON.stringify({ type: "later.large", data: "x".repeat(1_000_000) })
    const { headers } = posted(body)
    const bytes = new TextEncoder().encode(body)
    const limited = { ...now, maxBodyBytes: 1_000_000 }

    for (
      const each of [posted(body), { headers, body }, { headers, body: bytes }, { headers, body: Buffer.from(body) }]
    ) {
      const { event } = await verifyWebhook(each, vector.secret, now)
      assert.strictEqual(event.type, "unknown")
    }
    for (const each of [posted(body), { headers, body }, { headers, body: bytes }]) {
      assert.strictEqual(await rejection(verifyWebhook(each, vector.secret, limited)), "too-large")
    }
  })

  it("S4: verifyWebhook reads an endless body only slightly beyond the limit, and cancels it", async () => {
    const { cancelled, mebibytesRead, stream } = countedBody(600)
    const request = new Request("https://app.test/webhooks", {
      method: "POST",
      body: stream,
      headers: posted(deleted).headers,
      duplex: "half"
    } as RequestInit)

    assert.strictEqual(await rejection(verifyWebhook(request, vector.secret, now)), "too-large")
    assert.strictEqual(mebibytesRead(), 5)
    assert.isTrue(cancelled())
  })

  it("S4: verifyWebhook reads no body if the headers are missing, stale or announce too many bytes", async () => {
    for (
      const [headers, reason] of [
        [{ "webhook-signature": undefined }, "missing-headers"],
        [{ "webhook-timestamp": "7" }, "too-old"],
        [{ "webhook-timestamp": "soon" }, "timestamp"],
        [{ "content-length": "629145600" }, "too-large"]
      ] as const
    ) {
      const { mebibytesRead, stream } = countedBody(600)
      const request = new Request("https://app.test/webhooks", {
        method: "POST",
        body: stream,
        headers: posted(deleted, headers).headers,
        duplex: "half"
      } as RequestInit)

      assert.strictEqual(await rejection(verifyWebhook(request, vector.secret, now)), reason)
      assert.strictEqual(mebibytesRead(), 0, reason)
    }
  })

  it("verifyWebhook rejects an invalid body limit before reading the request", async () => {
    for (const maxBodyBytes of [Number.NaN, -1, "5 MB" as never]) {
      assert.strictEqual(
        await rejection(verifyWebhook(posted(deleted), vector.secret, { ...now, maxBodyBytes })),
        "VerifierMisconfigured"
      )
    }
  })

  it("verifyWebhook reads a request's Node headers in upper or lower case, and returns id, time and event", async () => {
    const { headers } = posted(deleted)
    const upper = Object.fromEntries([...headers].map(([name, value]) => [name.toUpperCase(), value]))

    const webhook = await verifyWebhook({ headers: upper, body: deleted }, vector.secret, now)

    assert.deepStrictEqual(webhook, {
      id: vector.id,
      sentAt: new Date(vector.timestamp * 1000),
      event: { type: "team.deleted", data: { id: "t1" } }
    })
  })

  it("verifyWebhook accepts the emulator's event of a new user", async () => {
    await using platform = await startEmulator()
    const received = new Promise<{ readonly type: string; readonly data: unknown }>((resolve) => {
      platform.events.listen(({ data, type }) => resolve({ type, data }))
    })
    const { baseUrl, project } = platform
    await fetch(`${baseUrl}/api/v1/users`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-stack-project-id": project.projectId,
        "x-stack-access-type": "server",
        "x-stack-secret-server-key": Redacted.value(project.secretServerKey)
      },
      body: JSON.stringify({ primary_email: "ada@example.com" })
    })
    const body = JSON.stringify(await received)

    const { event } = await verifyWebhook(posted(body), vector.secret, now)

    assert.strictEqual(event.type, "user.created")
    if (event.type === "user.created") assert.strictEqual(event.data.primaryEmail, "ada@example.com")
  })
})

describe("verifyWebhook with a Node request", () => {
  /**
   * Sends a request to a server that verifies it. Returns the server's response, and the number of bytes that it has
   * read.
   */
  const requested = async (
    headers: { readonly [name: string]: string },
    body: Iterable<Uint8Array> | string,
    before: (request: IncomingMessage) => unknown = () => {}
  ) => {
    let bytesRead = 0
    const agent = new http.Agent({ keepAlive: true })
    const server = createServer((request, response) => {
      const counted = request.iterator.bind(request)
      request.iterator = (options) => {
        const chunks = counted(options)
        const next = chunks.next.bind(chunks)
        chunks.next = async () => {
          const chunk = await next()
          if (chunk.done !== true) bytesRead += chunk.value.length
          return chunk
        }
        return chunks
      }
      Promise.resolve(before(request))
        .then(() => rejection(verifyWebhook(request, vector.secret, now)))
        .then((answer) => response.end(answer))
    }).listen(0, "127.0.0.1")
    await once(server, "listening")
    try {
      const { port } = server.address() as AddressInfo
      // Keep-alive. If the server closed the connection, it could be reset before the response is read.
      const outgoing = http.request({ port, host: "127.0.0.1", method: "POST", headers, agent })
      const sending = typeof body === "string"
        ? Promise.resolve(outgoing.end(body))
        : pipeline(Readable.from(body), outgoing).catch(() => {}) // fails after the response has arrived
      const [response] = await once(outgoing, "response") as [IncomingMessage]
      const answer = Buffer.concat(await response.toArray()).toString()
      outgoing.destroy()
      await sending
      return { answer, bytesRead }
    } finally {
      agent.destroy()
      server.closeAllConnections()
      server.close()
    }
  }

  const headersOf = (more: { readonly [name: string]: string | undefined } = {}) =>
    Object.fromEntries([...posted(deleted, { ...more, "content-type": undefined }).headers])

  const zeros = function*(mebibytes: number) {
    for (let each = 0; each < mebibytes; each++) yield new Uint8Array(1_048_576)
  }

  it("verifyWebhook reads the body of a Node request", async () => {
    assert.strictEqual((await requested(headersOf(), deleted)).answer, "accepted")
  })

  it("S4: verifyWebhook stops reading a Node request at the limit, and the server can still respond", async () => {
    const { answer, bytesRead } = await requested(headersOf(), zeros(100))

    assert.strictEqual(answer, "too-large")
    assert.isBelow(bytesRead, 5_200_000)
  })

  it("S4: verifyWebhook doesn't read a Node request's body if the headers are missing, stale or announce too many bytes", async () => {
    for (
      const [more, reason] of [
        [{ "webhook-signature": undefined }, "missing-headers"],
        [{ "webhook-timestamp": "7" }, "too-old"],
        [{ "content-length": "104857600" }, "too-large"]
      ] as const
    ) {
      assert.deepStrictEqual(await requested(headersOf(more), zeros(100)), { answer: reason, bytesRead: 0 })
    }
  })

  it("L2: verifyWebhook rejects a Node request whose body has already been read or parsed", async () => {
    const read = await requested(headersOf(), deleted, (request) => request.toArray())
    const parsed = await requested(
      headersOf(),
      deleted,
      (request) => Object.assign(request, { body: JSON.parse(deleted) })
    )

    assert.deepStrictEqual([read.answer, parsed.answer], ["parsed-body", "parsed-body"])
  })

  it("verifyWebhook accepts the raw bytes that a body parser kept", async () => {
    const { answer } = await requested(
      headersOf(),
      deleted,
      async (request) => Object.assign(request, { body: Buffer.concat(await request.toArray()) })
    )

    assert.strictEqual(answer, "accepted")
  })
})

describe("verifyWebhook with headers as lists and values of other realms", () => {
  const signed = {
    "webhook-id": vector.id,
    "webhook-timestamp": String(vector.timestamp),
    "webhook-signature": sign(deleted)
  }
  const typeOf = async (request: unknown) =>
    (await verifyWebhook(request as WebhookRequest, vector.secret, now)).event.type

  it("verifyWebhook accepts header lists of one value, with names in upper or lower case", async () => {
    const lists = Object.fromEntries(Object.entries(signed).map(([name, value]) => [name.toUpperCase(), [value]]))

    assert.strictEqual(await typeOf({ headers: lists, body: deleted }), "team.deleted")
  })

  it("verifyWebhook rejects header lists of several values and empty header lists", async () => {
    for (const id of [[vector.id, vector.id], [vector.id, "msg_other"], []]) {
      const request = { headers: { ...signed, "webhook-id": id }, body: deleted }

      assert.include(["signature", "missing-headers"], await rejection(verifyWebhook(request, vector.secret, now)))
    }
  })

  it("verifyWebhook rejects a body if a content-length header in a list announces too many bytes", async () => {
    const request = Object.assign(Readable.from([Buffer.from(deleted)]), {
      headers: { ...signed, "content-length": ["1000000000"] }
    })

    assert.strictEqual(
      await rejection(verifyWebhook(request as unknown as WebhookRequest, vector.secret, now)),
      "too-large"
    )
  })

  const foreign = (code: string): unknown => runInNewContext(code)([...Buffer.from(deleted)])
  const bodies: { readonly [name: string]: unknown } = {
    "a Buffer": Buffer.from(deleted),
    "a view in the middle of a larger buffer": Buffer.from(`xx${deleted}xx`).subarray(2, -2),
    "an ArrayBuffer": new TextEncoder().encode(deleted).buffer,
    "a Uint8Array of another realm": foreign("(bytes) => Uint8Array.from(bytes)"),
    "an ArrayBuffer of another realm": foreign("(bytes) => Uint8Array.from(bytes).buffer"),
    "a DataView of another realm": foreign("(bytes) => new DataView(Uint8Array.from(bytes).buffer)")
  }
  for (const [name, body] of Object.entries(bodies)) {
    it(`verifyWebhook accepts a body that is ${name}`, async () => {
      assert.strictEqual(await typeOf({ headers: signed, body }), "team.deleted")
    })
  }

  it("verifyWebhook accepts a Request and Headers of another realm, and rejects such a request after its body has been read", async () => {
    const request = posted(deleted)
    const [headers, body] = [{ get: (name: string) => request.headers.get(name) }, request.body]

    assert.strictEqual(await typeOf({ headers, body, bodyUsed: false }), "team.deleted")
    const read = { headers, body: null, bodyUsed: true } as unknown as Request
    assert.strictEqual(await rejection(verifyWebhook(read, vector.secret, now)), "parsed-body")
  })

  it("verifyWebhook rejects a request if another reader has locked its body", async () => {
    const request = posted(deleted)
    request.body!.getReader()

    assert.strictEqual(await rejection(verifyWebhook(request, vector.secret, now)), "parsed-body")
  })

  it("verifyWebhook reports a missing crypto.subtle, as in a DOM environment with a partial crypto", async () => {
    for (const value of [undefined, {}]) {
      vi.stubGlobal("crypto", value)
      const error = await verifyWebhook(posted(deleted), vector.secret, now).catch((error) => error)
      vi.unstubAllGlobals()

      assert.deepInclude(error, { _tag: "VerifierMisconfigured", setting: "crypto.subtle" })
    }
  })
})
