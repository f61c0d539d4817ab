/**
 * Output of the command: colours, line widths, removal of secrets, messages of failures.
 * Used by the command and its doctor.
 */
export { type Failure, sentenceOf, tagOf } from "./failures.ts"
export { presenter } from "./presenter.ts"
export { print, suggestion, warn } from "./print.ts"
export { scrubbed } from "./scrubbed.ts"
export { bold, columnsOf, cut, diffLine, dim, green, plain, red, withProgress, wrapped, yellow } from "./terminal.ts"
export { restrictionLines, userOf } from "./userOf.ts"
