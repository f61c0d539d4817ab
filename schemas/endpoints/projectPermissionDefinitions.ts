/** The permissions that can be granted in the whole project. docs/platform.md §11.1. */
import { createIn, deleteIn, getIn, listIn, updateIn } from "./permissionDefinitions.ts"

/** Every permission of the project, sorted by id without regard to case. There are none but the project's own. */
export const list = listIn("project")

/** Defines a permission of the project. It may contain others of the project. The id must be free in both scopes. */
export const create = createIn("project")

/** One definition. No known revision of the platform serves it (405): take it from `list`. */
export const get = getIn("project")

/**
 * Replaces a definition: what is left out is emptied, not kept.
 *
 * A new id follows into definitions that contain it and into grants, not into the project's default permissions.
 */
export const update = updateIn("project")

/**
 * Deletes a definition, and takes it from whoever has it and from every definition that contains it.
 *
 * Remove it from the project's default permissions first: where it stays, granting the defaults fails later.
 */
const remove = deleteIn("project")

export { remove as delete }
