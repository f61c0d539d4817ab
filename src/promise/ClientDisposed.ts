import { TaggedError } from "../../schemas/TaggedError.ts"

/**
 * The client was disposed of, before the call or during it. What was under way has been interrupted.
 *
 * @cause `await using` or `dispose()` ended the client while a call still ran.
 * @cause A module keeps a client that a test or a request has ended.
 * @fix Make another client with `createClient`, or dispose of it later.
 */
export class ClientDisposed extends TaggedError("ClientDisposed")<{}> {
  override get message(): string {
    return "This client has been disposed of, and with it every call under way. Make another one with createClient."
  }
}
