/**
 * Maps endpoints to handlers. Each resource has one handler per endpoint. The compiler reports missing handlers and
 * handlers that fail with an error that the contract doesn't list.
 */
import * as Effect from "effect/Effect"
import type { AccessLevel } from "../../../schemas/access.ts"
import type { AnyEndpoint, EndpointCall, Spec } from "../../../schemas/Endpoint.ts"
import type { AnyCallError } from "../../../schemas/errors/CallError.ts"
import type { SchemaError } from "../../../schemas/errors/general.ts"
import { CannotGetOwnUserWithoutUser, UserAuthenticationRequired, UserNotFound } from "../../../schemas/errors/users.ts"
import type { Incoming, Platform, Project, Refusal, Reply, User } from "../state/index.ts"
import type { Authentication } from "./authentication.ts"
import { schemaError } from "./inputs.ts"

/** Context of a request, passed to the handler together with its input. */
export interface ApiRequest {
  readonly platform: Platform
  readonly spec: Spec
  readonly incoming: Incoming
  /** `undefined` only for endpoints that require no project headers. */
  readonly authentication: Authentication | undefined
  /** Project from the headers. */
  readonly project: Project
  /** Access level from the headers. */
  readonly level: AccessLevel
  /** Signed-in user. */
  readonly user: User | undefined
  /** Additional response headers, for success and failure. */
  readonly responseHeaders: Record<string, string>
}

/** Handler of an endpoint. */
export type Handler<E> = E extends EndpointCall<any, infer Input, infer Output, infer Errors>
  ? (input: Input, request: ApiRequest) => Effect.Effect<Output | Reply, Errors | AnyCallError | Refusal>
  : never

/** Handlers of all endpoints of a resource. */
export type Handlers<Resource> = {
  readonly [Verb in keyof Resource as Resource[Verb] extends AnyEndpoint ? Verb : never]: Handler<Resource[Verb]>
}

/** Endpoint with its handler. */
export interface Mounted {
  readonly spec: Spec
  readonly handler: (input: any, request: ApiRequest) => Effect.Effect<unknown, unknown>
}

/** Endpoints with their handlers, for all endpoints of one file of the contract. */
export interface MountedResource<Resource> extends ReadonlyArray<Mounted> {
  /** Never set. Distinguishes the types of different resources. */
  readonly resource?: Resource
}

/** Creates the handlers of a resource, which is one file of the contract. */
export const handle = <Resource extends object>(
  resource: Resource,
  handlers: Handlers<Resource>
): MountedResource<Resource> =>
  Object.entries(handlers as { readonly [verb: string]: Mounted["handler"] }).map(([verb, handler]) => ({
    spec: (resource as { readonly [verb: string]: AnyEndpoint })[verb]!.spec,
    handler
  }))

/** Returns a copy of a request with this project, for endpoints without project headers. */
export const inProject = (request: ApiRequest, project: Project): ApiRequest => {
  const { responseHeaders, authentication, incoming, level, platform, spec, user } = request
  return { responseHeaders, authentication, incoming, level, platform, spec, user, project }
}

/** Returns the signed-in user. For routes with `me` in their path. */
export const signedIn = ({ user }: ApiRequest): Effect.Effect<User, CannotGetOwnUserWithoutUser> =>
  user === undefined ? Effect.fail(new CannotGetOwnUserWithoutUser()) : Effect.succeed(user)

/** Returns the signed-in user. For routes that act on the user's behalf. */
export const authenticated = ({ user }: ApiRequest): Effect.Effect<User, UserAuthenticationRequired> =>
  user === undefined ? Effect.fail(new UserAuthenticationRequired()) : Effect.succeed(user)

/**
 * Returns the signed-in user. For routes that fail with a schema error if no user is signed in. docs/platform.md §1.1.
 */
export const requiredUser = ({ spec, user }: ApiRequest): Effect.Effect<User, SchemaError> =>
  user === undefined
    ? Effect.fail(schemaError(spec, [{ path: "auth.user", problem: "missing" }]))
    : Effect.succeed(user)

/** Resolves a user id, which may be `me`. */
export const userIdOf = (request: ApiRequest, userId: string): Effect.Effect<string, CannotGetOwnUserWithoutUser> =>
  userId === "me" ? Effect.map(signedIn(request), ({ id }) => id) : Effect.succeed(userId)

/** Finds the user of an id, which may be `me`. */
export const userNamed = (
  request: ApiRequest,
  userId: string
): Effect.Effect<User, CannotGetOwnUserWithoutUser | UserNotFound> =>
  Effect.flatMap(userIdOf(request, userId), (id) => {
    const user = request.project.users.get(id)
    return user === undefined ? Effect.fail(new UserNotFound()) : Effect.succeed(user)
  })
