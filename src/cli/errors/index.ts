/**
 * All errors that a program can get, with causes and solutions.
 * Used by the command.
 */
export { errorCatalogue, type ErrorEntry } from "./catalogue.ts"
export { find, nearest } from "./find.ts"
export { subjectOrder } from "./subjects.ts"
