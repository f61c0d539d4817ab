/** The next step for each reason why a user is restricted. */

/** Returns the next step for a restricted user, as a sentence. */
export const remedy = (reason: string | undefined): string => {
  switch (reason) {
    case "anonymous":
      return "Sign up or sign in, then try again."
    case "email_not_verified":
      return "Verify your email address, then try again."
    case "restricted_by_administrator":
      return "An administrator has restricted it; ask them to remove the restriction."
    default:
      return "Finish setting it up, or ask an administrator of the app."
  }
}
