/**
 * Remembers the functions in schemas' checks and transformations, so that the build can call them by name in the
 * compiled contract: `Schema` hides them in closures.
 */
import * as Schema from "effect/Schema"
import type * as SchemaAST from "effect/SchemaAST"

/** The function that created another function, and its arguments. */
export interface Origin {
  readonly make: (...args: ReadonlyArray<any>) => unknown
  readonly args: ReadonlyArray<unknown>
}

const tests = new WeakMap<object, (value: any) => boolean>()
const origins = new WeakMap<object, Origin>()
const defaults = new WeakMap<object, unknown>()

/** Creates a check from a function in `plain.ts`. */
export const allowing = <A>(isAllowed: (value: A) => boolean, expected: string): SchemaAST.Filter<A> => {
  const filter = Schema.makeFilter<A>(isAllowed, { expected })
  tests.set(filter, isAllowed)
  return filter
}

/** Returns the function of a check that {@link allowing} created. */
export const testOf = (filter: object): ((value: any) => boolean) | undefined => tests.get(filter)

/** Calls a function in `plain.ts` that returns a function. */
export const made = <const Args extends ReadonlyArray<any>, Made extends object>(
  make: (...args: Args) => Made,
  ...args: Args
): Made => {
  const result = make(...args)
  origins.set(result, { make, args })
  return result
}

/** Returns how {@link made} created a function. */
export const originOf = (made: object): Origin | undefined => origins.get(made)

/** Marks a getter that replaces a missing value with a default. */
export const filling = <Getter extends object>(getter: Getter, value: unknown): Getter => {
  defaults.set(getter, value)
  return getter
}

/** Returns the default of a getter, if {@link filling} marked it. */
export const defaultOf = (getter: object): { readonly value: unknown } | undefined =>
  defaults.has(getter) ? { value: defaults.get(getter) } : undefined
