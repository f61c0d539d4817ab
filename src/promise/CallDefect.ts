import { nameOf } from "../../layers/call/index.ts"
import { site } from "../../schemas/site.ts"
import { TaggedError } from "../../schemas/TaggedError.ts"

/**
 * The call failed with an unexpected exception. `cause` is the exception. If it is an error of Latchkey's test tools,
 * such as `NotOnTape`, the message is that of the tool's error.
 *
 * @cause The arguments don't match the declared types.
 * @cause One of your own functions, which you passed to the call, threw an error.
 * @cause A bug in Latchkey.
 * @cause A test tool failed the call: a tape doesn't contain the request, for example.
 * @fix Compare the arguments with the declared types. If they match, report the error with the stack of `cause`.
 */
export class CallDefect extends TaggedError("CallDefect")<{
  /** Name of the call, such as `signIn.withPassword`. */
  readonly call: string
  readonly cause: unknown
}> {
  override get message(): string {
    const own = ownMessage(this.cause)
    if (own !== undefined) return `${this.call} failed: ${own}`
    return `${this.call} failed with an unexpected ${
      nameOf(this.cause)
    }. Compare its arguments with the declared types. `
      + "If they match, this is a bug: please report it with the stack of `cause`."
  }
}

/**
 * Returns the message of one of this package's errors, which explains what to do. Its test tools end calls with such
 * errors.
 */
const ownMessage = (thrown: unknown): string | undefined => {
  try {
    if (!(thrown instanceof Error)) return undefined
    const { docs } = thrown as Error & { readonly docs?: unknown }
    return typeof docs === "string" && docs.startsWith(site) ? thrown.message : undefined
  } catch {
    // a getter or proxy threw
    return undefined
  }
}
