/** Refusals before the network: what is wrong, and where, in the caller's own words. */
import { CallError, InvalidInput } from "../../schemas/errors/CallError.ts"

/** The input of a call does not fit, and nothing was sent. `path` is the option's name. */
export const invalidInput = (endpoint: string, path: string, problem: string): CallError =>
  new CallError({ endpoint, reason: new InvalidInput({ issues: [{ path, problem }] }) })
