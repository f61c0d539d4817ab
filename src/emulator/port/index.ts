/** The emulator on a port, as an Effect service and with promises. Used by the command. */
export { listen } from "./serve.ts"
