/** Permissions in teams and in the project: definitions, grants and checks. docs/platform.md §11. */
import * as Effect from "effect/Effect"
import { systemPermissionIds } from "../../../../schemas/entities/permissionIds.ts"
import {
  PermissionNotFound,
  PermissionScopeMismatch,
  TeamPermissionRequired
} from "../../../../schemas/errors/permissions.ts"
import { TeamMembershipNotFound } from "../../../../schemas/errors/teams.ts"
import type { Membership, PermissionDefinition, Project, User } from "../../state/index.ts"
import { membershipOf } from "../accounts/index.ts"
import * as configLayers from "./configLayers.ts"
import { permissionEntry } from "./renderedConfig.ts"

/** Scope of a permission: in teams or in the project. */
export type Scope = PermissionDefinition["scope"]

/**
 * Permission that the platform itself checks. System permissions exist in every project, apply to teams only, and
 * contain no other permissions.
 */
export type SystemPermission = typeof systemPermissionIds[number]

const meanings: { readonly [Id in SystemPermission]: string } = {
  $update_team: "Change the team's name, picture and metadata",
  $delete_team: "Delete the team",
  $read_members: "See the other members of the team",
  $remove_members: "Remove members from the team",
  $invite_members: "Invite people to the team",
  $manage_api_keys: "Create, see and revoke the team's API keys"
}

const system: ReadonlyMap<string, PermissionDefinition> = new Map(
  systemPermissionIds.map((id) => [id, { id, scope: "team", description: meanings[id], containedPermissionIds: [] }])
)

const compare = (a: string, b: string): number => a < b ? -1 : a > b ? 1 : 0

/** Returns the permission definitions of a new project. docs/platform.md §16.1. */
export const firstDefinitions = (): ReadonlyArray<PermissionDefinition> => [
  {
    id: "team_member",
    scope: "team",
    description: "Default permissions of team members",
    containedPermissionIds: ["$invite_members", "$read_members"]
  },
  {
    id: "team_admin",
    scope: "team",
    description: "Default permissions of team creators",
    containedPermissionIds: [...systemPermissionIds].sort(compare)
  }
]

/** Finds a permission in either scope. */
export const definitionOf = (project: Project, id: string): PermissionDefinition | undefined =>
  system.get(id) ?? project.permissionDefinitions.get(id)

/** Finds a permission in one scope. */
const definedIn = (project: Project, scope: Scope, id: string): PermissionDefinition | undefined => {
  const definition = definitionOf(project, id)
  return definition?.scope === scope ? definition : undefined
}

/** Whether a permission can be granted in a scope. */
export const isDefined = (project: Project, scope: Scope, id: string): boolean =>
  definedIn(project, scope, id) !== undefined

/** Returns all permissions of a scope, sorted by id. */
export const definitionsIn = (project: Project, scope: Scope): ReadonlyArray<PermissionDefinition> =>
  [...system.values(), ...project.permissionDefinitions.values()]
    .filter((definition) => definition.scope === scope)
    .sort((a, b) => compare(a.id, b.id))

/** Defines a permission, replacing any definition with the same id. */
export const define = (project: Project, definition: PermissionDefinition): PermissionDefinition => {
  const sorted = {
    ...definition,
    containedPermissionIds: [...new Set(definition.containedPermissionIds)].sort(compare)
  }
  configLayers.write(project, { [`rbac.permissions.${sorted.id}`]: permissionEntry(sorted) })
  return sorted
}

/** Replaces a permission id wherever it is contained or granted. `undefined` removes it. */
const replace = (project: Project, id: string, by: string | undefined): void => {
  const replaced = (ids: ReadonlyArray<string>): ReadonlyArray<string> =>
    ids.flatMap((other) => other !== id ? [other] : by === undefined ? [] : [by])
  configLayers.write(project, { [`rbac.permissions.${id}`]: null })
  for (const definition of [...project.permissionDefinitions.values()]) {
    if (!definition.containedPermissionIds.includes(id)) continue
    define(project, { ...definition, containedPermissionIds: replaced(definition.containedPermissionIds) })
  }
  for (const { permissionIds } of [...project.memberships.values(), ...project.users.values()]) {
    if (permissionIds.includes(id)) permissionIds.splice(0, permissionIds.length, ...replaced(permissionIds))
  }
}

