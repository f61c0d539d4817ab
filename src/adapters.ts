/** `createAuthenticator` in the frameworks of back ends: `latchkey/adapters`. None of them is imported here. */
export type { AdapterOptions, Authenticates } from "./adapters/admission.ts"
export { authenticationOf, express } from "./adapters/express.ts"
export { fetchHandler } from "./adapters/fetchHandler.ts"
export { hono, type WithAuthentication } from "./adapters/hono.ts"
export { type NextAuthentication, type NextCookie, type NextFunctions, nextjs, nextProxy } from "./adapters/nextjs.ts"
export { nodeHttp, type NodeRequest, type NodeResponse, ResponseBegun } from "./adapters/nodeHttp.ts"
