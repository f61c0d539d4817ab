/** The permissions that can be granted in a team. docs/platform.md §11. */
import { definitionsIn } from "./permissionDefinitions.ts"

const { create, delete: remove, list, update } = definitionsIn("team")

export { create, list, remove as delete, update }
