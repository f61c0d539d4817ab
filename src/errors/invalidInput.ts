/** Errors for invalid input, before any request. They name the caller's own options. */
import { CallError, InvalidInput } from "../../schemas/errors/CallError.ts"

/** Creates the error for invalid input. `path` is the name of the option. */
export const invalidInput = (endpoint: string, path: string, problem: string): CallError =>
  new CallError({ endpoint, reason: new InvalidInput({ issues: [{ path, problem }] }) })
