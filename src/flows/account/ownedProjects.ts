/** Projects of the signed-in owner. Only for programs that belong to project `internal`. docs/platform.md §16.4. */
import * as Effect from "effect/Effect"
import * as InternalProjects from "../../../schemas/endpoints/internalProjects.ts"

export { create, transfer } from "../../../schemas/endpoints/internalProjects.ts"

/** Returns the projects owned by any of the user's teams, including their secrets, in no particular order. */
export const list = Effect.fn("ownedProjects.list")(function*() {
  return (yield* InternalProjects.list()).items
})
