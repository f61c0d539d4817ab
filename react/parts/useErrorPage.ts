/** The error screen without its markup. */
"use client"
import { KnownError } from "../../schemas/KnownError.ts"
import { oauth } from "../../src/flows/oauth/index.ts"
import { useRunOnce } from "./form/useRunOnce.ts"
import { useWayBack, type WayBack } from "./useWayBack.ts"

/** What the error screen shows: what the address says, as text only. */
export interface ErrorState extends WayBack {
  /** A known error, where the address names one. */
  readonly problem: unknown
  /** What to tell the people who run the site. */
  readonly code: string | undefined
}

/** The error screen's state. */
export const useErrorPage = (): ErrorState => {
  const back = useWayBack()
  const found = useRunOnce(true, oauth.failure)
  const problem = found._tag === "Done" && found.result !== null ? found.result : undefined
  return {
    problem,
    code: problem instanceof KnownError ? problem.code : undefined,
    ...back
  }
}
