/** Errors that print their message in consoles, JSON and logs. Effect's own errors print only their fields. */
import type * as Cause from "effect/Cause"
import * as Data from "effect/Data"
import type * as Types from "effect/Types"
import { type Documented, errorPage, pointToDocs } from "./site.ts"

type Inspect = (value: unknown, options: object) => string

const inspect = Symbol.for("nodejs.util.inspect.custom")

/** A `Data.TaggedError` that shows its message in Node and `JSON.stringify`, and has the address of its docs page. */
export const TaggedError = <const Tag extends string>(tag: Tag): new<A extends Record<string, any> = {}>(
  args: Types.VoidIfEmpty<{ readonly [P in keyof A as P extends "_tag" ? never : P]: A[P] }>
) => Cause.YieldableError & { readonly _tag: Tag } & Documented & Readonly<A> => {
  const Base = Data.TaggedError(tag)<{}>
  class Shown extends Base {
    constructor(args: void) {
      super(args)
      letMessageBeSet(this)
      pointToDocs(this)
    }
    get docs(): string {
      return errorPage(tag)
    }
    override toJSON(): object {
      return { _tag: tag, message: this.message, ...fieldsOf(this) }
    }
    [inspect](_depth: number, options: object, print: Inspect): string {
      return show(this, fieldsOf(this), options, print)
    }
  }
  return Shown as never
}

/** Makes `message` writable, as in any `Error`: frameworks append to it, and assigning to a getter would throw. */
const letMessageBeSet = (error: Error): void => {
  // a message that is a field is already writable
  if (Object.hasOwn(error, "message")) return
  const define = (property: PropertyDescriptor) =>
    Object.defineProperty(error, "message", { configurable: true, ...property })
  const sentence = () => Reflect.get(Object.getPrototypeOf(error), "message", error)
  // browser consoles don't call getters, and would print only the error's name
  define(
    "document" in globalThis
      ? { value: sentence(), writable: true }
      : { get: sentence, set: (value) => define({ value, writable: true }) }
  )
}

const fieldsOf = (error: object): object =>
  Object.fromEntries(Object.entries(error).filter(([name]) => name !== "_tag" && name !== "name"))

/** Formats the message, the stack and the fields. */
export const show = (error: Error, fields: object, options: object, print: Inspect): string =>
  Object.keys(fields).length === 0 ? `${error.stack}` : `${error.stack} ${print(fields, options)}`
