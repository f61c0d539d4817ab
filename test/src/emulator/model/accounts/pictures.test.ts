/** Pictures sent as data URLs. docs/platform.md §3. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Users from "../../../../../schemas/endpoints/users.ts"
import { Emulator } from "../../../../../src/emulator/index.ts"
import { overBothTransports } from "../../../../support/platform/transports.ts"
import { refusal } from "../../support/gardeners.ts"
import { signUp } from "../../support/support.ts"

/** One pixel in each format. */
const pixels = {
  "PNG":
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "JPEG":
    "data:image/jpeg;base64,/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=",
  "GIF": "data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=",
  "lossy WebP": "data:image/webp;base64,UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA",
  "lossless WebP": "data:image/webp;base64,UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==",
  "WebP with transparency":
    "data:image/webp;base64,UklGRkoAAABXRUJQVlA4WAoAAAAQAAAAAAAAAAAAQUxQSAwAAAARBxAR/Q9ERP8DAABWUDggGAAAABQBAJ0BKgEAAQAAAP4AAA3AAP7mtQAAAA=="
}

const asDataUrl = (type: string, bytes: Uint8Array) =>
  `data:image/${type};base64,${Buffer.from(bytes).toString("base64")}`

/** Start of a PNG file. It contains the size of the picture. The rest of the file isn't read. */
const pngOf = (width: number, height: number) => {
  const bytes = Buffer.alloc(24)
  bytes.write("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1")
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return asDataUrl("png", bytes)
}

const refused = {
  "a BMP": asDataUrl(
    "bmp",
    Buffer.from("BM\x3a\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0\x01\0\0\0\x01\0\0\0\x01\0\x18\0", "latin1")
  ),
  "a text": asDataUrl("png", Buffer.from("not a picture")),
  "nothing": "data:image/webp;base64,",
  "a JPEG that is cut short": asDataUrl("jpeg", Buffer.from([0xff, 0xd8, 0xff, 0xc0, 0, 17, 8])),
  "a WebP that is cut short": pixels["lossy WebP"].slice(0, 50),
  "broken base64": "data:image/png;base64,iVBORw0KGgo",
  "a picture of no size": pngOf(0, 1)
}

const each = <A, E, R>(cases: { readonly [name: string]: string }, of: (url: string) => Effect.Effect<A, E, R>) =>
  Effect.forEach(Object.entries(cases), ([name, url]) => Effect.map(of(url), (result) => [name, result] as const))

overBothTransports(({ emulated }) => {
  describe("pictures sent as data URLs", () => {
    it.effect("a picture sent as a data URL is stored, and its URL is returned", () =>
      Effect.gen(function*() {
        const { baseUrl, fetch } = yield* Emulator
        yield* signUp()

        const shown = yield* each(pixels, (url) =>
          Effect.gen(function*() {
            const { profileImageUrl } = yield* Users.updateMe({ profileImageUrl: url })
            assert.isTrue(profileImageUrl?.startsWith(`${baseUrl}/storage/`))
            const picture = yield* Effect.promise(() => fetch(new Request(profileImageUrl!)))
            const bytes = yield* Effect.promise(() => picture.arrayBuffer())
            return `data:${picture.headers.get("content-type")};base64,${Buffer.from(bytes).toString("base64")}`
          }))

        assert.deepStrictEqual(shown, Object.entries(pixels))
      }).pipe(Effect.provide(emulated())))

    it.effect("profile pictures may have any pixel size", () =>
      Effect.gen(function*() {
        yield* signUp()

        assert.isString((yield* Users.updateMe({ profileImageUrl: pngOf(20_000, 20_000) })).profileImageUrl)
      }).pipe(Effect.provide(emulated())))

    it.effect("a picture's format is detected from its bytes, and the picture is stored in the folder of its kind", () =>
      Effect.gen(function*() {
        const { baseUrl } = yield* Emulator
        yield* signUp()

        const { profileImageUrl } = yield* Users.updateMe({ profileImageUrl: pixels.JPEG.replace("jpeg", "bmp") })

        assert.match(profileImageUrl!.slice(baseUrl.length), /^\/storage\/user-profile-images\/[\da-f-]{36}\.jpeg$/)
      }).pipe(Effect.provide(emulated())))

    it.effect("picture data that is too large or not a picture is rejected, and changes nothing", () =>
      Effect.gen(function*() {
        yield* signUp()

        const outcomes = yield* each(refused, (url) => refusal(Users.updateMe({ profileImageUrl: url })))

        assert.deepStrictEqual(outcomes, Object.keys(refused).map((name) => [name, "status 400"]))
        assert.isNull((yield* Users.getMe()).profileImageUrl)
      }).pipe(Effect.provide(emulated())))

    it.effect("the client rejects a picture of more than 1,000,000 characters without sending it", () =>
      Effect.gen(function*() {
        const { requests } = yield* Emulator
        yield* signUp()
        const before = requests.list().length

        const tooLong = asDataUrl("jpeg", new Uint8Array(750_000))
        assert.strictEqual(yield* refusal(Users.updateMe({ profileImageUrl: tooLong })), "InvalidInput")
        assert.lengthOf(requests.list(), before)
      }).pipe(Effect.provide(emulated())))
  })
})
