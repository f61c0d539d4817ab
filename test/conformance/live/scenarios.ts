/** What holds on any platform, played by a client that knows nothing but the contract. */
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { Project } from "../../../layers/call/index.ts"
import type { Session } from "../../../layers/session/index.ts"
import type { ClientAccess } from "../../../schemas/access.ts"
import type { LivePlatform } from "./LivePlatform.ts"

/** What a scenario may use: a client with nobody signed in. What it made is cleaned up when its scope closes. */
export type Played = ClientAccess | Session | Project | LivePlatform | Scope.Scope

/** By the law that each shows. A scenario that fails with `NotHere` is left out. */
export type Scenarios = { readonly [law: string]: Effect.Effect<void, unknown, Played> }
