/** Problems with a form's input, found before anything is sent. */
import { TaggedError } from "../../../schemas/TaggedError.ts"
import { addressFault, typedCode } from "../../../schemas/typed.ts"
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

/** Returns a problem if the field is blank. */
export const validateRequired = (field: string, value: string): InputProblem | undefined =>
  value.trim() === "" ? new InputProblem({ fault: "required", field }) : undefined

/** Returns a problem if the email address is invalid. The platform checks the address again. */
export const validateEmailAddress = (field: string, value: string): InputProblem | undefined => {
  const fault = addressFault(value)
  return validateRequired(field, value) ?? (fault && new InputProblem({ fault, field }))
}

/**
 * Returns a problem if a new password breaks the rules of known platform revisions. The platform checks the password
 * again.
 */
export const validatePassword = (field: string, value: string): InputProblem | undefined =>
  validateRequired(field, value)
    ?? (value.length >= shortestPassword ? undefined : new InputProblem({ fault: "tooShort", field }))

/** Returns a problem if a repeated password differs from the first one. */
export const validateRepeat = (field: string, value: string, first: string): InputProblem | undefined =>
  validateRequired(field, value) ?? (value === first ? undefined : new InputProblem({ fault: "mismatch", field }))

/** Returns a problem if a code doesn't have `length` characters after `typedCode` has cleaned it. */
export const validateCode = (field: string, value: string, length: number): InputProblem | undefined =>
  validateRequired(field, value)
    ?? (typedCode(value).length === length ? undefined : new InputProblem({ fault: "code", field }))
