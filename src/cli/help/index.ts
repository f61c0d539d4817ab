/**
 * Prebuilt help text, and whether output is coloured. Imports no other modules, so that help starts fast.
 * Used by `main.ts` and `output`.
 */
export { coloured } from "./coloured.ts"
export { help } from "./text.ts"
