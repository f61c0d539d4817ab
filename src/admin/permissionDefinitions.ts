/** Permission definitions of either scope. docs/platform.md §11. */
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { after } from "../../layers/reads/index.ts"
import * as InternalProjects from "../../schemas/endpoints/internalProjects.ts"
import { createIn, deleteIn, listIn, type Scope, updateIn } from "../../schemas/endpoints/permissionDefinitions.ts"
import type { ProjectConfig } from "../../schemas/entities/Project.ts"
import { PermissionNotFound } from "../../schemas/errors/permissions.ts"
import { serialChanges } from "./serialChanges.ts"

/** Changes to a definition. Omitted fields keep their value. */
export interface DefinitionChanges {
  readonly permissionId: string
  /** New id. Grants, definitions that contain the permission, and the project's default permissions are updated too. */
  readonly id?: string | undefined
  /** `null` removes the description. */
  readonly description?: string | null | undefined
  readonly containedPermissionIds?: ReadonlyArray<string> | undefined
}

/** Filters for definitions. `limit` is the number of definitions per request. */
export type DefinitionQuery = Omit<NonNullable<Parameters<ReturnType<typeof listIn>>[0]>, "cursor">

/** Creates the operations of one scope. */
export const definitionsIn = (scope: Scope) => {
  const [listAll, create, replace, remove] = [listIn(scope), createIn(scope), updateIn(scope), deleteIn(scope)]
  const name = `admin.${scope}PermissionDefinitions`

  /**
   * Returns the permissions that can be granted, sorted by id. In teams, the platform's own permissions come first.
   * Requests every page if there are several. `query` and `limit` exist only in revisions after 2026-04.
   */
  const list = Effect.fn(`${name}.list`)((query: DefinitionQuery = {}) =>
    Stream.runCollect(after((cursor) => listAll({ ...query, cursor })))
  )

  /**
   * Changes a definition. The platform would clear omitted fields, so the current definition is read first. Fails with
   * `PermissionNotFound` if the permission doesn't exist. The platform's own permissions can't be changed and count as
   * not found.
   */
  const update = Effect.fn(`${name}.update`)((changes: DefinitionChanges) =>
    serialChanges(Effect.gen(function*() {
      const { permissionId } = changes
      const before = (yield* list()).find(({ id }) => id === permissionId)
      if (before === undefined) return yield* new PermissionNotFound({ permissionId })
      const newId = changes.id ?? permissionId
      const defaults = newId === permissionId ? {} : yield* defaultsWith(permissionId, newId)
      const after = yield* replace({
        permissionId,
        id: newId,
        description: changes.description === undefined ? before.description : changes.description ?? undefined,
        containedPermissionIds: changes.containedPermissionIds ?? before.containedPermissionIds
      })
      yield* keepDefaults(defaults)
      return after
    }))
  )

  /**
   * Deletes a definition and all of its grants. It is removed from the project's default permissions first, because
   * granting the defaults would fail otherwise.
   */
  const deleteDefinition = Effect.fn(`${name}.delete`)(({ permissionId }: { readonly permissionId: string }) =>
    serialChanges(Effect.gen(function*() {
      yield* keepDefaults(yield* defaultsWith(permissionId, undefined))
      yield* remove({ permissionId })
    }))
  )

  return { list, create, update, delete: deleteDefinition }
}

const lists = ["teamCreatorDefaultPermissions", "teamMemberDefaultPermissions", "userDefaultPermissions"] as const

type Defaults = Partial<Pick<ProjectConfig, (typeof lists)[number]>>

/** Returns the lists of default permissions that contain a permission, with this permission replaced or removed. */
const defaultsWith = (permissionId: string, newId: string | undefined) =>
  Effect.map(InternalProjects.getCurrent(), ({ config }): Defaults =>
    Object.fromEntries(
      lists.filter((list) => config[list].some(({ id }) => id === permissionId)).map((list) => [
        list,
        config[list].flatMap((each) => each.id !== permissionId ? each : newId === undefined ? [] : { id: newId })
      ])
    ))

const keepDefaults = (config: Defaults) =>
  Object.keys(config).length === 0 ? Effect.void : InternalProjects.updateCurrent({ config })
