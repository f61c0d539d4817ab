/**
 * How an endpoint is answered. A resource is mounted with one handler per endpoint; the compiler misses one that is not
 * there, and a handler that fails with an error the contract does not list. What is not emulated says so.
 */
import * as Effect from "effect/Effect"
import type { AccessLevel } from "../../../schemas/access.ts"
import type { AnyEndpoint, Endpoint, Spec } from "../../../schemas/Endpoint.ts"
import type { AnyCallError } from "../../../schemas/errors/CallError.ts"
import type { SchemaError } from "../../../schemas/errors/general.ts"
import { CannotGetOwnUserWithoutUser, UserAuthenticationRequired, UserNotFound } from "../../../schemas/errors/users.ts"
import type { Incoming, Platform, Project, Refusal, Reply, User } from "../state/index.ts"
import type { Authentication } from "./authentication.ts"
import { schemaError } from "./inputs.ts"

/** What a handler knows of a request besides its input. */
export interface ApiRequest {
  readonly platform: Platform
  readonly spec: Spec
  readonly incoming: Incoming
  /** `undefined` only where an endpoint asks for no project headers. */
  readonly authentication: Authentication | undefined
  /** The project of the headers. */
  readonly project: Project
  /** The level of the headers. */
  readonly level: AccessLevel
  /** Whoever is signed in. */
  readonly user: User | undefined
  /** Headers for the answer, whichever way it goes. */
  readonly answerHeaders: Record<string, string>
}

/** Answers an endpoint. */
export type Handler<E> = E extends Endpoint<any, infer Input, infer Output, infer Errors>
  ? (input: Input, request: ApiRequest) => Effect.Effect<Output | Reply, Errors | AnyCallError | Refusal>
  : never

/** A handler for each endpoint of a resource. */
export type Handlers<Resource> = {
  readonly [Verb in keyof Resource as Resource[Verb] extends AnyEndpoint ? Verb : never]: Handler<Resource[Verb]>
}

/** An endpoint with its handler. */
export interface Mounted {
  readonly spec: Spec
  readonly handler: (input: any, request: ApiRequest) => Effect.Effect<unknown, unknown>
}

/** The mounted endpoints of a resource: all of its file of the contract. */
export interface MountedResource<Resource> extends ReadonlyArray<Mounted> {
  /** Never there: the type tells resources apart by it. */
  readonly resource?: Resource
}

/** Mounts a resource: all endpoints of one file of the contract. */
export const handle = <Resource extends object>(
  resource: Resource,
  handlers: Handlers<Resource>
): MountedResource<Resource> =>
  Object.entries(handlers as { readonly [verb: string]: Mounted["handler"] }).map(([verb, handler]) => ({
    spec: (resource as { readonly [verb: string]: AnyEndpoint })[verb]!.spec,
    handler
  }))

/** A resource that is answered with 501. */
export class NotEmulated {
  /** What it is for, and why that is of no use here. */
  readonly reason: string
  /** The endpoints of the resource that are answered all the same. */
  readonly except: ReadonlyArray<Mounted>
  constructor(reason: string, except: ReadonlyArray<Mounted>) {
    this.reason = reason
    this.except = except
  }
}

/** Says that a resource is not emulated, and why; `except` are its endpoints that are. */
export const notEmulated = (reason: string, { except = [] }: { readonly except?: ReadonlyArray<Mounted> } = {}) =>
  new NotEmulated(reason, except)

/** The request in the name of a project that its headers do not have to name. */
export const inProject = (request: ApiRequest, project: Project): ApiRequest => {
  const { answerHeaders, authentication, incoming, level, platform, spec, user } = request
  return { answerHeaders, authentication, incoming, level, platform, spec, user, project }
}

/** Whoever is signed in, for routes that speak of `me`. */
export const signedIn = ({ user }: ApiRequest): Effect.Effect<User, CannotGetOwnUserWithoutUser> =>
  user === undefined ? Effect.fail(new CannotGetOwnUserWithoutUser()) : Effect.succeed(user)

/** Whoever is signed in, for routes that act as them. */
export const authenticated = ({ user }: ApiRequest): Effect.Effect<User, UserAuthenticationRequired> =>
  user === undefined ? Effect.fail(new UserAuthenticationRequired()) : Effect.succeed(user)

/** Whoever is signed in, for routes whose schema demands someone. docs/platform.md §1.1. */
export const requiredUser = ({ spec, user }: ApiRequest): Effect.Effect<User, SchemaError> =>
  user === undefined
    ? Effect.fail(schemaError(spec, [{ path: "auth.user", problem: "missing" }]))
    : Effect.succeed(user)

/** The id that a user id in a request stands for. */
export const userIdOf = (request: ApiRequest, userId: string): Effect.Effect<string, CannotGetOwnUserWithoutUser> =>
  userId === "me" ? Effect.map(signedIn(request), ({ id }) => id) : Effect.succeed(userId)

/** The user that a user id in a request stands for. */
export const userNamed = (
  request: ApiRequest,
  userId: string
): Effect.Effect<User, CannotGetOwnUserWithoutUser | UserNotFound> =>
  Effect.flatMap(userIdOf(request, userId), (id) => {
    const user = request.project.users.get(id)
    return user === undefined ? Effect.fail(new UserNotFound()) : Effect.succeed(user)
  })
