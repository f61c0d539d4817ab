/** Sends requests with Effect's `HttpClient`. */
export { layer } from "./call/HttpClientTransport.ts"
