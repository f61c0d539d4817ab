/** The customer that a call is for. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Session } from "../../layers/session/index.ts"
import type { ClientAccess } from "../../schemas/access.ts"
import * as Users from "../../schemas/endpoints/users.ts"
import type { CustomerType } from "../../schemas/entities/PaymentProduct.ts"
import type { CallError } from "../../schemas/errors/CallError.ts"
import type { CannotGetOwnUserWithoutUser } from "../../schemas/errors/users.ts"
import { NotSignedIn } from "../errors/index.ts"

/** The customer of a client's call: the signed-in user, or a team in which the user has the permission `team_admin`. */
export interface OwnCustomer {
  /** Id of the team. @default the signed-in user */
  readonly teamId?: string | undefined
}

/** A customer: a user, a team, or any other thing with an id of your choice. */
export type Customer =
  | { readonly userId: string; readonly teamId?: undefined; readonly customId?: undefined }
  | { readonly teamId: string; readonly userId?: undefined; readonly customId?: undefined }
  | { readonly customId: string; readonly userId?: undefined; readonly teamId?: undefined }

/** Fields of a request. */
export interface CustomerFields {
  readonly customerType: CustomerType
  readonly customerId: string
}

/** Returns the fields that name a customer. */
export const fieldsOf = ({ customId, teamId, userId }: Customer): CustomerFields =>
  userId !== undefined
    ? { customerType: "user", customerId: userId }
    : teamId !== undefined
    ? { customerType: "team", customerId: teamId }
    : { customerType: "custom", customerId: customId }

/**
 * Returns the fields that name the customer of a client's call. The platform doesn't resolve `me`, so the user's id is
 * read from the access token. If the token's claims are unreadable, the id is requested from the platform.
 */
export const ownFields = (
  call: string,
  { teamId }: OwnCustomer
): Effect.Effect<
  CustomerFields,
  NotSignedIn | CannotGetOwnUserWithoutUser | CallError,
  Session | ClientAccess
> =>
  Effect.gen(function*() {
    if (teamId !== undefined) return { customerType: "team", customerId: teamId }
    const state = (yield* Session).state()
    if (state._tag === "SignedOut") return yield* Effect.fail(new NotSignedIn({ call }))
    const customerId = Option.isSome(state.claims) ? state.claims.value.sub : (yield* Users.getMe()).id
    return { customerType: "user", customerId }
  })
