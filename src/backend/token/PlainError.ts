/** Errors for entry points that don't load Effect. They look and print like all other errors of this package. */
import { type Documented, errorPage, pointToDocs } from "../../../schemas/site.ts"

type Inspect = (value: unknown, options: object) => string

/** An error with a tag and fields. The message says what happened, why, and the next step. */
export abstract class PlainError<const Tag extends string, Fields extends object> extends Error implements Documented {
  readonly _tag: Tag
  readonly #fields: Fields

  constructor(tag: Tag, fields: Fields, message: string) {
    super(message)
    this._tag = tag
    this.#fields = fields
    Object.assign(this, fields)
    // set explicitly, because consoles print an error's `name`, and minifiers change the names of classes
    Object.defineProperty(this, "name", { value: tag, configurable: true })
    pointToDocs(this)
  }

  /** URL of the page that explains the error: the `type` of a response. */
  get docs(): string {
    return errorPage(this._tag)
  }

  toJSON(): object {
    return { _tag: this._tag, message: this.message, ...this.#fields }
  }

  [Symbol.for("nodejs.util.inspect.custom")](_depth: number, options: object, inspect: Inspect): string {
    return `${this.stack} ${inspect(this.#fields, options)}`
  }
}
