/** The window that redirects to OAuth providers use. */
export { Browser } from "./browser/Browser.ts"
