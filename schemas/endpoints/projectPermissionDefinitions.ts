/** Permissions that can be granted in the whole project. docs/platform.md §11.1. */
import { createIn, deleteIn, getIn, listIn, updateIn } from "./permissionDefinitions.ts"

/** Lists all project permissions, sorted by id, ignoring case. All of them are the project's own. */
export const list = listIn("project")

/** Defines a project permission, which can contain other project permissions. The id must be unused in both scopes. */
export const create = createIn("project")

/** Returns a definition. No known revision of the platform supports this endpoint (405): use `list`. */
export const get = getIn("project")

/**
 * Replaces a definition. Omitted fields are cleared.
 *
 * A new id is applied to grants and to definitions that contain the permission, but not to the project's default
 * permissions.
 */
export const update = updateIn("project")

/**
 * Deletes a definition, revokes the permission from all users, and removes it from definitions that contain it.
 *
 * Remove the permission from the project's default permissions first; otherwise granting the defaults fails later.
 */
const remove = deleteIn("project")

export { remove as delete }
