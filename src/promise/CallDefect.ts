import { nameOf } from "../../layers/call/index.ts"
import { TaggedError } from "../../schemas/TaggedError.ts"

/**
 * The call stopped at something that no error of its own stands for. `cause` is what was thrown.
 *
 * @cause The arguments have other types than declared.
 * @cause A function of yours that the call was given threw.
 * @cause A bug in Latchkey.
 * @fix Compare what you gave the call with its types. If that fits, report it with the stack of `cause`.
 */
export class CallDefect extends TaggedError("CallDefect")<{
  /** The call's name, as in `signIn.withPassword`. */
  readonly call: string
  readonly cause: unknown
}> {
  override get message(): string {
    return `${this.call} stopped at an unexpected ${nameOf(this.cause)}. Compare what you gave it with its types. `
      + "If that fits, this is a bug: please report it with the stack of `cause`."
  }
}
