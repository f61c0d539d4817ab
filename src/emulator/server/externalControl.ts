/** Plays identity vendors: issues the tokens that apps exchange. docs/platform.md §25. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { externalVendors } from "../oauth/index.ts"
import type { Platform } from "../state/index.ts"
import type { Functions, operations } from "./operations.ts"

/** Issues tokens of the vendors that the emulator plays. */
export type ExternalControl = Functions<typeof operations.external>

/** Creates the controls of an emulator. */
export const make = (platform: Platform): ExternalControl => ({
  token: (session) => Effect.runPromise(Effect.map(externalVendors.tokenOf(platform, session), Redacted.make))
})
