import { CallError } from "../../../schemas/errors/CallError.ts"

/** A link from an email that failed. */
export interface BrokenLink {
  readonly step: "broken"
  readonly problem: unknown
  /** Tries the link again. `undefined` if another attempt can't succeed. */
  readonly retry: (() => void) | undefined
}

/** Returns the state of a failed link. The user can retry it unless the platform rejected it. */
export const brokenLink = (
  { problem, retry }: { readonly problem: unknown; readonly retry: () => void }
): BrokenLink => ({
  step: "broken",
  problem,
  retry: problem instanceof CallError ? retry : undefined
})
