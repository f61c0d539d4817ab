/** What a form finds wrong with what was typed, before anything is sent. */
import { TaggedError } from "../../../schemas/TaggedError.ts"
import { addressFault, typedCode } from "../../../schemas/typed.ts"
import { shortestPassword } from "./passwordRules.ts"

/** What can be wrong with a field. */
export type InputFault = "required" | "email" | "invisible" | "mismatch" | "tooShort" | "code" | "known" | "phrase"

const sentences: { readonly [F in InputFault]: string } = {
  required: "This field is empty. Fill it in to go on.",
  email: "This is no e-mail address. Write it like name@example.com.",
  invisible: "This address contains an invisible character. Delete the address and type it again.",
  mismatch: "The two entries differ. Type the same in both.",
  tooShort: `This is too short. Type at least ${shortestPassword} characters.`,
  code: "This is no complete code. Type all its characters.",
  known: "This is in the list already. Type another one.",
  phrase: "This is not what was asked for. Type it to the letter."
}

/**
 * A field that has to be filled in differently. Screens say it in the reader's language, by `fault`.
 *
 * @cause The person left it empty, or typed something that cannot be right.
 * @fix Show the sentence beside the field that `field` names.
 */
export class InputProblem extends TaggedError("InputProblem")<{
  readonly fault: InputFault
  readonly field: string
}> {
  override get message(): string {
    return sentences[this.fault]
  }
}

/** `required` when the field is blank. */
export const required = (field: string, value: string): InputProblem | undefined =>
  value.trim() === "" ? new InputProblem({ fault: "required", field }) : undefined

/** Tells what is wrong with a typed e-mail address. The platform has the last word. */
export const emailAddress = (field: string, value: string): InputProblem | undefined => {
  const fault = addressFault(value)
  return required(field, value) ?? (fault && new InputProblem({ fault, field }))
}

/** What is wrong with a new password, by what the platforms known ask for. The platform has the last word. */
export const tooShort = (field: string, value: string): InputProblem | undefined =>
  required(field, value)
    ?? (value.length >= shortestPassword ? undefined : new InputProblem({ fault: "tooShort", field }))

/** What is wrong with a password typed twice. */
export const repeated = (field: string, value: string, first: string): InputProblem | undefined =>
  required(field, value) ?? (value === first ? undefined : new InputProblem({ fault: "mismatch", field }))

/** Tells what is wrong with a code of `length` characters, counted as `typedCode` cleans it. */
export const code = (field: string, value: string, length: number): InputProblem | undefined =>
  required(field, value)
    ?? (typedCode(value).length === length ? undefined : new InputProblem({ fault: "code", field }))
