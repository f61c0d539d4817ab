/** Flows that screens load after they are shown, so that a page starts without their code. */
"use client"
import * as Effect from "effect/Effect"
import { useEffect } from "react"
import { CodeNotLoaded } from "../../../src/errors/index.ts"

/**
 * Creates an effect that loads code, and fails with `CodeNotLoaded`. The next run imports the code again, but some
 * browsers, such as Chromium, cache the failure of an import until the page is reloaded.
 */
const later = <A>(load: () => Promise<A>): Effect.Effect<A, CodeNotLoaded> =>
  Effect.tryPromise({ try: load, catch: (cause) => new CodeNotLoaded({ cause }) })

/** Signing in and up. Signing out isn't loaded later: it must work without a network. */
export const authentication = later(() => import("../../../src/flows/authentication/index.ts"))

/** The account's flows. */
export const account = later(() => import("../../../src/flows/account/index.ts"))

/** Signing in with OAuth providers. */
export const oauth = later(async () => (await import("../../../src/flows/oauth/index.ts")).oauth)

/** Signing in with passkeys. */
export const passkeys = later(async () => (await import("../../../src/flows/passkeys/index.ts")).passkeys)

/**
 * Loads flows once the screen is shown, so that a click doesn't wait for their code. If that fails, the click loads them
 * again.
 */
export const useLoadedLater = (...flows: ReadonlyArray<Effect.Effect<unknown, CodeNotLoaded>>): void => {
  const count = flows.length
  useEffect(() => {
    for (const flow of flows) void Effect.runPromiseExit(flow)
    // The flows are constants.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [count])
}
