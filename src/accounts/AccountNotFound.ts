import { TaggedError } from "../../schemas/TaggedError.ts"

/**
 * This device has no session of the user, so it can't switch to the user's account.
 *
 * @cause The user signed out of the account, perhaps in another tab.
 * @cause The browser's storage was cleared.
 * @fix Show the accounts of `accounts.list` again, or call `accounts.add` and let the user sign in.
 */
export class AccountNotFound extends TaggedError("AccountNotFound")<{
  readonly userId: string
}> {
  override get message(): string {
    return `This device has no session of the user ${this.userId}, who may have signed out in another tab. `
      + "Show the list of accounts again, or add the account by signing in."
  }
}
