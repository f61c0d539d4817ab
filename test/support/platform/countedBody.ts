/** A body of any length that counts how many bytes are read. */

const mebibyte = new Uint8Array(1_048_576)

/** Creates a body that consists of zeros. They are generated while the body is read. */
export const countedBody = (mebibytes: number) => {
  let read = 0
  let cancelled = false
  const stream = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      if (read === mebibytes) return controller.close()
      read++
      controller.enqueue(mebibyte)
    },
    cancel: () => {
      cancelled = true
    }
  }, { highWaterMark: 0 })
  return { stream, mebibytesRead: () => read, cancelled: () => cancelled }
}
