/** Errors that show their sentence wherever they are printed: console, JSON, logs. Effect's own show their fields only. */
import * as Data from "effect/Data"

type Inspect = (value: unknown, options: object) => string

const inspect = Symbol.for("nodejs.util.inspect.custom")

/** `Data.TaggedError` with the message in what Node and `JSON.stringify` print. */
export const TaggedError = <const Tag extends string>(tag: Tag): ReturnType<typeof Data.TaggedError<Tag>> => {
  const Base = Data.TaggedError(tag)<{}>
  class Shown extends Base {
    override toJSON(): object {
      return { _tag: tag, message: this.message, ...fieldsOf(this) }
    }
    [inspect](_depth: number, options: object, print: Inspect): string {
      return show(this, fieldsOf(this), options, print)
    }
  }
  return Shown as never
}

const fieldsOf = (error: object): object =>
  Object.fromEntries(Object.entries(error).filter(([name]) => name !== "_tag" && name !== "name"))

/** The sentence, where it came from, and the fields. */
export const show = (error: Error, fields: object, options: object, print: Inspect): string =>
  Object.keys(fields).length === 0 ? `${error.stack}` : `${error.stack} ${print(fields, options)}`
