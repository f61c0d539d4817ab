/** Defining permissions, for either scope. docs/platform.md §11. */
import * as Effect from "effect/Effect"
import * as InternalProjects from "../../schemas/endpoints/internalProjects.ts"
import { createIn, deleteIn, listIn, type Scope, updateIn } from "../../schemas/endpoints/permissionDefinitions.ts"
import type { ProjectConfig } from "../../schemas/entities/Project.ts"
import { PermissionNotFound } from "../../schemas/errors/permissions.ts"
import { serialChanges } from "./serialChanges.ts"

/** Changes to a definition. What is left out stays as it is. */
export interface DefinitionChanges {
  readonly permissionId: string
  /** The new id. Grants, definitions that contain it and the project's default permissions follow. */
  readonly id?: string | undefined
  /** `null` removes it. */
  readonly description?: string | null | undefined
  readonly containedPermissionIds?: ReadonlyArray<string> | undefined
}

/** The flows of one scope. */
export const definitionsIn = (scope: Scope) => {
  const [listAll, create, replace, remove] = [listIn(scope), createIn(scope), updateIn(scope), deleteIn(scope)]
  const name = `admin.${scope}PermissionDefinitions`

  /** The permissions that can be granted, by id; in teams, the platform's own first. */
  const list = Effect.fn(`${name}.list`)(function*() {
    return (yield* listAll()).items
  })

  /**
   * Changes a definition. The platform would empty what is left out, so the rest is read first. `PermissionNotFound`
   * when there is none; the platform's own cannot be changed and count as not found.
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
   * Deletes a definition, and takes it from everybody who has it. It is taken out of the project's default permissions
   * first, for granting those would fail from then on.
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

/** The default permissions that have this one, with another in its place or without it. */
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
