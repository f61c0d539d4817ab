/**
 * Reads by id for back ends that share requests. A separate entry, so that programs that don't use lookups load none of
 * them. The platform has no list by ids, so equal ids share a request, and different ids don't.
 */
import * as Items from "../../schemas/endpoints/items.ts"
import * as MemberProfiles from "../../schemas/endpoints/teamMemberProfiles.ts"
import * as Teams from "../../schemas/endpoints/teams.ts"
import * as Users from "../../schemas/endpoints/users.ts"
import { lookupOf } from "./lookupOf.ts"

export { type Lookup, type LookupFunction, lookupOf } from "./lookupOf.ts"

/** Returns a user by id: `user({ userId })`. Equal ids in one tick share a request. */
export const user = lookupOf(Users.get)

/** Returns a team by id: `team({ teamId })`. Equal ids in one tick share a request. */
export const team = lookupOf(Teams.getAny)

/**
 * Returns a member's profile by both ids: `memberProfile({ teamId, userId })`. Equal ids in one tick share a request.
 */
export const memberProfile = lookupOf(MemberProfiles.getAny)

/** Returns an item of a customer. Equal items in one tick share a request. */
export const item = lookupOf(Items.getAny)

// types in the signatures above
export type { ServerAccess } from "../../schemas/access.ts"
export type { Arguments, EndpointCall } from "../../schemas/Endpoint.ts"
export type { PaymentItem } from "../../schemas/entities/PaymentItem.ts"
export type { ServerTeam } from "../../schemas/entities/Team.ts"
export type { ServerTeamMemberProfile } from "../../schemas/entities/TeamMemberProfile.ts"
export type { ServerUser } from "../../schemas/entities/User.ts"
export type { CallError, InvalidConfiguration } from "../../schemas/errors/CallError.ts"
export type { ItemCustomerTypeDoesNotMatch, ItemNotFound } from "../../schemas/errors/payments.ts"
export type { TeamMembershipNotFound, TeamNotFound } from "../../schemas/errors/teams.ts"
export type { CannotGetOwnUserWithoutUser, UserNotFound } from "../../schemas/errors/users.ts"
