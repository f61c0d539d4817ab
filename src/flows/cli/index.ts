/**
 * Signing a command line in through a browser.
 * For the flows' list and the command.
 */
export * as cliLogin from "./cliLogin.ts"
export { confirmationCode } from "./confirmationCode.ts"
