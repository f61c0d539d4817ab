import { assert, describe, it, onTestFinished, vi } from "vitest"
import { chunksOf, faultOf, fetchOptions, readBytes } from "../../../layers/call/receive.ts"

/** Says how many chunks were taken, and whether the stream was cancelled. */
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

describe("a body", () => {
  it("is its chunks, one after the other", async () => {
    const { stream } = streamOf(bytes(1, 2), bytes(), bytes(3))

    assert.deepStrictEqual(await readBytes(chunksOf(stream), 3), bytes(1, 2, 3))
  })

  it("of a view is what the view shows, and not the memory around it", async () => {
    const { stream } = streamOf(new DataView(bytes(1, 2, 3, 4).buffer, 1, 2), bytes(9, 8, 7).subarray(1, 2))

    assert.deepStrictEqual(await readBytes(chunksOf(stream), 10), bytes(2, 3, 8))
  })

  it("that there is none is empty", async () => {
    assert.deepStrictEqual(await readBytes(chunksOf(null), 0), bytes())
  })

  it("that is longer than the limit is given up: no more of it is read, and its source is told", async () => {
    const { seen, stream } = streamOf(bytes(1, 2), bytes(3, 4), bytes(5))

    assert.isUndefined(await readBytes(chunksOf(stream), 3))

    assert.deepStrictEqual(seen, { taken: 2, cancelled: true })
  })

  it("that is longer than the limit is given up also where its source fails at being told", async () => {
    const chunks = { next: async () => ({ value: bytes(1) }), return: () => Promise.reject(new Error("deaf")) }

    assert.isUndefined(await readBytes(chunks, 0))
  })

  it("that is longer than the limit is given up also where its source cannot be told", async () => {
    assert.isUndefined(await readBytes({ next: async () => ({ value: bytes(1) }) }, 0))
  })

  it("that there is none can be given up", async () => {
    assert.deepStrictEqual(await chunksOf(null).return!(), { done: true, value: undefined })
  })

  it("whose chunks are not bytes is none", async () => {
    const failed = await readBytes(chunksOf(streamOf("text").stream), 10).catch((error: unknown) => error)

    assert.instanceOf(failed, TypeError)
    assert.strictEqual(failed.message, "a body whose chunks are not bytes")
  })

  it("that breaks off fails as it does", async () => {
    const lost = new Error("lost")
    const stream = new ReadableStream({ start: (controller) => controller.error(lost) })

    assert.strictEqual(await readBytes(chunksOf(stream), 10).catch((error: unknown) => error), lost)
  })
})

describe("what was thrown in place of an answer", () => {
  /** The first is caused by the second, and so on. */
  const causedBy = (...causes: ReadonlyArray<object>): object =>
    causes.reduceRight((cause, each) => ({ cause: { ...each, ...cause } }), {})
  const codes: ReadonlyArray<readonly [what: string, fields: object, code: string | undefined]> = [
    ["nothing", {}, undefined],
    ["its own code", { ...causedBy({ code: "ENOTFOUND" }), code: "EOWN" }, "EOWN"],
    ["the code of its cause", causedBy({ code: "ECONNREFUSED" }), "ECONNREFUSED"],
    ["the code of a cause three deep", causedBy({}, {}, { code: "ECONNRESET" }), "ECONNRESET"],
    ["no code of a cause four deep", causedBy({}, {}, {}, { code: "ECONNRESET" }), undefined],
    ["the code of the first of several", { errors: [{ code: "EFIRST" }, { code: "ESECOND" }] }, "EFIRST"],
    ["the code of its cause before that of the first of several", {
      cause: { code: "ECAUSE" },
      errors: [{ code: "EFIRST" }]
    }, "ECAUSE"],
    ["the code of the first of several, three deep", causedBy({}, { errors: [{ code: "EFIRST" }] }), "EFIRST"],
    ["no code of the first of several, four deep", causedBy({}, {}, { errors: [{ code: "EFIRST" }] }), undefined],
    ["nothing of several that there are none of", { errors: [] }, undefined],
    ["nothing of several that are no list", { errors: 7 }, undefined],
    ["nothing of a cause that is null", { cause: null }, undefined],
    ["nothing of a cause that is text", { cause: "bad port" }, undefined],
    ["no code that is a number", { code: 12345 }, undefined],
    ["no code of two characters", { code: "E1" }, undefined],
    ["a code of three characters", { code: "E12" }, "E12"],
    ["a code of 60 characters", { code: "E".repeat(60) }, "E".repeat(60)],
    ["no code of 61 characters", { code: "E".repeat(61) }, undefined],
    ["no code before a colon", { code: "EOWN: canary" }, undefined],
    ["no code after a colon", { code: "canary: EOWN" }, undefined],
    ["what its cause says in one small word", causedBy({ message: "aborted" }), "aborted"],
    ["what its cause says in four small words", causedBy({ message: "an odd bad port" }), "an odd bad port"],
    ["nothing that its cause says in five words", causedBy({ message: "an odd and bad port" }), undefined],
    ["nothing that its cause says in words apart", causedBy({ message: "bad  port" }), undefined],
    ["nothing that its cause says of a number", causedBy({ message: "bad port 7" }), undefined],
    ["nothing that its cause says of a name", causedBy({ message: "Ada called" }), undefined],
    ["nothing that its cause does not say in text", causedBy({ message: ["bad port"] }), undefined],
    [
      "the code of its cause's cause before what its cause says",
      causedBy({ message: "bad port" }, { code: "EDEEP" }),
      "EDEEP"
    ],
    ["nothing that it says itself", { message: "bad port" }, undefined]
  ]
  for (const [what, fields, code] of codes) {
    it(`is told with ${what}`, () => {
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
  ])("A2: %s is permanent: another attempt meets it again", (code) => {
    const cause = /[a-z]/.test(code) ? new Error(code) : { code }

    assert.deepStrictEqual(faultOf(Object.assign(new TypeError("fetch failed"), { cause })), {
      fault: `TypeError: fetch failed (${code})`,
      code,
      transient: false
    })
  })

  it("A2: a certificate that Deno rejects is permanent, although Deno gives no code", () => {
    const words = "client error (Connect): invalid peer certificate: UnknownIssuer"

    assert.isFalse(faultOf(new TypeError(words)).transient)
  })

  it.each(["ECONNREFUSED", "ECONNRESET", "ENOTFOUND", "EAI_AGAIN", "ETIMEDOUT", "UND_ERR_SOCKET", "EPIPE"])(
    "A2: %s is transient",
    (code) => {
      assert.isTrue(faultOf(Object.assign(new TypeError("fetch failed"), { cause: { code } })).transient)
    }
  )

  it("is worth a second attempt where it is a TypeError", () => {
    assert.deepStrictEqual(faultOf(new TypeError("terminated")), { fault: "TypeError: terminated", transient: true })
    assert.deepStrictEqual(faultOf(new RangeError("no")), { fault: "RangeError: no", transient: false })
  })

  it("is told by its kind alone where it is no error", () => {
    const unreadable = new Proxy({}, {
      has: () => {
        throw new Error("not even this")
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

describe("fetch", () => {
  it("asks for no cookies and no cache, and outlives a page where it is told to", () => {
    for (const keepalive of [true, false]) {
      assert.deepStrictEqual(fetchOptions(keepalive), { credentials: "omit", cache: "no-store", keepalive })
    }
  })

  it("is asked for nothing on Cloudflare Workers, which know none of it", () => {
    vi.stubGlobal("WebSocketPair", () => {})
    onTestFinished(() => void vi.unstubAllGlobals())

    assert.deepStrictEqual(fetchOptions(true), {})
  })
})
