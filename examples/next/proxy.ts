/** Refreshes sessions before pages are rendered, and returns users to the page that redirected them to sign in. */
export { proxy } from "./latchkey"
