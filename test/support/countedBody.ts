/** A body of any length that counts how much of it is read. */

const mebibyte = new Uint8Array(1_048_576)

/** `mebibytes` of zeros; none is made before it is asked for. */
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
