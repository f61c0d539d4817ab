/** Checks a form's input before anything is sent. */
import { addressFault, typedCode } from "../../../schemas/typed.ts"
import { InputProblem } from "./InputProblem.ts"
import { shortestPassword } from "./passwordRules.ts"

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
