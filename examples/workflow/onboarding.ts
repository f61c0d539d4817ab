/**
 * Onboards a customer: creates a user, a team and a permission, grants a product, and sends an email, or undoes
 * everything.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Workflow from "effect/workflow/Workflow"
import { Server } from "latchkey"
import { serverPayments } from "latchkey/payments"
import { mail } from "./mail.ts"
import { Failure, step, undoable, undoing } from "./step.ts"

const { products } = serverPayments
const { permissions, teams, users } = Server

// #region workflow
export class Onboarding extends Workflow.make("Onboarding", {
  payload: { customer: Schema.String, email: Schema.String, company: Schema.String, plan: Schema.String },
  // a customer is onboarded only once, even if several servers receive the request several times
  idempotencyKey: ({ customer }) => customer,
  success: Schema.Struct({ userId: Schema.String, teamId: Schema.String }),
  error: Failure
}) {}

export const onboarding = Onboarding.toLayer(Effect.fn(function*({ company, customer, email, plan }) {
  const userId = yield* undoable(user(customer, email), deleteUser)
  const teamId = yield* undoable(team(customer, company, userId), deleteTeam)
  yield* grant(teamId, userId)
  yield* undoable(product(teamId, plan), () => cancelProduct(teamId, plan))
  yield* mail("welcome", { userId, subject: `Welcome, ${company}`, key: customer })
  return { userId, teamId }
}))
// #endregion

// #region metadata
/** Whether this workflow created the object, rather than a colleague who entered the same address. */
const isOf = (customer: string) => ({ serverMetadata }: { readonly serverMetadata?: unknown }) =>
  (serverMetadata as { readonly onboarding?: unknown } | null | undefined)?.onboarding === customer

const user = (customer: string, email: string) =>
  step("user", Schema.String, {
    find: Effect.map(users.list({ query: email }), (found) => idOf(found.find(isOf(customer)))),
    make: Effect.map(
      users.create({
        primaryEmail: email,
        primaryEmailAuthEnabled: true,
        serverMetadata: { onboarding: customer }
      }),
      ({ id }) => id
    )
  })

const team = (customer: string, displayName: string, userId: string) =>
  step("team", Schema.String, {
    find: Effect.map(teams.list({ userId }), (found) => idOf(found.find(isOf(customer)))),
    make: Effect.map(
      teams.create({ displayName, creatorUserId: userId, serverMetadata: { onboarding: customer } }),
      ({ id }) => id
    )
  })

const idOf = (found: { readonly id: string } | undefined) => Option.map(Option.fromUndefinedOr(found), ({ id }) => id)
// #endregion

// #region grants
/** The platform accepts the same grant again, so there is nothing to look up. */
const grant = (teamId: string, userId: string) =>
  step("grant", Schema.Void, {
    find: Effect.succeedNone,
    make: permissions.grant({ teamId, userId, permissionId: "$manage_api_keys" })
  })

const owned = (teamId: string, plan: string) =>
  Effect.map(products.list({ teamId }), (all) => all.find(({ id }) => id === plan))

const product = (teamId: string, plan: string) =>
  step("product", Schema.Void, {
    find: Effect.map(owned(teamId, plan), (found) => found === undefined ? Option.none() : Option.some(undefined)),
    make: Effect.asVoid(products.grant({ teamId, productId: plan }))
  })
// #endregion

// #region undo
const cancelProduct = (teamId: string, plan: string) =>
  undoing(
    "product",
    Effect.flatMap(owned(teamId, plan), (found) =>
      found?.subscription?.isCancelable === true ? products.cancel({ teamId, productId: plan }) : Effect.void)
  )

const deleteTeam = (teamId: string) =>
  undoing("team", Effect.catchTag(teams.delete({ teamId }), "TeamNotFound", () => Effect.void))

const deleteUser = (userId: string) =>
  undoing("user", Effect.catchTag(users.delete({ userId }), "UserNotFound", () => Effect.void))
// #endregion
