/** A browser in a page: the app in an element, other sites in an iframe. */
export { type FramePage } from "./frame.ts"
export { inPageBrowser, makeInPageBrowser, type PageBrowser, type PageBrowserOptions } from "./inPageBrowser.ts"
