/** The package has no types of its own. */
declare module "whatwg-fetch" {
  export const fetch: typeof globalThis.fetch
  export const Request: typeof globalThis.Request
}
