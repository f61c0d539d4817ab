/** Converts calls and flows to promises. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import type { Arguments, EndpointCall, Spec } from "../../schemas/Endpoint.ts"
import type { CallError } from "../../schemas/errors/CallError.ts"
import type { Leaf } from "../../schemas/secrets.ts"
import type { currentUser } from "../flows/account/index.ts"
import type { CallPromise } from "./CallPromise.ts"
import { callerOf } from "./callSite.ts"
import { type CallOptions, type Host, type HostError, hostOf, type Made } from "./Host.ts"
import { type CallIterable, iterable } from "./iterable.ts"

/** A function that usually returns an effect or a stream, or a namespace of such functions. */
type Picked = ((...args: ReadonlyArray<never>) => unknown) | { readonly [name: string]: Picked }

/**
 * The functions as promises. Each takes `{ signal }` as an additional argument, and returns `null` instead of an empty
 * `Option`. They reject with the errors of the effects. Streams become async iterables, namespaces stay namespaces, and
 * other functions stay unchanged.
 */
export type Promised<Chosen, LayerError = never> = Same<Chosen, typeof currentUser.get> extends true
  ? GetUser<LayerError>
  : Chosen extends (...args: infer Args) => Effect.Effect<infer A, infer E, any>
    ? (...args: [...input: SpelledArguments<Args>, options?: CallOptions]) => CallPromise<
      Plain<A>,
      E | LayerError | HostError
    >
  : Chosen extends (...args: infer Args) => Stream.Stream<infer A, infer E, any> ? (
      ...args: [...input: SpelledArguments<Args>, options?: CallOptions]
    ) => CallIterable<A, E | LayerError | HostError>
  : Chosen extends (...args: ReadonlyArray<never>) => unknown ? Chosen
  : { readonly [Name in keyof Chosen]: Promised<Chosen[Name], LayerError> }

/**
 * Expands the types of arguments to their fields. If an app exports a method, its declarations then contain no type
 * names that `latchkey/promise` doesn't export.
 */
type SpelledArguments<Args extends ReadonlyArray<unknown>> = { [Index in keyof Args]: Spelled<Args[Index]> }

type Spelled<Type> = [Schema.Json] extends [Type] ? Type
  : Type extends Redacted.Redacted<unknown> | Leaf ? Type
  : { [Name in keyof Type]: Spelled<Type[Name]> }

/** Converts `Option` to a value or `null`. */
type Plain<A> = A extends Option.Option<infer Value> ? Value | null : A

type Same<A, B> = [A] extends [B] ? [B] extends [A] ? true : false : false

/** Type of `currentUser.get`. Its result depends on the type of its argument, which a mapped type would lose. */
export interface GetUser<LayerError> {
  /**
   * Returns the signed-in user. A session that the platform rejects is ended and counts as signed out. A session that
   * is known to have ended counts as signed out without a request.
   */
  <const Choice extends currentUser.Or = "return-null">(options?: {
    /**
     * What to do if no user is signed in: `return-null`, `redirect` to the sign-in page, `throw` `NotSignedIn`, or sign
     * up an `anonymous` user. @default "return-null"
     */
    readonly or?: Choice | undefined
    /** Whether to return users who can't use the app yet. @default false; true if anonymous users are returned */
    readonly includeRestricted?: currentUser.IncludeRestricted<Choice> | undefined
  }, call?: CallOptions): CallPromise<currentUser.UserOr<Choice>, currentUser.ErrorOr<Choice> | LayerError | HostError>
}

/** Services that the functions need. */
type Needs<Chosen> = Chosen extends (...args: ReadonlyArray<never>) => Effect.Effect<any, any, infer R> ? R
  : Chosen extends (...args: ReadonlyArray<never>) => Stream.Stream<any, any, infer R> ? R
  : Chosen extends (...args: ReadonlyArray<never>) => unknown ? never
  : { [Name in keyof Chosen]: Needs<Chosen[Name]> }[keyof Chosen]

/** Releases the services of the calls. Pending and later calls reject with `ClientDisposed`. */
export interface Disposable {
  readonly dispose: () => Promise<void>
  readonly [Symbol.asyncDispose]: () => Promise<void>
}

/**
 * Converts the calls and flows of your choice to promises over a layer of your choice, so that the bundle contains
 * nothing else:
 *
 * ```ts
 * const api = makeAsync({ signIn: Password.signIn, me: Users.getMe }, Client.layer({ projectId, publishableClientKey }))
 * await api.signIn({ email, password })
 * ```
 *
 * The layer is built with the first call. If it fails, each call rejects with its error.
 */
export const makeAsync = <const Chosen extends { readonly [name: string]: Picked }, Given>(
  picked: Chosen,
  layer: LayerFor<Given, Needs<Chosen>>
): Promised<Chosen, LayerErrorOf<Given>> & Disposable => {
  const host = hostOf(Layer.build(layer as unknown as Layer.Layer<Needs<Chosen>, LayerErrorOf<Given>>))
  return promised(picked, host, "", disposable(host)) as Promised<Chosen, LayerErrorOf<Given>> & Disposable
}

