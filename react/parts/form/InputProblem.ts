/** Problems with a form's input, found before anything is sent. */
import { TaggedError } from "../../../schemas/TaggedError.ts"
import { shortestPassword } from "./passwordRules.ts"

/** Kinds of problems with a field. */
export type InputFault = "required" | "email" | "invisible" | "mismatch" | "tooShort" | "code" | "known" | "phrase"

const sentences: { readonly [F in InputFault]: string } = {
  required: "This field is required.",
  email: "This is not a valid email address. Use the format name@example.com.",
  invisible: "This email address contains an invisible character. Delete it and type it again.",
  mismatch: "The two entries don't match. Type the same text in both.",
  tooShort: `This is too short. Use at least ${shortestPassword} characters.`,
  code: "This code is incomplete. Enter all its characters.",
  known: "This is already in the list. Enter another one.",
  phrase: "The text doesn't match. Type it exactly as shown."
}

/**
 * An invalid field. Screens show a localized message for its `fault`.
 *
 * @cause The user left the field empty, or entered an invalid value.
 * @fix Show the message next to the field that `field` names.
 */
export class InputProblem extends TaggedError("InputProblem")<{
  readonly fault: InputFault
  readonly field: string
}> {
  override get message(): string {
    return sentences[this.fault]
  }
}
