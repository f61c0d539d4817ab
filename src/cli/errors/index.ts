/**
 * All errors that a program can get: what happened, why, and what to do.
 * For the command.
 */
export { errorCatalogue, type ErrorEntry } from "./catalogue.ts"
export { find, nearest } from "./find.ts"
export { subjectOrder } from "./subjects.ts"
