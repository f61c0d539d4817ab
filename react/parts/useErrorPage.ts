/** State of the error screen. */
"use client"
import { KnownError } from "../../schemas/KnownError.ts"
import { oauth } from "../../src/flows/oauth/index.ts"
import { useRunOnce } from "./form/useRunOnce.ts"
import { type BackLink, useWayBack } from "./useWayBack.ts"

/** State of the error screen, read from the URL. Render it as text only. */
export interface ErrorState extends BackLink {
  /** The known error that the URL names, if any. */
  readonly problem: unknown
  /** Error code to report to the site's operators. */
  readonly code: string | undefined
}

/** Returns the state of the error screen. */
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
