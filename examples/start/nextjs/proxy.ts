/** The quick start with Next.js: refreshes the session before a page is rendered. */
export { proxy } from "./latchkey"
