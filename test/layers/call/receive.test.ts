import { assert, describe, it, onTestFinished, vi } from "vitest"
import { chunksOf, faultOf, fetchOptions, readBytes } from "../../../layers/call/receive.ts"

/** Creates a stream that records how many chunks were read, and whether it was cancelled. */
const streamOf = (...chunks: ReadonlyArray<unknown>) => {
  const seen = { taken: 0, cancelled: false }
  const stream = new ReadableStream<unknown>({
    pull: (controller) => {
      if (seen.taken === chunks.length) controller.close()
      else controller.enqueue(chunks[seen.taken++])
    },
    cancel: () => {
      seen.cancelled = true
    }
  }, { highWaterMark: 0 })
  return { seen, stream }
}

const bytes = (...values: ReadonlyArray<number>) => Uint8Array.from(values)

describe("response body", () => {
  it("a response body is the concatenation of its chunks", async () => {
    const { stream } = streamOf(bytes(1, 2), bytes(), bytes(3))

    assert.deepStrictEqual(await readBytes(chunksOf(stream), 3), bytes(1, 2, 3))
  })

  it("a response body contains only the bytes of a view, not its whole buffer", async () => {
    const { stream } = streamOf(new DataView(bytes(1, 2, 3, 4).buffer, 1, 2), bytes(9, 8, 7).subarray(1, 2))

    assert.deepStrictEqual(await readBytes(chunksOf(stream), 10), bytes(2, 3, 8))
  })

  it("reading a response without a body returns no bytes", async () => {
    assert.deepStrictEqual(await readBytes(chunksOf(null), 0), bytes())
  })

  it("a response body is cancelled after the first chunk beyond the limit", async () => {
    const { seen, stream } = streamOf(bytes(1, 2), bytes(3, 4), bytes(5))

    assert.isUndefined(await readBytes(chunksOf(stream), 3))

    assert.deepStrictEqual(seen, { taken: 2, cancelled: true })
  })

  it("a response body is abandoned beyond the limit even if its source fails to cancel", async () => {
    const chunks = { next: async () => ({ value: bytes(1) }), return: () => Promise.reject(new Error("no cancel")) }

    assert.isUndefined(await readBytes(chunks, 0))
  })

  it("a response body is abandoned beyond the limit even if its source can't be cancelled", async () => {
    assert.isUndefined(await readBytes({ next: async () => ({ value: bytes(1) }) }, 0))
  })

  it("a response without a body can be cancelled", async () => {
    assert.deepStrictEqual(await chunksOf(null).return!(), { done: true, value: undefined })
  })

  it("reading a response body fails if its chunks are not bytes", async () => {
    const failed = await readBytes(chunksOf(streamOf("text").stream), 10).catch((error: unknown) => error)

    assert.instanceOf(failed, TypeError)
    assert.strictEqual(failed.message, "a body whose chunks are not bytes")
  })

  it("reading a response body fails with the source's error if the body breaks off", async () => {
    const lost = new Error("lost")
    const stream = new ReadableStream({ start: (controller) => controller.error(lost) })

    assert.strictEqual(await readBytes(chunksOf(stream), 10).catch((error: unknown) => error), lost)
  })
})

