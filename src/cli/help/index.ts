/**
 * The answer to somebody who only looks, and whether it is coloured: loads nothing.
 * For the command's first lines, and for `output`.
 */
export { coloured } from "./coloured.ts"
export { help } from "./text.ts"
