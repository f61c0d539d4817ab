/** Settings of the provider's client, for event handlers and effects of components. */
"use client"
import type * as Context from "effect/Context"
import * as Exit from "effect/Exit"
import { useCallback } from "react"
import { ready } from "./clientHooks.ts"

/**
 * Returns a function that returns a setting of the client, such as `PageHistory`. Without a provider, and while the
 * client's services are being built, it returns the default.
 */
export const useSetting = <A>(setting: Context.Reference<A>): () => A => {
  const app = ready.useAppIfAny()
  return useCallback(() => {
    const exit = app?.runtime().runSyncExit(setting)
    return exit !== undefined && Exit.isSuccess(exit) ? exit.value : setting.defaultValue()
  }, [app, setting])
}
