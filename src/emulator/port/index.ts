/** The platform on a port, and as a service and a promise. The emulator's entry passes it on. */
export { listen } from "./serve.ts"
