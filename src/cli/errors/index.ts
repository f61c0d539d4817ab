/**
 * Every error that a program can meet: what happened, why, what to do.
 * For the command.
 */
export { errorCatalogue, type ErrorEntry, subjectOrder } from "./catalogue.ts"
export { find, nearest } from "./find.ts"
