import { TaggedError } from "../../schemas/TaggedError.ts"

/** The client was disposed of, before the call or during it. What was under way has been interrupted. */
export class ClientDisposed extends TaggedError("ClientDisposed")<{}> {
  override get message(): string {
    return "This client has been disposed of, and with it every call under way. Make another one with createClient."
  }
}
