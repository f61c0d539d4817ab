/**
 * Imports between files of `dist/`. An import is written as a path in `dist/` until the folder of the importing file is
 * known. Then it becomes relative.
 */
import * as path from "node:path"

/** Prefix of imports that are written as a path in `dist/`. */
export const PLACE = "latchkey-place:"

/** Returns the relative imports of a module or a declaration file. */
export const namedIn = (code) =>
  [...code.replace(/\/\*[\s\S]*?\*\//g, "").matchAll(/\b(?:from|import)\s*\(?\s*"(\.{1,2}\/[^"\n]+)"/g)]
    .map(([, target]) => target)

/** Replaces imports that have this prefix with relative imports from a folder. */
export const withRelativeNames = (code, folder) =>
  code.replaceAll(new RegExp(`"${PLACE}([^"]+)"`, "g"), (_, name) => {
    const place = path.posix.relative(folder, name)
    return JSON.stringify(place.startsWith(".") ? place : `./${place}`)
  })