/**
 * A layer with the services that functions need. For any other layer, the type is an error message that the compiler
 * prints.
 */
export type LayerFor<Given, Needed> = Given extends Layer.Layer<infer Provided, any, infer Missing>
  ? [Missing] extends [never] ? [Needed] extends [Provided] ? Given
    : "The layer lacks a service that the functions need. Use Server.layer or Admin.layer for calls of back ends, and add your own layers with Layer.merge."
  : "The layer needs other layers. Provide them with Layer.provide."
  : "This is not a layer. Pass one, such as Client.layer({ projectId, publishableClientKey })."

/** Errors of a layer. */
export type LayerErrorOf<Given> = Given extends Layer.Layer<any, infer E, any> ? E : never

/**
 * Calls an endpoint that isn't among `calls`, for instance one that you declare with `endpoint` from `latchkey/schemas`.
 */
export type CallOf<Access, LayerError> = <Input, Output, Errors>(
  endpoint: EndpointCall<Access, Input, Output, Errors>,
  ...args: [...input: Arguments<Input>, options?: CallOptions]
) => CallPromise<Output, Errors | CallError | LayerError | HostError>

/** Creates the function that calls any endpoint with a host. */
export const callOf =
  <Access, LayerError>(host: Host<Access, LayerError>): CallOf<Access, LayerError> => (endpoint, ...args) =>
    asPromise(endpoint as Effectful, "", host)(...args) as never

/** Creates the dispose methods of a host. */
export const disposable = (host: Pick<Host<never>, "dispose">): Disposable => ({
  dispose: host.dispose,
  [Symbol.asyncDispose]: host.dispose
})

/**
 * Converts the functions of a namespace to promises that a host runs. Functions are created on first use, because a
 * client may serve a single request, which uses about three of them. `made` contains additional members, such as
 * `dispose`.
 */
export const promised = <Chosen, E>(
  picked: Chosen,
  host: Host<Needs<Chosen>, E>,
  within = "",
  made: object = {}
): Promised<Chosen, E> =>
  new Proxy(
    made,
    new Lazily(picked as Namespace, (name, each) =>
      typeof each === "function"
        ? asPromise(each as Effectful, within + name, host as never)
        : promised(each, host as never, `${within}${name}.`))
  ) as never

interface Namespace {
  readonly [name: string]: Picked
}

/** Proxy that creates a namespace's members on first use. Listing, spreading and spying work as with a plain object. */
class Lazily implements ProxyHandler<object> {
  private readonly namespace: Namespace
  private readonly make: (name: string, each: Picked) => unknown

  constructor(namespace: Namespace, make: (name: string, each: Picked) => unknown) {
    this.namespace = namespace
    this.make = make
  }

  get(made: object, name: string | symbol) {
    return Reflect.get(this.look(made, name), name)
  }

  has(made: object, name: string | symbol) {
    return name in this.look(made, name)
  }

  getOwnPropertyDescriptor(made: object, name: string | symbol) {
    return Reflect.getOwnPropertyDescriptor(this.look(made, name), name)
  }

  ownKeys(made: object) {
    return [...new Set([...Reflect.ownKeys(made), ...Object.keys(this.namespace)])]
  }

  private look(made: object, name: string | symbol): object {
    return typeof name === "string" && Object.hasOwn(this.namespace, name) && !Object.hasOwn(made, name)
      ? Object.assign(made, { [name]: this.make(name, this.namespace[name]!) })
      : made
  }
}

type Effectful = ((...args: ReadonlyArray<unknown>) => unknown) & { readonly spec?: Spec }

const asPromise = (effectful: Effectful, within: string, host: Host<any, unknown>) => {
  const name = effectful.spec?.name ?? within
  const call = (...args: ReadonlyArray<unknown>): unknown => {
    const parts = Result.try(() => split(args))
    const { input, options } = Result.getOrElse(parts, () => ({ input: args, options: undefined }))
    const result = Result.try(() => effectful(...input))
    const effect = Result.isFailure(result) ? Effect.die(result.failure) : result.success
    const isStream = Stream.isStream(effect)
    if (!isStream && !Effect.isEffect(effect)) return effect
    const made: Made = { name, options, withCaller: callerOf(call) }
    return isStream ? iterable(effect, host, made) : host.run(Effect.map(effect, plain), made)
  }
  return call
}

const plain = (value: unknown): unknown => Option.isOption(value) ? Option.getOrNull(value) : value

/** Splits off `{ signal }`, which may follow any number of omitted arguments. No call has an input of that shape. */
const split = (args: ReadonlyArray<unknown>) => {
  const last = args.at(-1)
  const isOptions = Object.keys(Object(last)).join() === "signal"
  return isOptions ? { input: args.slice(0, -1), options: last as CallOptions } : { input: args, options: undefined }
}
