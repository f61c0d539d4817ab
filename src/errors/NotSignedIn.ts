import { TaggedError } from "../../schemas/TaggedError.ts"

/** A user was asked for with `{ or: "throw" }`, and nobody is signed in. */
export class NotSignedIn extends TaggedError("NotSignedIn")<{}> {
  override get message(): string {
    return "User is not signed in but getUser was called with { or: 'throw' }"
  }
}
