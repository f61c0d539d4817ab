import { TaggedError } from "../../schemas/TaggedError.ts"

/** A verification mail was asked for, and the user has no primary address to send it to. docs/protocol.md §17. */
export class NoPrimaryEmail extends TaggedError("NoPrimaryEmail")<{}> {
  override get message(): string {
    return "User does not have a primary email"
  }
}
