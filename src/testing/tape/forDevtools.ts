/** Writes tests from requests that devtools have kept. The devtools load this file when the user saves a test. */
export { conceal } from "./conceal.ts"
export { toTest } from "./toTest.ts"
