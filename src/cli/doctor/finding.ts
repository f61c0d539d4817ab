/** What one look found. */
export interface Finding {
  readonly check: string
  /** `open`: could not be looked at, or is not set and need not be. */
  readonly state: "good" | "bad" | "doubtful" | "open"
  readonly found: string
  readonly fix?: string | undefined
}

export const good = (check: string, found: string): Finding => ({ check, state: "good", found })
export const bad = (check: string, found: string, fix: string): Finding => ({
  check,
  state: "bad",
  found: found.replace(/\.$/, ""),
  fix
})
export const doubtful = (check: string, found: string, fix: string): Finding => ({
  check,
  state: "doubtful",
  found,
  fix
})
export const open = (check: string, found: string, fix?: string): Finding => ({ check, state: "open", found, fix })

/** Who accepts a request and says nothing for so long does not answer it. */
export const answerTimeout = "5 seconds"
