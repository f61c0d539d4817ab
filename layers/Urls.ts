/** The addresses of the pages that the library redirects to. */
export { layer, make, type PageOptions, type UrlOptions, Urls } from "./browser/Urls.ts"
