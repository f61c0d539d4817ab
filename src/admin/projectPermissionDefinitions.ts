/** Permissions that can be granted in the project. docs/platform.md §11. */
import { definitionsIn } from "./permissionDefinitions.ts"

const { create, delete: remove, list, update } = definitionsIn("project")

export { create, list, remove as delete, update }
