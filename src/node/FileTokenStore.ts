/** Stores the session in a file. */
export { layer } from "./sessionFile.ts"
