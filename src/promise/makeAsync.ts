/** Any choice of calls and flows as promises. */
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import type { Spec } from "../../schemas/Endpoint.ts"
import type * as currentUser from "../currentUser.ts"
import { type Bare, wrapSecrets } from "./bareSecrets.ts"
import { type CallOptions, type Host, hostOf } from "./Host.ts"

/** A function that returns an effect, or a namespace of them. */
export type Picked = ((...args: ReadonlyArray<never>) => Effect.Effect<unknown, unknown, any>) | {
  readonly [name: string]: Picked
}

/**
 * The same functions as promises: one more argument, `{ signal }`, and secrets also as bare text. They reject with the
 * instances that the effects fail with. Namespaces stay namespaces, and functions without an effect stay as they are.
 */
export type Promised<Chosen> = Same<Chosen, typeof currentUser.get> extends true ? GetUser
  : Chosen extends (...args: infer Args) => Effect.Effect<infer A, any, any>
    ? (...args: [...input: BareArguments<Args>, options?: CallOptions]) => Promise<A>
  : Chosen extends (...args: ReadonlyArray<never>) => unknown ? Chosen
  : { readonly [Name in keyof Chosen]: Promised<Chosen[Name]> }

type BareArguments<Args extends ReadonlyArray<unknown>> = { [Index in keyof Args]: Bare<Args[Index]> }

type Same<A, B> = [A] extends [B] ? [B] extends [A] ? true : false : false

/** The one flow whose answer depends on the type of its argument, which a mapped type would lose. */
export type GetUser = <const Choice extends currentUser.Or = "return-null">(
  options?: { readonly or?: Choice },
  call?: CallOptions
) => Promise<currentUser.UserOr<Choice>>

/** The services that a choice needs. */
export type Needs<Chosen> = Chosen extends (...args: ReadonlyArray<never>) => Effect.Effect<any, any, infer R> ? R
  : { [Name in keyof Chosen]: Needs<Chosen[Name]> }[keyof Chosen]

/** Lets go of what the calls stand on. Calls under way, and later ones, reject with `ClientDisposed`. */
export interface Disposable {
  readonly dispose: () => Promise<void>
  readonly [Symbol.asyncDispose]: () => Promise<void>
}

/**
 * Promises for the calls and flows you pick, over the layer you choose, so that a bundle has nothing else:
 *
 * ```ts
 * const api = makeAsync({ signIn: Password.signIn, me: Users.getMe }, Client.layer({ projectId, publishableClientKey }))
 * await api.signIn({ email, password })
 * ```
 *
 * The layer is built with the first call; when it fails, each call rejects with its error.
 */
export const makeAsync = <const Chosen extends { readonly [name: string]: Picked }, E>(
  picked: Chosen,
  layer: Layer.Layer<Needs<Chosen>, E>
): Promised<Chosen> & Disposable => {
  const host = hostOf(layer)
  return { ...promised(picked, host), ...disposable(host) }
}

/** How a host is let go of. */
export const disposable = (host: Host<never>): Disposable => ({
  dispose: host.dispose,
  [Symbol.asyncDispose]: host.dispose
})

/** The functions of a namespace, run by a host. */
export const promised = <Chosen>(picked: Chosen, host: Host<Needs<Chosen>>): Promised<Chosen> =>
  Object.fromEntries(
    Object.entries(picked as { readonly [name: string]: Picked }).map(([name, each]) => [
      name,
      typeof each === "function" ? asPromise(each as never, host as Host<unknown>) : promised(each, host as never)
    ])
  ) as never

const asPromise = (
  effectful: ((...args: ReadonlyArray<unknown>) => Effect.Effect<unknown, unknown, unknown>) & { readonly spec?: Spec },
  host: Host<unknown>
) => {
  const call = (...args: ReadonlyArray<unknown>): unknown => {
    const last = args.at(-1)
    const [input, options] = isCallOptions(last) ? [args.slice(0, -1), last] : [args, undefined]
    const { spec } = effectful
    const begin = () => effectful(...(spec === undefined ? input : input.map((each) => wrapSecrets(spec, each))))
    const made = Result.try(begin)
    return Result.isFailure(made)
      ? host.run(begin, options, call) // throws again where the host sees it
      : Effect.isEffect(made.success)
      ? host.run(() => made.success, options, call)
      : made.success
  }
  return call
}

/** `{ signal }` may follow any number of arguments that were left out. No call has an input of that shape. */
const isCallOptions = (value: unknown): value is CallOptions => {
  if (typeof value !== "object" || value === null) return false
  const names = Object.keys(value)
  return names.length === 1 && names[0] === "signal"
}
