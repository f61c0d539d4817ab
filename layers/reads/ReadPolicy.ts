/** When shared reads are read again, and when they are dropped. docs/protocol.md §24. */
import * as Context from "effect/Context"

/** The waits of `Reads`. The first two are those of docs/protocol.md §26.2. */
export interface Timings {
  /** Between the starts of two requests of one read, which never overlap. */
  readonly throttleMillis: number
  /** A value is dropped this long after its last watcher left. */
  readonly dropMillis: number
  /**
   * A failure nobody watches is dropped this long after it was last looked at. React looks several times until an error
   * boundary shows it, on a slow device with long pauses; were it dropped in between, it would be read again and again.
   */
  readonly failureMillis: number
  /** When people come back to the page, what was read longer ago than this is read again. */
  readonly revisitMillis: number
}

/** The usual waits. */
export const defaultTimings: Timings = {
  throttleMillis: 300,
  dropMillis: 5000,
  failureMillis: 1000,
  revisitMillis: 5000
}

/** The waits in force, where the layer is built or an effect brings its own. */
export const ReadTimings: Context.Reference<Timings> = Context.Reference("latchkey/ReadTimings", {
  defaultValue: () => defaultTimings
})
