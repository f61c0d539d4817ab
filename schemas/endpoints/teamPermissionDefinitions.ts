/** Permissions that can be granted in a team. docs/platform.md §11.1. */
import { createIn, deleteIn, getIn, listIn, updateIn } from "./permissionDefinitions.ts"

/** Lists all team permissions, sorted by id, ignoring case: the platform's six first, then the project's own. */
export const list = listIn("team")

/**
 * Defines a team permission, which can contain other team permissions, including the platform's.
 *
 * The id must be unused in both scopes.
 */
export const create = createIn("team")

/** Returns a definition. No known revision of the platform supports this endpoint (405): use `list`. */
export const get = getIn("team")

/**
 * Replaces a definition. Omitted fields are cleared.
 *
 * A new id is applied to grants and to definitions that contain the permission, but not to the project's default
 * permissions. Changing one of the platform's own permissions fails as not found.
 */
export const update = updateIn("team")

/**
 * Deletes a definition, revokes the permission from all users, and removes it from definitions that contain it.
 *
 * Remove the permission from the project's default permissions first; otherwise granting the defaults fails later.
 */
const remove = deleteIn("team")

export { remove as delete }
