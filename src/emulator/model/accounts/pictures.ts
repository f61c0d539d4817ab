/** Pictures that are sent as base64 data URLs, stored, and returned as links. docs/platform.md §3.2. */
import * as Effect from "effect/Effect"
import { GIF } from "image-size/types/gif"
import type { IImage } from "image-size/types/interface"
import { JPG } from "image-size/types/jpg"
import { PNG } from "image-size/types/png"
import { WEBP } from "image-size/types/webp"
import { type Platform, Refusal } from "../../state/index.ts"

const dataUrl = /^data:image\/[\w.+-]+;base64,([A-Za-z0-9+/]*={0,2})$/

const maxBytes = 1_000_000

/** Path on the emulator that replaces the platform's storage service. */
export const folder = "/storage/"

/** Whether a string looks like a data URL. */
export const isDataUrl = (text: string): boolean => text.startsWith("data:")

/** Owner of a picture. Each kind has its own folder. */
export type Kind = "user" | "team" | "team-member" | "project"

/** Stores a picture and returns its URL. The format is detected from the bytes, not from the data URL. */
export const store = (platform: Platform, kind: Kind, url: string): Effect.Effect<string, Refusal> =>
  Effect.suspend(() => {
    const base64 = dataUrl.exec(url)?.[1]
    if (base64 === undefined) return Refusal.fail(400, "The picture must be an image as a base64 data URL")
    const bytes = bytesOf(base64)
    if (base64.length > maxBytes || bytes === undefined || bytes.length > maxBytes) {
      return Refusal.fail(400, "The picture is larger than 1,000,000 bytes or is not valid base64")
    }
    const format = formatOf(bytes)
    if (format === undefined) return Refusal.fail(400, "The data is not a PNG, JPEG, GIF or WebP image")
    if (!platform.linksPictures) return Effect.succeed(url)
    const path = `${folder}${kind}-profile-images/${crypto.randomUUID()}.${format}`
    platform.store.pictures.set(path, { contentType: `image/${format}`, base64 })
    return Effect.succeed(`${platform.baseUrl}${path}`)
  })

const formats = { png: PNG, jpeg: JPG, gif: GIF, webp: WEBP }

type Format = keyof typeof formats

const isFormat = (format: string): format is Format => Object.hasOwn(formats, format)

const formatOf = (bytes: Uint8Array): Format | undefined =>
  Object.keys(formats).filter(isFormat).find((format) => isShown(formats[format], bytes))

/** Decodes base64, or returns `undefined` if it is malformed. */
export const bytesOf = (base64: string): Uint8Array<ArrayBuffer> | undefined => {
  try {
    return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
  } catch {
    return undefined
  }
}

/** Whether the bytes are a picture in this format, with a non-zero size. */
const isShown = ({ calculate, validate }: IImage, bytes: Uint8Array): boolean => {
  try {
    if (!validate(bytes)) return false
    const { height, width } = calculate(bytes)
    return width > 0 && height > 0
  } catch {
    return false
  }
}
