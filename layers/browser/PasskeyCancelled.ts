import { TaggedError } from "../../schemas/TaggedError.ts"

/**
 * The passkey prompt ended without a passkey. This is a normal outcome: show a hint, and keep offering the other
 * sign-in methods.
 *
 * - `Declined`: the user closed the prompt or let it time out, has no passkey here, or has no device that can store
 *   one. Browsers don't reveal which.
 * - `TimedOut`: the browser didn't respond within the platform's time limit.
 * - `Replaced`: another passkey prompt began on this page.
 * - `Aborted`: other code on the page aborted the prompt.
 * - `UserChanged`: the signed-in user changed while the prompt was open. Nothing was stored.
 *
 * @cause The user changed their mind, or has no passkey for the site on this device.
 * @fix Show a hint, not an alarm, and keep offering the other sign-in methods.
 */
export class PasskeyCancelled extends TaggedError("PasskeyCancelled")<{
  readonly step: "register" | "signIn"
  readonly reason: "Declined" | "TimedOut" | "Replaced" | "Aborted" | "UserChanged"
}> {
  override get message(): string {
    const outcome = this.step === "register" ? "No passkey was added" : "The passkey was not used"
    return `${outcome}: ${sentences[this.step][this.reason]}`
  }
}

const again = {
  register: "Try again whenever you like.",
  signIn: "Try again, or choose another way to sign in."
}

const sentencesOf = (step: PasskeyCancelled["step"], declined: string) => ({
  Declined: `${declined} ${again[step]}`,
  TimedOut: `the step took too long. ${again[step]}`,
  Replaced: "another step with a passkey began on this page. Continue with that one.",
  Aborted: `the page stopped the step. ${again[step]}`,
  UserChanged: `the signed-in user changed during the step. ${again[step]}`
})

const sentences: { readonly [Step in PasskeyCancelled["step"]]: ReturnType<typeof sentencesOf> } = {
  register: sentencesOf("register", "the step was cancelled or took too long, or this device cannot store one."),
  signIn: sentencesOf("signIn", "the step was cancelled or took too long, or this device has none for this site.")
}
