/** Permission definitions. Both scopes work alike and share their ids. docs/platform.md §11. */
import * as Effect from "effect/Effect"
import * as InProject from "../../../../schemas/endpoints/projectPermissionDefinitions.ts"
import * as InTeams from "../../../../schemas/endpoints/teamPermissionDefinitions.ts"
import {
  ContainedPermissionNotFound,
  PermissionIdAlreadyExists,
  PermissionNotFound
} from "../../../../schemas/errors/permissions.ts"
import { permissions } from "../../model/index.ts"
import { handle, type Handlers, pageOf } from "../../request/index.ts"
import { type PermissionDefinition, type Project, Refusal, success } from "../../state/index.ts"

const view = ({ containedPermissionIds, description, id }: PermissionDefinition) => ({
  id,
  ...(description === undefined ? {} : { description }),
  containedPermissionIds
})

const free = (project: Project, id: string) =>
  permissions.definitionOf(project, id) === undefined
    ? Effect.void
    : Effect.fail(new PermissionIdAlreadyExists({ permissionId: id }))

const containable = (project: Project, scope: permissions.Scope, ids: ReadonlyArray<string>) => {
  const permissionId = ids.find((id) => !permissions.isDefined(project, scope, id))
  return permissionId === undefined ? Effect.void : Effect.fail(new ContainedPermissionNotFound({ permissionId }))
}

const definitions = (scope: permissions.Scope): Handlers<typeof InTeams> => ({
  list: ({ query = "", ...range }, { project }) =>
    Effect.sync(() => {
      const part = query.toLowerCase()
      const found = permissions.definitionsIn(project, scope).filter(({ description = "", id }) =>
        `${id}\n${description}`.toLowerCase().includes(part)
      )
      return pageOf(found, range, view)
    }),

  create: ({ containedPermissionIds = [], description, id }, { project }) =>
    Effect.gen(function*() {
      yield* free(project, id)
      yield* containable(project, scope, containedPermissionIds)
      return view(permissions.define(project, { id, scope, description, containedPermissionIds }))
    }),

  // not available in any known revision of the platform
  get: () => Refusal.fail(405, ""),

  // as on the platform, a definition of the other scope is moved to this scope
  update: ({ containedPermissionIds = [], description, id, permissionId }, { project }) =>
    Effect.gen(function*() {
      if (!project.permissionDefinitions.has(permissionId)) {
        return yield* Effect.fail(new PermissionNotFound({ permissionId }))
      }
      const newId = id ?? permissionId
      if (newId !== permissionId) yield* free(project, newId)
      yield* containable(project, scope, containedPermissionIds)
      const definition = { id: newId, scope, description, containedPermissionIds }
      return view(permissions.redefine(project, permissionId, definition))
    }),

  delete: ({ permissionId }, { project }) =>
    Effect.gen(function*() {
      if (project.permissionDefinitions.get(permissionId)?.scope !== scope) {
        return yield* Effect.fail(new PermissionNotFound({ permissionId }))
      }
      permissions.undefine(project, permissionId)
      return success
    })
})

/** Handlers for `/team-permission-definitions`. */
export const teamPermissionDefinitions = handle(InTeams, definitions("team"))

/** Handlers for `/project-permission-definitions`. */
export const projectPermissionDefinitions = handle(InProject, definitions("project"))
