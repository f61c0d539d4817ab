/** Access to the window, for redirects to OAuth providers. */
export { Browser } from "./browser/Browser.ts"
