/** The contract without its calls: the declaration of endpoints and errors, every known error, every entity. */

// declaring and reading the contract
export { type AccessLevel, type AccessLevels, AdminAccess, type Caller, ClientAccess, ServerAccess } from "./access.ts"
export { type AnyKnownError, asKnownError } from "./asKnownError.ts"
export {
  type AnyEndpoint,
  endpoint,
  type EndpointCall,
  type Method,
  type ResourceOrEndpoint,
  type Revision,
  type Since,
  type Spec
} from "./Endpoint.ts"
export {
  catchFamily,
  type DeclaredKnownError,
  type ErrorSpec,
  type FamilyClass,
  KnownError,
  type KnownErrorClass,
  type KnownErrorDetails,
  type RequestContext
} from "./KnownError.ts"
export type { Resource } from "./resources.ts"
export type { SecretInput, WithBareSecrets } from "./secrets.ts"
export type { WireSchema } from "./wireNames.ts"

// every known error and family by name, and the errors of every call: CallError and its reasons
export * from "./errors/index.ts"

// entities
export * from "./entities/index.ts"
