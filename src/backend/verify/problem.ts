/** Response bodies for refused requests: problem details, RFC 9457. Loads no Effect. */
import { errorPage } from "../../../schemas/site.ts"

export { problemType } from "../../../schemas/onward/problemType.ts"

/** Errors with which a back end refuses requests. */
const problems = {
  NotAuthenticated: { title: "Not authenticated", status: 401 },
  NotEnoughCredits: { title: "Not enough credits", status: 402 },
  CreditsUnavailable: { title: "Credits unavailable", status: 503 },
  NotHuman: { title: "Not a person", status: 403 },
  NotFresh: { title: "Sign-in too old", status: 401 },
  NotPermitted: { title: "Not permitted", status: 403 },
  AuthenticationUnavailable: { title: "Authentication unavailable", status: 503 }
} as const

/** Name of an error with which a back end refuses requests. Each error has a page in the documentation. */
export type ProblemName = keyof typeof problems

/** The members of problem details that RFC 9457 defines. */
export interface Problem {
  /** The page that explains the error. */
  readonly type: string
  readonly title: string
  readonly status: number
  /** What happened and the next step, as text for users. */
  readonly detail: string
}

/** Makes the response body for a refused request. The fields of the error are extension members. */
export const problemOf = <Fields extends { readonly message: string }>(
  name: ProblemName,
  fields: Fields
): Problem & Fields => ({ type: errorPage(name), ...problems[name], detail: fields.message, ...fields })
