/** Refreshes sessions before pages are rendered. After a sign-in, returns users to the page that they requested. */
export { proxy } from "./latchkey"
