/**
 * Adds the caller's stack to the errors of calls. A fiber creates the error, and its stack does not contain the caller.
 */
import { isError } from "../../layers/call/index.ts"

/** `Error.captureStackTrace` of V8, which other engines support too. TypeScript declares it only in Node's types. */
const capture = (Error as { readonly captureStackTrace?: (target: object, below?: unknown) => void }).captureStackTrace

const noted = new WeakSet<Error>()

/** Captures the caller of `called`. The result adds the caller's lines to an error's stack, once per error. */
export const callerOf = (called: unknown): <A>(error: A) => A => {
  const here: { stack?: string } = {}
  capture?.(here, called)
  return (error) => {
    if (!isError(error) || noted.has(error) || !Object.isExtensible(error)) return error
    noted.add(error)
    const own = Object.getOwnPropertyDescriptor(error, "stack") ??
      Object.getOwnPropertyDescriptor(Error.prototype, "stack")
    const define = (attributes: PropertyDescriptor) =>
      Reflect.defineProperty(error, "stack", { ...attributes, configurable: true })
    const set = (value: unknown) => void define({ value, writable: true })
    // formatting a stack costs more than the rest of a rejection, and few stacks are read
    const get = () => {
      const stack: unknown = own?.get === undefined ? own?.value : own.get.call(error)
      // the first line is the header of `here`, which is not an error
      const lines = here.stack?.split("\n").slice(1) ?? []
      const whole = typeof stack === "string" && lines.length > 0 ? [stack, ...lines].join("\n") : stack
      set(whole)
      return whole
    }
    define({ get, set })
    return error
  }
}
