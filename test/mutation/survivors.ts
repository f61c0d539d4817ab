/** Mutants that no test notices, and why none should. */

/** A change that makes no difference anybody could rely on. */
export interface Survivor {
  readonly file: string
  /** What stands there, on one line. */
  readonly was: string
  readonly became: string
  readonly why: string
}

/** Each with its reason. */
export const survivors: ReadonlyArray<Survivor> = [
  {
    file: "layers/call/scrub.ts",
    was: "all.filter(isOrdinary)",
    became: "all",
    why: "The others are gone from the text by then."
  },
  {
    file: "layers/call/scrub.ts",
    was: "/^[\\w.-]*$/.test(secret)",
    became: "false",
    why: "It saves work: all spellings of such a secret are the same, and a set keeps one."
  },
  {
    file: "layers/call/scrub.ts",
    was: "/^[\\w.-]*$/",
    became: "/^[\\w.-]$/",
    why: "Likewise."
  }
]
