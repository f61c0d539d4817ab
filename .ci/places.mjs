/** Imports in files of `dist/`: relative, or by their path in `dist/` until the importing file's path is known. */
import * as path from "node:path"

/** Prefix of imports by path. */
export const PLACE = "latchkey-place:"

/** Returns the relative imports of a module or a declaration file. */
export const namedIn = (code) =>
  [...code.replace(/\/\*[\s\S]*?\*\//g, "").matchAll(/\b(?:from|import)\s*\(?\s*"(\.{1,2}\/[^"\n]+)"/g)]
    .map(([, target]) => target)

/** Replaces imports by path with relative ones, from a folder. */
export const withRelativeNames = (code, folder) =>
  code.replaceAll(new RegExp(`"${PLACE}([^"]+)"`, "g"), (_, name) => {
    const place = path.posix.relative(folder, name)
    return JSON.stringify(place.startsWith(".") ? place : `./${place}`)
  })
