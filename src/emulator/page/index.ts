/** A browser in a page: the app in an element, other sites in an iframe. */
export { inPageBrowser, makeInPageBrowser } from "./inPageBrowser.ts"
