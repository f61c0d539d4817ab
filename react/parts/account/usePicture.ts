/** Lets users choose a picture for themselves or for a team. */
"use client"
import * as Effect from "effect/Effect"
import { bindToUser } from "../../../layers/access/index.ts"
import type { ReadCache } from "../../../layers/reads/index.ts"
import { type ClientServices, useAction } from "../../index.ts"
import { inTurn, type Thing } from "../form/inTurn.ts"
import { PictureNotReadable } from "./PictureNotReadable.ts"

/** A picture and its actions. */
export interface Picture {
  readonly url: string | null
  /** Crops the file to a square, scales it down and stores it. */
  readonly choose: (file: Blob) => void
  readonly remove: () => void
  readonly pending: boolean
  /** Error of the last action. `PictureNotReadable` if the file could not be read. */
  readonly problem: unknown
}

/** Returns the state and actions of a picture. `save` receives a data URL, or `null` to remove the picture. */
export const usePicture = <A, E>(
  thing: Thing,
  url: string | null,
  save: (picture: string | null) => Effect.Effect<A, E, ClientServices | ReadCache>
): Picture => {
  const { error, isPending, run } = useAction((file: Blob | null) =>
    bindToUser(inTurn(thing)(file === null ? save(null) : Effect.flatMap(square(file), save)))
  )
  return {
    url,
    choose: (file) => void run(file),
    remove: () => void run(null),
    pending: isPending,
    problem: error
  }
}

/**
 * Pixels per side. A picture of this size is sharp as an avatar, and far below the platform's limit of 1,000,000
 * characters. docs/platform.md §3.
 */
const side = 256

/** Returns the center of a picture as a data URL. Browsers that can't encode WebP write PNG. */
const square = (file: Blob): Effect.Effect<string, PictureNotReadable> =>
  Effect.tryPromise({
    try: async () => {
      const bitmap = await createImageBitmap(file)
      const canvas = Object.assign(document.createElement("canvas"), { width: side, height: side })
      const length = Math.min(bitmap.width, bitmap.height)
      const [x, y] = [(bitmap.width - length) / 2, (bitmap.height - length) / 2]
      canvas.getContext("2d")!.drawImage(bitmap, x, y, length, length, 0, 0, side, side)
      bitmap.close()
      return canvas.toDataURL("image/webp", 0.9)
    },
    catch: () => new PictureNotReadable()
  })
