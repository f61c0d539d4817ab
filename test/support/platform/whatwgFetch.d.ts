/** Types for the package, which has none. */
declare module "whatwg-fetch" {
  export const fetch: typeof globalThis.fetch
  export const Request: typeof globalThis.Request
}
