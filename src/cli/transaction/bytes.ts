/** Changed ranges of bytes. */

/** A changed range of the new bytes, and the text that it replaces. A range without such a text was inserted. */
export type Range = readonly [offset: number, length: number, replaced?: string]

/** Restores the bytes before a change: removes its ranges, and puts back the text that they replaced. */
export const withoutBytes = (bytes: Uint8Array, ranges: ReadonlyArray<Range>): Uint8Array => {
  const parts: Array<Uint8Array> = []
  let kept = 0
  for (const [offset, length, replaced = ""] of ranges) {
    parts.push(bytes.subarray(kept, offset), Buffer.from(replaced))
    kept = offset + length
  }
  return Buffer.concat([...parts, bytes.subarray(kept)])
}
