import { TaggedError } from "../../schemas/TaggedError.ts"

/**
 * A verification email was requested, but the user has no primary address. docs/protocol.md §17.
 *
 * @cause The user signed up anonymously, or with a provider that returns no address.
 * @fix Add an address first: `contactChannels.add`, then `makePrimary`.
 */
export class NoPrimaryEmail extends TaggedError("NoPrimaryEmail")<{}> {
  override get message(): string {
    return "User does not have a primary email"
  }
}
