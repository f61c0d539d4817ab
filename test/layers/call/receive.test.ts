import { assert, describe, it } from "@effect/vitest"
import { chunksOf, readBytes } from "../../../layers/call/receive.ts"

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

  it("whose chunks are not bytes is none", async () => {
    const failed = await readBytes(chunksOf(streamOf("text").stream), 10).catch((error: unknown) => error)

    assert.instanceOf(failed, TypeError)
  })

  it("that breaks off fails as it does", async () => {
    const lost = new Error("lost")
    const stream = new ReadableStream({ start: (controller) => controller.error(lost) })

    assert.strictEqual(await readBytes(chunksOf(stream), 10).catch((error: unknown) => error), lost)
  })
})
