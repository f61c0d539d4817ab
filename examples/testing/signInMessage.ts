import { EmailPasswordMismatch, type SharedClient } from "latchkey/promise"

/** Signs in, and returns the message to show below the form. */
export const signIn = async (
  client: SharedClient,
  form: { readonly email: string; readonly password: string }
): Promise<string> => {
  const result = await client.signIn.withPassword(form).settled()
  if (result.ok) return "Welcome back!"
  return result.error instanceof EmailPasswordMismatch
    ? "Wrong email address or password."
    : "We can't sign you in right now. Try again in a few minutes."
}
