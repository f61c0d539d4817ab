/** Refreshes sessions before pages are rendered, and lets people come back to the page that sent them to sign in. */
export { proxy } from "./latchkey"
