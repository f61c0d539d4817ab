/** Endpoints for permission definitions, shared by both scopes. docs/platform.md §11.1. */
import * as Schema from "effect/Schema"
import { endpoint } from "../Endpoint.ts"
import { PermissionId } from "../entities/Permission.ts"
import { CustomPermissionId, PermissionDefinition } from "../entities/PermissionDefinition.ts"
import { pageOf, Success } from "../entities/responses.ts"
import { ContainedPermissionNotFound, PermissionIdAlreadyExists, PermissionNotFound } from "../errors/permissions.ts"
import { QueryInt } from "../fields.ts"

/** Scope of a permission: one team, or the whole project. */
export type Scope = "team" | "project"

const name = <const Verb extends string>(scope: Scope, verb: Verb) => `${scope}PermissionDefinitions.${verb}` as const

/** Resources that change with a definition. Grants also change, because a permission can contain others. */
const invalidatedIn = (scope: Scope) => [`${scope}PermissionDefinitions`, `${scope}Permissions`] as const

export const listIn = (scope: Scope) =>
  endpoint("admin", name(scope, "list"), `GET /${scope}-permission-definitions`, {
    input: {
      /** Part of the id or description. This field and those below exist only in revisions after 2026-04. */
      query: Schema.optional(Schema.String),
      limit: Schema.optional(QueryInt.check(Schema.isGreaterThanOrEqualTo(1))),
      /** `nextCursor` of the previous page. */
      cursor: Schema.optional(Schema.String)
    },
    output: pageOf(PermissionDefinition)
  })

export const createIn = (scope: Scope) =>
  endpoint("admin", name(scope, "create"), `POST /${scope}-permission-definitions`, {
    input: {
      id: CustomPermissionId,
      description: Schema.optional(Schema.String),
      containedPermissionIds: Schema.optional(Schema.Array(Schema.String))
    },
    output: PermissionDefinition,
    status: 201,
    errors: [PermissionIdAlreadyExists, ContainedPermissionNotFound],
    invalidates: [`${scope}PermissionDefinitions`]
  })

export const getIn = (scope: Scope) =>
  endpoint("admin", name(scope, "get"), `GET /${scope}-permission-definitions/{permission_id}`, {
    input: { permissionId: PermissionId },
    output: PermissionDefinition
  })

export const updateIn = (scope: Scope) =>
  endpoint("admin", name(scope, "update"), `PATCH /${scope}-permission-definitions/{permission_id}`, {
    input: {
      permissionId: PermissionId,
      /** New id of the permission. */
      id: Schema.optional(PermissionId),
      /** If omitted, the description is removed. */
      description: Schema.optional(Schema.String),
      /** If omitted, the permission contains no others. */
      containedPermissionIds: Schema.optional(Schema.Array(Schema.String))
    },
    output: PermissionDefinition,
    errors: [PermissionNotFound, PermissionIdAlreadyExists, ContainedPermissionNotFound],
    invalidates: invalidatedIn(scope)
  })

export const deleteIn = (scope: Scope) =>
  endpoint("admin", name(scope, "delete"), `DELETE /${scope}-permission-definitions/{permission_id}`, {
    input: { permissionId: PermissionId },
    output: Success,
    errors: [PermissionNotFound],
    invalidates: invalidatedIn(scope)
  })
