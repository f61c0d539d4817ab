import { TaggedError } from "../../schemas/TaggedError.ts"

/**
 * A verification mail was asked for, and the user has no primary address to send it to. docs/protocol.md §17.
 *
 * @cause The user signed up with a provider that gives no address, or anonymously.
 * @fix Ask for an address first: `contactChannels.add`, then `makePrimary`.
 */
export class NoPrimaryEmail extends TaggedError("NoPrimaryEmail")<{}> {
  override get message(): string {
    return "User does not have a primary email"
  }
}
