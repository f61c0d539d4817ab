/** Sends requests by Effect's `HttpClient`. */
export { layer } from "./call/HttpClientTransport.ts"
