/** Recognizes retries among the logged requests. */
import type { LoggedRequest } from "../server/index.ts"

/** Maximum delay of a retry in milliseconds. A later request counts as a new one. */
const maxRetryDelayMillis = 60_000

const failed = ({ status }: LoggedRequest): boolean =>
  status === undefined || status === 429 || status === 508 || status >= 500

/**
 * Returns the attempt number of each request, oldest first. A request is a retry if the previous one with the same
 * method, path and level failed with a retryable error less than a minute before. Clients don't number their attempts,
 * so two callers that fail at the same time look like one caller that retries.
 */
export const attemptsOf = (requests: ReadonlyArray<LoggedRequest>): ReadonlyArray<number> => {
  const last = new Map<string, { readonly request: LoggedRequest; readonly attempt: number }>()
  return requests.map((request) => {
    const like = `${request.method} ${request.path} ${request.level}`
    const before = last.get(like)
    const isRepeated = before !== undefined && failed(before.request)
      && request.at.getTime() - before.request.at.getTime() < maxRetryDelayMillis
    const attempt = isRepeated ? before.attempt + 1 : 1
    last.set(like, { request, attempt })
    return attempt
  })
}
