/**
 * The prebuilt help, and whether output is coloured. Loads nothing.
 * For the command's first lines, and for `output`.
 */
export { coloured } from "./coloured.ts"
export { help } from "./text.ts"
