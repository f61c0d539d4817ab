/** The permissions that can be granted in a team. docs/platform.md §11.1. */
import { createIn, deleteIn, getIn, listIn, updateIn } from "./permissionDefinitions.ts"

/** Every permission of teams, sorted by id without regard to case: the platform's six first, then the project's own. */
export const list = listIn("team")

/**
 * Defines a permission of teams. It may contain others of teams, the platform's included.
 *
 * The id must be free in both scopes.
 */
export const create = createIn("team")

/** One definition. No known revision of the platform serves it (405): take it from `list`. */
export const get = getIn("team")

/**
 * Replaces a definition: what is left out is emptied, not kept.
 *
 * A new id follows into definitions that contain it and into grants, not into the project's default permissions.
 * The platform's own permissions count as not found.
 */
export const update = updateIn("team")

/**
 * Deletes a definition, and takes it from whoever has it and from every definition that contains it.
 *
 * Remove it from the project's default permissions first: where it stays, granting the defaults fails later.
 */
const remove = deleteIn("team")

export { remove as delete }
