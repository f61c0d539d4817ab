import { TaggedError } from "../../schemas/TaggedError.ts"

/**
 * The client was disposed before or during the call. A pending request was interrupted.
 *
 * @cause `await using` or `dispose()` ended the client while a call was pending.
 * @cause A module keeps a client that a test or a request has disposed.
 * @fix Create another client with `createClient`, or dispose the client later.
 */
export class ClientDisposed extends TaggedError("ClientDisposed")<{}> {
  override get message(): string {
    return "This client has been disposed, which interrupted its pending calls. Create another one with createClient."
  }
}
