/** Which requests ask once more for what failed before. */
import type { LoggedRequest } from "../server/index.ts"

/** Longer after a failure, a request is a new one: no policy waits longer unless the platform asks for it. */
const longestMillis = 60_000

const failed = ({ status }: LoggedRequest): boolean =>
  status === undefined || status === 429 || status === 508 || status >= 500

/**
 * For each request, oldest first, how many times in a row it was made: 1 unless the last like it (same method, path and
 * level) failed in a way that is tried again, less than a minute before. Clients do not number their attempts, so two
 * callers who fail at once look like one who tries again.
 */
export const attemptsOf = (requests: ReadonlyArray<LoggedRequest>): ReadonlyArray<number> => {
  const last = new Map<string, { readonly request: LoggedRequest; readonly attempt: number }>()
  return requests.map((request) => {
    const like = `${request.method} ${request.path} ${request.level}`
    const before = last.get(like)
    const isRepeated = before !== undefined && failed(before.request)
      && request.at.getTime() - before.request.at.getTime() < longestMillis
    const attempt = isRepeated ? before.attempt + 1 : 1
    last.set(like, { request, attempt })
    return attempt
  })
}
