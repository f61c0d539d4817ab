/** Pictures that come as base64 data URLs, are stored, and come back as links. docs/platform.md §3. */
import * as Effect from "effect/Effect"
import type { IImage } from "image-size/types/interface"
import { JPG } from "image-size/types/jpg"
import { PNG } from "image-size/types/png"
import { WEBP } from "image-size/types/webp"
import { type Platform, Refusal } from "../state/index.ts"

const dataUrl = /^data:(image\/(jpeg|png|webp));base64,([A-Za-z0-9+/]*={0,2})$/

const mostBytes = 1_000_000

const mostPixels = 4096

/** Below the emulator's address; what stands in for the platform's storage. */
export const folder = "/storage/"

/** Whether a text is meant as a data URL. */
export const isDataUrl = (text: string): boolean => text.startsWith("data:")

/** Stores a picture and answers with its link. */
export const store = (platform: Platform, url: string): Effect.Effect<string, Refusal> =>
  Effect.suspend(() => {
    const match = dataUrl.exec(url)
    if (match === null) return Refusal.fail(400, "The picture must be a JPEG, PNG or WebP image as a base64 data URL")
    const [, contentType, type, base64] = match as unknown as readonly [string, string, Format, string]
    const bytes = bytesOf(base64)
    if (base64.length > mostBytes || bytes === undefined || bytes.length > mostBytes) {
      return Refusal.fail(400, "The picture is larger than 1,000,000 bytes or is not valid base64")
    }
    const size = sizeOf(formats[type], bytes)
    if (size === undefined) return Refusal.fail(400, "The data is not a picture of the format it claims to be")
    if (Math.max(...size) > mostPixels) {
      return Refusal.fail(400, `The picture is larger than ${mostPixels} pixels on a side`)
    }
    const path = `${folder}${crypto.randomUUID()}.${type}`
    platform.store.pictures.set(path, { contentType, base64 })
    return Effect.succeed(`${platform.baseUrl}${path}`)
  })

const formats = { jpeg: JPG, png: PNG, webp: WEBP }

type Format = keyof typeof formats

type Size = readonly [width: number, height: number]

/** The bytes of a base64 text. */
export const bytesOf = (base64: string): Uint8Array<ArrayBuffer> | undefined => {
  try {
    return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
  } catch {
    return undefined
  }
}

/** The size, of a picture that can be shown. */
const sizeOf = ({ calculate, validate }: IImage, bytes: Uint8Array): Size | undefined => {
  try {
    if (!validate(bytes)) return undefined
    const { height, width } = calculate(bytes)
    return width > 0 && height > 0 ? [width, height] : undefined
  } catch {
    return undefined
  }
}