describe("faultOf", () => {
  /** Nests errors: each error is the cause of the previous one. */
  const causedBy = (...causes: ReadonlyArray<object>): object =>
    causes.reduceRight((cause, each) => ({ cause: { ...each, ...cause } }), {})
  const codes: ReadonlyArray<readonly [what: string, fields: object, code: string | undefined]> = [
    ["no code by default", {}, undefined],
    ["the error's own code", { ...causedBy({ code: "ENOTFOUND" }), code: "EOWN" }, "EOWN"],
    ["the code of its cause", causedBy({ code: "ECONNREFUSED" }), "ECONNREFUSED"],
    ["the code of a cause three deep", causedBy({}, {}, { code: "ECONNRESET" }), "ECONNRESET"],
    ["no code of a cause four deep", causedBy({}, {}, {}, { code: "ECONNRESET" }), undefined],
    ["the code of the first of several errors", { errors: [{ code: "EFIRST" }, { code: "ESECOND" }] }, "EFIRST"],
    ["the code of its cause before that of the first of several errors", {
      cause: { code: "ECAUSE" },
      errors: [{ code: "EFIRST" }]
    }, "ECAUSE"],
    ["the code of the first of several errors, three deep", causedBy({}, { errors: [{ code: "EFIRST" }] }), "EFIRST"],
    [
      "no code of the first of several errors, four deep",
      causedBy({}, {}, { errors: [{ code: "EFIRST" }] }),
      undefined
    ],
    ["no code of an empty list of errors", { errors: [] }, undefined],
    ["no code of errors that are not a list", { errors: 7 }, undefined],
    ["no code of a cause of null", { cause: null }, undefined],
    ["no code of a cause that is a string", { cause: "bad port" }, undefined],
    ["no numeric code", { code: 12345 }, undefined],
    ["no code of two characters", { code: "E1" }, undefined],
    ["a code of three characters", { code: "E12" }, "E12"],
    ["a code of 60 characters", { code: "E".repeat(60) }, "E".repeat(60)],
    ["no code of 61 characters", { code: "E".repeat(61) }, undefined],
    ["no code before a colon", { code: "EOWN: canary" }, undefined],
    ["no code after a colon", { code: "canary: EOWN" }, undefined],
    ["a cause's message of one lower-case word", causedBy({ message: "aborted" }), "aborted"],
    ["a cause's message of four lower-case words", causedBy({ message: "an odd bad port" }), "an odd bad port"],
    ["no cause's message of five words", causedBy({ message: "an odd and bad port" }), undefined],
    ["no cause's message with double spaces", causedBy({ message: "bad  port" }), undefined],
    ["no cause's message with a number", causedBy({ message: "bad port 7" }), undefined],
    ["no cause's message with a capital letter", causedBy({ message: "Ada called" }), undefined],
    ["no cause's message that is not a string", causedBy({ message: ["bad port"] }), undefined],
    [
      "the code of its cause's cause before its cause's message",
      causedBy({ message: "bad port" }, { code: "EDEEP" }),
      "EDEEP"
    ],
    ["no code from its own message", { message: "bad port" }, undefined]
  ]
  for (const [what, fields, code] of codes) {
    it(`the text of a transport fault contains ${what}`, () => {
      const thrown = { name: "TypeError", message: "fetch failed", ...fields }

      assert.deepStrictEqual(
        faultOf(thrown),
        code === undefined
          ? { fault: `TypeError: ${thrown.message}`, transient: true }
          : { fault: `TypeError: ${thrown.message} (${code})`, transient: true, code }
      )
    })
  }

  it.each([
    "SELF_SIGNED_CERT_IN_CHAIN",
    "DEPTH_ZERO_SELF_SIGNED_CERT",
    "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
    "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
    "CERT_HAS_EXPIRED",
    "CERT_NOT_YET_VALID",
    "ERR_TLS_CERT_ALTNAME_INVALID",
    "HOSTNAME_MISMATCH",
    "ERR_SSL_WRONG_VERSION_NUMBER",
    "EPROTO",
    "ERR_INVALID_PROTOCOL",
    "bad port",
    "unknown scheme"
  ])("A2: the transport fault %s is permanent", (code) => {
    const cause = /[a-z]/.test(code) ? new Error(code) : { code }

    assert.deepStrictEqual(faultOf(Object.assign(new TypeError("fetch failed"), { cause })), {
      fault: `TypeError: fetch failed (${code})`,
      code,
      transient: false
    })
  })

  it("A2: a certificate rejected by Deno is a permanent fault, although Deno gives no code", () => {
    const words = "client error (Connect): invalid peer certificate: UnknownIssuer"

    assert.isFalse(faultOf(new TypeError(words)).transient)
  })

  it.each(["ECONNREFUSED", "ECONNRESET", "ENOTFOUND", "EAI_AGAIN", "ETIMEDOUT", "UND_ERR_SOCKET", "EPIPE"])(
    "A2: the transport fault %s is transient",
    (code) => {
      assert.isTrue(faultOf(Object.assign(new TypeError("fetch failed"), { cause: { code } })).transient)
    }
  )

  it("a TypeError is a transient transport fault", () => {
    assert.deepStrictEqual(faultOf(new TypeError("terminated")), { fault: "TypeError: terminated", transient: true })
    assert.deepStrictEqual(faultOf(new RangeError("no")), { fault: "RangeError: no", transient: false })
  })

  it("if fetch throws a value that isn't an Error, the transport fault contains only the value's type", () => {
    const unreadable = new Proxy({}, {
      has: () => {
        throw new Error("unreadable")
      }
    })
    const kinds = [[undefined, "undefined"], [null, "null"], [7, "number"], ["boom", "\"boom\""]] as const
    for (const [thrown, kind] of kinds) {
      assert.deepStrictEqual(faultOf(thrown), { fault: `fetch threw ${kind}`, transient: false })
    }
    for (const thrown of [{ name: "TypeError" }, { message: "fetch failed" }, unreadable]) {
      assert.deepStrictEqual(faultOf(thrown), { fault: "fetch threw object", transient: false })
    }
    assert.strictEqual(faultOf(Object.assign(() => {}, { message: "" })).fault, "fetch threw function")
  })
})

describe("fetch options", () => {
  it("fetch options omit cookies and cache, and set keepalive if requested", () => {
    for (const keepalive of [true, false]) {
      assert.deepStrictEqual(fetchOptions(keepalive), { credentials: "omit", cache: "no-store", keepalive })
    }
  })

  it("fetch options are empty on Cloudflare Workers, which don't support them", () => {
    vi.stubGlobal("WebSocketPair", () => {})
    onTestFinished(() => void vi.unstubAllGlobals())

    assert.deepStrictEqual(fetchOptions(true), {})
  })
})
