/** What files of `dist/` ask for: by relative names, or by a place in `dist/` until it is known where they themselves are. */
import * as path from "node:path"

/** Begins what is asked for by its place. */
export const PLACE = "latchkey-place:"

/** Files that a module or a declaration names. */
export const namedIn = (code) =>
  [...code.replace(/\/\*[\s\S]*?\*\//g, "").matchAll(/\b(?:from|import)\s*\(?\s*"(\.{1,2}\/[^"\n]+)"/g)]
    .map(([, target]) => target)

/** What is asked for by its place, named from the folder that it is asked for in. */
export const withRelativeNames = (code, folder) =>
  code.replaceAll(new RegExp(`"${PLACE}([^"]+)"`, "g"), (_, name) => {
    const place = path.posix.relative(folder, name)
    return JSON.stringify(place.startsWith(".") ? place : `./${place}`)
  })
