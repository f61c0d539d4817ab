/** Inserted ranges of bytes. */

/** Removes ranges of bytes. It is the inverse of an insertion. */
export const withoutBytes = (
  bytes: Uint8Array,
  ranges: ReadonlyArray<readonly [offset: number, length: number]>
): Uint8Array => {
  const parts: Array<Uint8Array> = []
  let kept = 0
  for (const [offset, length] of ranges) {
    parts.push(bytes.subarray(kept, offset))
    kept = offset + length
  }
  return Buffer.concat([...parts, bytes.subarray(kept)])
}
