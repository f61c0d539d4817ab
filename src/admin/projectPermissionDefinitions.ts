/** The permissions that can be granted in the whole project. Wire facts: permissions. */
import { definitionsIn } from "./permissionDefinitions.ts"

const { create, delete: remove, list, update } = definitionsIn("project")

export { create, list, remove as delete, update }
