/** Compares the endpoints and fields that a program uses with those of a platform. Changes nothing on the platform. */
import * as Effect from "effect/Effect"
import type { Project, Transport } from "../../../layers/call/index.ts"
import type { Spec } from "../../../schemas/Spec.ts"
import { goneSince, newSince } from "./fields.ts"
import { isThere } from "./presence.ts"
import { reader, type Reading } from "./reading.ts"
import type { Use } from "./uses.ts"

/** Result for one endpoint. */
export interface Checked {
  readonly endpoint: string
  readonly method: Spec["method"]
  /** Path below the API's URL, with the names of its parameters. */
  readonly path: string
  /**
   * `same`: a response was read, and fits. `new`: it also has new fields. `present`: the endpoint exists, and no
   * response was read. `changed` and `gone`: the program may fail. `unchecked`: the platform's response doesn't show
   * it.
   */
  readonly state: "same" | "new" | "present" | "changed" | "gone" | "unchecked"
  /** Fields that are gone, new or different, or the reason why no response was read. */
  readonly found: ReadonlyArray<string>
}

type Found = Pick<Checked, "state" | "found">

/** Checks the endpoints of a program, one after another. */
export const check = (
  uses: ReadonlyArray<Use>
): Effect.Effect<ReadonlyArray<Checked>, never, Project | Transport> =>
  Effect.flatMap(reader, (read) =>
    Effect.forEach(uses, (use) => {
      const { method, name, path } = use.endpoint.spec
      return Effect.map(
        Effect.flatMap(read(use), (reading) => compared(use, reading)),
        (found): Checked => ({ endpoint: name, method, path, ...found })
      )
    }))

/** If a response can't be read, checks whether the endpoint exists at all. */
const compared = (use: Use, reading: Reading): Effect.Effect<Found, never, Project | Transport> => {
  switch (reading._tag) {
    case "Differs":
      return Effect.succeed({ state: "changed", found: [reading.problem] })
    case "Gone":
      return Effect.succeed({ state: "gone", found: [`the platform responds with status ${reading.status}`] })
    case "Unread":
      return Effect.map(isThere(use.endpoint.spec), ({ found, state }) => ({
        state,
        found: state === "present" ? [reading.reason] : found
      }))
    case "Read": {
      const gone = goneSince(use.fields, reading.fields)
      const added = newSince(use.fields, reading.fields)
      return Effect.succeed(
        gone.length > 0
          ? { state: "changed", found: gone.map((field) => `the field ${field} is gone`) }
          : added.length > 0
          ? { state: "new", found: added.map((field) => `the field ${field} is new`) }
          : { state: "same", found: [] }
      )
    }
  }
}
