/**
 * Types of the hooks' arguments. For a wrong argument, the type is an error message that the compiler prints: "Argument
 * of type … is not assignable to parameter of type 'This is a promise. …'".
 */
import type * as Effect from "effect/Effect"
import type { ReadDefinition } from "../layers/reads/index.ts"
import type { AdminAccess, ServerAccess } from "../schemas/access.ts"
import type { CallPromise } from "../src/promise/index.ts"

/** An effect whose requirements are services of the provider. */
export type Runnable<Eff, R> = Eff extends Effect.Effect<any, any, infer Needed>
  ? [Needed] extends [R] ? Eff : MissingService<Exclude<Needed, R>>
  : Eff extends PromiseLike<any>
    ? "This is a promise, and only effects can run here. Await the promise, or pass a function that returns it to useAction."
  : Eff extends (...args: ReadonlyArray<never>) => unknown
    ? "This is a function, and only effects can run here. Call the function, and pass the effect that it returns."
  : "This is not an effect, and only effects can run here."

/** Result of an action's function: a promise, or an effect whose requirements are services of the provider. */
export type ActionResult<Output, R> = Output extends Effect.Effect<any, any, infer Needed>
  ? [Needed] extends [R] ? Output : MissingService<Exclude<Needed, R>>
  : Output extends PromiseLike<any> ? Output
  : "The function of useAction must return an effect or a promise."

/** Value of an action's result. */
export type ActionValue<Output> = Output extends Effect.Effect<infer A, any, any> ? A : Awaited<Output>

/** Errors of an action's result. The error of a promise is unknown, except for the calls of a promise client. */
export type ActionError<Output> = Output extends Effect.Effect<any, infer E, any> ? E
  : Output extends CallPromise<any, infer E> ? E
  : unknown

/** A read whose requirements are services of the provider, or `null`. */
export type Readable<Read, R> = Read extends ReadDefinition<any, any, infer Needed>
  ? [Needed] extends [R] ? Read : MissingService<Exclude<Needed, R>>
  : Read extends null | undefined ? Read
  : "This is not a read. Declare one outside the component with read(key, effect)."

/** Value of a read, or `null` without one. */
export type ReadValue<Read> = Read extends ReadDefinition<infer A, any, any> ? A : null

/** Options for hooks that read. */
export interface ReadOptions<Enabled extends boolean = boolean> {
  /** Whether to read. With `false`, the hook returns `null` without a request. @default true */
  readonly enabled?: Enabled | undefined
}

/** Value of a hook that can be disabled. */
export type Skippable<A, Enabled extends boolean> = false extends Enabled ? A | null : A

type MissingService<Missing> = [Extract<Missing, ServerAccess | AdminAccess>] extends [never]
  ? "The provider lacks a service that this needs. Provide it with Effect.provide, or add its layer to the provider's layer."
  : "This needs a secret key, which a page must not contain. Call it in your back end, with Server.layer or Admin.layer."
