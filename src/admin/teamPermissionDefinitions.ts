/** The permissions that can be granted in a team. Wire facts: permissions. */
import { definitionsIn } from "./permissionDefinitions.ts"

const { create, delete: remove, list, update } = definitionsIn("team")

export { create, list, remove as delete, update }
