/** What was thrown, in words. Structural, not `instanceof`: other realms have an `Error` of their own. Loads no Effect. */

/** Whether a thrown value is an error, of any realm. */
export const isError = (thrown: unknown): thrown is Error => {
  try {
    return typeof thrown === "object" && thrown !== null && "message" in thrown && "name" in thrown
      && typeof thrown.name === "string"
  } catch {
    return false // a proxy may throw at any look
  }
}

/** Name of an error, otherwise the type of the value. Never a message: that may quote secrets. */
export const nameOf = (thrown: unknown): string => isError(thrown) ? thrown.name : typeof thrown
