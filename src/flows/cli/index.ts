/** CLI login through a browser. Exported as flows and used by the command. */
export * as cliLogin from "./cliLogin.ts"
export { confirmationCode } from "./confirmationCode.ts"
