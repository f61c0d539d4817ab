/** Access to customers. */
import * as Effect from "effect/Effect"
import type { TeamPermissionRequired } from "../../../schemas/errors/permissions.ts"
import { type TeamMembershipNotFound, TeamNotFound } from "../../../schemas/errors/teams.ts"
import { type UserAuthenticationRequired, UserNotFound } from "../../../schemas/errors/users.ts"
import { permissions } from "../model/index.ts"
import { type ApiRequest, authenticated } from "../request/index.ts"
import { type Customer, type Project, Refusal } from "../state/index.ts"

/** Fields of a request that name a customer. */
export interface CustomerFields {
  readonly customerType: Customer["type"]
  readonly customerId: string
}

export const customerOf = ({ customerId: id, customerType: type }: CustomerFields): Customer => ({ type, id })

export const keyOf = ({ id, type }: Customer): string => `${type} ${id}`

export const isSame = (a: Customer, b: Customer): boolean => a.type === b.type && a.id === b.id

/** Fails unless the signed-in user may act for the customer: as the user itself, or as administrator of the team. */
export const accessible = (
  request: ApiRequest,
  { id, type }: Customer
): Effect.Effect<void, UserAuthenticationRequired | TeamMembershipNotFound | TeamPermissionRequired | Refusal> =>
  Effect.gen(function*() {
    const user = yield* authenticated(request)
    if (type === "custom") return yield* Refusal.fail(403, "Clients cannot access custom customers")
    if (type === "team") return yield* permissions.required(request.project, user, id, "team_admin")
    if (id !== user.id) return yield* Refusal.fail(403, "Users can only access their own payments")
  })

/** Fails unless the customer exists. Custom customers always do. */
export const existing = (
  project: Project,
  { id, type }: Customer
): Effect.Effect<void, UserNotFound | TeamNotFound> =>
  Effect.suspend((): Effect.Effect<void, UserNotFound | TeamNotFound> => {
    if (type === "user" && !project.users.has(id)) return Effect.fail(new UserNotFound())
    if (type === "team" && !project.teams.has(id)) return Effect.fail(new TeamNotFound({ teamId: id }))
    return Effect.void
  })
