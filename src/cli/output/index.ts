/**
 * Output of the command: colours, line widths, secrets removed, failures described.
 * For the command and its doctor.
 */
export { coloured } from "../help/index.ts"
export { type Failure, sentenceOf, tagOf } from "./failures.ts"
export { scrubbed } from "./scrubbed.ts"
export { bold, columnsOf, cut, dim, green, plain, red, withProgress, wrapped, yellow } from "./terminal.ts"
