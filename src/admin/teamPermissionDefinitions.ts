/** Permissions that can be granted in teams. docs/platform.md §11. */
import { definitionsIn } from "./permissionDefinitions.ts"

const { create, delete: remove, list, update } = definitionsIn("team")

export { create, list, remove as delete, update }
