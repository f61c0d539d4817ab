/** The guide to tapes: a function that reports every failed sign-in as a wrong password. */
import type { SharedClient } from "latchkey/promise"

/** Signs in, and returns the message below the form. */
export const signIn = async (
  client: SharedClient,
  form: { readonly email: string; readonly password: string }
): Promise<string> => {
  try {
    await client.signIn.withPassword(form)
    return "Welcome back!"
  } catch {
    return "Wrong email address or password."
  }
}
