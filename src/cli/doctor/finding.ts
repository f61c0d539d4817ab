/** Result of one check. */
export interface Finding {
  readonly check: string
  /** `doubtful` for a warning; `open` for a check that was skipped, or an optional setting that is missing. */
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

/** Maximum wait for a response. */
export const responseTimeout = "5 seconds"
