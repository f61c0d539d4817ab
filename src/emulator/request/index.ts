/** Handlers, parsing of their input, and authentication. Used by handlers and by the server that mounts them. */
export { authenticate, type Authentication } from "./authentication.ts"
export {
  type ApiRequest,
  authenticated,
  handle,
  type Handlers,
  inProject,
  type Mounted,
  type MountedResource,
  requiredUser,
  signedIn,
  userIdOf,
  userNamed
} from "./handle.ts"
export * as inputs from "./inputs.ts"
export { maxProblems, schemaError } from "./inputs.ts"
export { pageOf, viewsOf } from "./pageOf.ts"
