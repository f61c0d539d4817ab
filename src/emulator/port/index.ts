/** The emulator on a port, as a service and as a promise. */
export { listen } from "./serve.ts"
