/** Vite takes the style sheet along. */
declare module "*/theme.css"

/** Vite returns the text of the style sheet. */
declare module "*?inline" {
  const text: string
  export default text
}

/** Vite bundles the module and its imports into one file, and returns its URL. */
declare module "*?worker&url" {
  const url: string
  export default url
}
