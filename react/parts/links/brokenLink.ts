import { CallError } from "../../../schemas/errors/CallError.ts"

/** A mailed link that could not be followed. */
export interface BrokenLink {
  readonly step: "broken"
  readonly problem: unknown
  /** Follows it once more; absent where the link is no good and never will be. */
  readonly retry: (() => void) | undefined
}

/** What became of a link that failed: the platform's word on it is the last, and trouble on the way to it is not. */
export const brokenLink = (
  { problem, retry }: { readonly problem: unknown; readonly retry: () => void }
): BrokenLink => ({
  step: "broken",
  problem,
  retry: problem instanceof CallError ? retry : undefined
})
