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
export const survivors: ReadonlyArray<Survivor> = []
