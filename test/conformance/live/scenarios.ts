/** Scenarios that describe the behaviour of any platform. They use a client and only the contract. */
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { Project } from "../../../layers/call/index.ts"
import type { Session } from "../../../layers/session/index.ts"
import type { ClientAccess } from "../../../schemas/access.ts"
import type { LivePlatform } from "./LivePlatform.ts"

/**
 * Services that a scenario uses, and a signed-out client. All data that a scenario creates is deleted when its scope
 * closes.
 */
export type Played = ClientAccess | Session | Project | LivePlatform | Scope.Scope

/** Scenarios by title. A scenario that fails with `NotHere` is skipped. */
export type Scenarios = { readonly [law: string]: Effect.Effect<void, unknown, Played> }
