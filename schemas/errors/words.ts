/** Phrases that the messages of several errors share. Each function accepts a missing detail. */

/** Returns `permission "read"`, or just `permission` when the platform did not send the name. */
export const named = (what: string, name: string | null | undefined): string => name ? `${what} "${name}"` : what

/** Returns ` at 2026-04-01T12:00:00.000Z`, or an empty string. */
export const at = (time: Date | null | undefined): string =>
  time && !Number.isNaN(time.getTime()) ? ` at ${time.toISOString()}` : ""

/** Returns `: the reason.`, or `.` without a reason. Adds a full stop if the reason lacks one. */
export const because = (reason: string | undefined): string => {
  const text = reason?.trim()
  return !text ? "." : /[.!?]$/.test(text) ? `: ${text}` : `: ${text}.`
}

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
