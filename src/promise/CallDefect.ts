import { nameOf } from "../../layers/call/index.ts"
import { TaggedError } from "../../schemas/TaggedError.ts"

/**
 * The call failed with an unexpected exception. `cause` is the exception.
 *
 * @cause The arguments don't match the declared types.
 * @cause One of your own functions, passed to the call, threw.
 * @cause A bug in Latchkey.
 * @fix Compare the arguments with the declared types. If they match, report the error with the stack of `cause`.
 */
export class CallDefect extends TaggedError("CallDefect")<{
  /** Name of the call, such as `signIn.withPassword`. */
  readonly call: string
  readonly cause: unknown
}> {
  override get message(): string {
    return `${this.call} failed with an unexpected ${
      nameOf(this.cause)
    }. Compare its arguments with the declared types. `
      + "If they match, this is a bug: please report it with the stack of `cause`."
  }
}
