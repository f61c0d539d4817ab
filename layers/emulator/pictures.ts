/** Pictures that come as base64 data URLs, are stored, and come back as links. Platform rules §3. */
import * as Effect from "effect/Effect"
import type { Platform } from "./Platform.ts"
import { Refusal } from "./Refusal.ts"

const dataUrl = /^data:(image\/(jpeg|png|webp));base64,([A-Za-z0-9+/]*={0,2})$/

const mostBytes = 1_000_000

const mostPixels = 4096

/** Below the emulator's address; what stands in for the platform's storage. */
export const folder = "/storage/"

/** Whether a text is meant as a data URL. */
export const isDataUrl = (text: string): boolean => text.startsWith("data:")

const refused = (text: string) => Effect.fail(new Refusal({ status: 400, text }))

/** Stores a picture and answers with its link. */
export const store = (platform: Platform, url: string): Effect.Effect<string, Refusal> =>
  Effect.suspend(() => {
    const match = dataUrl.exec(url)
    if (match === null) return refused("The picture must be a JPEG, PNG or WebP image as a base64 data URL")
    const [, contentType, type, base64] = match as unknown as readonly [string, string, Format, string]
    const bytes = bytesOf(base64)
    if (base64.length > mostBytes || bytes === undefined || bytes.length > mostBytes) {
      return refused("The picture is larger than 1,000,000 bytes or is not valid base64")
    }
    const size = sizes[type](bytes)
    if (size === undefined) return refused("The data is not a picture of the format it claims to be")
    if (Math.max(...size) > mostPixels) return refused(`The picture is larger than ${mostPixels} pixels on a side`)
    const path = `${folder}${crypto.randomUUID()}.${type}`
    platform.store.pictures.set(path, { contentType, base64 })
    return Effect.succeed(`${platform.baseUrl}${path}`)
  })

type Format = "jpeg" | "png" | "webp"

type Size = readonly [width: number, height: number]

/** The bytes of a base64 text. */
export const bytesOf = (base64: string): Uint8Array<ArrayBuffer> | undefined => {
  try {
    return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
  } catch {
    return undefined
  }
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

const textAt = (bytes: Uint8Array, at: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(at, at + length))

const sizes: { readonly [F in Format]: (bytes: Uint8Array) => Size | undefined } = {
  png: (bytes) =>
    bytes.length >= 24 && textAt(bytes, 1, 3) === "PNG" && textAt(bytes, 12, 4) === "IHDR"
      ? [viewOf(bytes).getUint32(16), viewOf(bytes).getUint32(20)]
      : undefined,
  jpeg: (bytes) => {
    if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return undefined
    const view = viewOf(bytes)
    for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff;) {
      const marker = bytes[at + 1]!
      // the start-of-frame markers, without those for tables (ITU T.81 B.1.1.3)
      if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
        return [view.getUint16(at + 7), view.getUint16(at + 5)]
      }
      at += 2 + view.getUint16(at + 2)
    }
    return undefined
  },
  webp: (bytes) => {
    if (bytes.length < 30 || textAt(bytes, 0, 4) !== "RIFF" || textAt(bytes, 8, 4) !== "WEBP") return undefined
    const view = viewOf(bytes)
    switch (textAt(bytes, 12, 4)) {
      case "VP8X":
        return [1 + (view.getUint32(24, true) & 0xff_ffff), 1 + (view.getUint32(26, true) >>> 8)]
      case "VP8 ":
        return [view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff]
      case "VP8L": {
        const bits = view.getUint32(21, true)
        return [1 + (bits & 0x3fff), 1 + ((bits >>> 14) & 0x3fff)]
      }
      default:
        return undefined
    }
  }
}
