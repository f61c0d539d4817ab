/** UTF-8 decoding. Loads no Effect. */

let decoder: TextDecoder | undefined

/**
 * Decodes UTF-8, and throws where the bytes are malformed. A polyfill without `fatal` replaces malformed bytes instead.
 * The decoder is made on first use, because the constructors of such polyfills throw.
 */
export const decodeUtf8 = (bytes: Uint8Array): string => (decoder ??= makeDecoder()).decode(bytes)

const makeDecoder = (): TextDecoder => {
  try {
    return new TextDecoder("utf-8", { fatal: true })
  } catch {
    return new TextDecoder()
  }
}