/**
 * Replaces a definition. A new id replaces the old one in definitions and grants, but not in the project's defaults.
 */
export const redefine = (project: Project, id: string, definition: PermissionDefinition): PermissionDefinition => {
  if (definition.id !== id) replace(project, id, definition.id)
  return define(project, {
    ...definition,
    containedPermissionIds: definition.containedPermissionIds.map((other) => other === id ? definition.id : other)
  })
}

/** Deletes a definition and its grants. The project's defaults keep the deleted id. */
export const undefine = (project: Project, id: string): void => replace(project, id, undefined)

/**
 * Returns the permissions that exist in a scope, sorted by id. With `recursive`, includes the permissions that they
 * contain.
 */
export const expanded = (
  project: Project,
  scope: Scope,
  ids: Iterable<string>,
  recursive: boolean
): ReadonlyArray<string> => {
  const found = new Set<string>()
  const visit = (id: string): void => {
    const definition = definedIn(project, scope, id)
    if (definition === undefined || found.has(id)) return
    found.add(id)
    if (recursive) definition.containedPermissionIds.forEach(visit)
  }
  for (const id of ids) visit(id)
  return [...found].sort(compare)
}

/** Whether a member has a permission in the team, directly or through another permission. */
export const holds = (project: Project, { permissionIds }: Membership, id: string): boolean =>
  expanded(project, "team", permissionIds, true).includes(id)

/** Returns the user's membership. Clients can't access a team without a membership. */
export const membership = (
  project: Project,
  userId: string,
  teamId: string
): Effect.Effect<Membership, TeamMembershipNotFound> => {
  const found = membershipOf(project, userId, teamId)
  return found === undefined ? Effect.fail(new TeamMembershipNotFound({ teamId, userId })) : Effect.succeed(found)
}

/** Fails unless the user is a member of the team and has the permission there. */
export const required = (
  project: Project,
  user: User,
  teamId: string,
  permissionId: SystemPermission | "team_admin"
): Effect.Effect<void, TeamMembershipNotFound | TeamPermissionRequired> =>
  Effect.flatMap(membership(project, user.id, teamId), (member) =>
    holds(project, member, permissionId)
      ? Effect.void
      : Effect.fail(new TeamPermissionRequired({ teamId, userId: user.id, permissionId })))

/** Fails if a permission can't be granted in a scope. */
export const grantable = (
  project: Project,
  scope: Scope,
  permissionId: string
): Effect.Effect<void, PermissionNotFound | PermissionScopeMismatch> => {
  const definition = definitionOf(project, permissionId)
  // the platform's own permissions exist in teams only
  if (definition === undefined || (scope === "project" && system.has(permissionId))) {
    return Effect.fail(new PermissionNotFound({ permissionId }))
  }
  return definition.scope === scope
    ? Effect.void
    : Effect.fail(new PermissionScopeMismatch({ permissionId, expectedScope: scope, actualScope: definition.scope }))
}

/** Grants a permission. Returns false if it was already granted. */
export const grant = ({ permissionIds }: Membership | User, id: string): boolean => {
  if (permissionIds.includes(id)) return false
  permissionIds.push(id)
  return true
}

/** Revokes a direct grant. Returns whether there was one. */
export const revoke = ({ permissionIds }: Membership | User, id: string): boolean => {
  if (!permissionIds.includes(id)) return false
  permissionIds.splice(permissionIds.indexOf(id), 1)
  return true
}

/** Fails if the project's defaults contain a deleted permission. New members or users can't be created in that case. */
export const grantableDefaults = (
  project: Project,
  scope: Scope,
  ids: ReadonlyArray<string>
): Effect.Effect<void, PermissionNotFound> => {
  const permissionId = ids.find((id) => !isDefined(project, scope, id))
  return permissionId === undefined ? Effect.void : Effect.fail(new PermissionNotFound({ permissionId }))
}
