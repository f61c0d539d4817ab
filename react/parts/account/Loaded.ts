/** Loading state of a section of the account settings. */
"use client"
import * as Cause from "effect/Cause"
import { useCallback, useEffect, useRef } from "react"
import { invalidate, type ReadCache, type ReadDefinition } from "../../../layers/reads/index.ts"
import { type ClientServices, useReadState, useRunEffect } from "../../index.ts"

/** Loading, failed, or ready with the section's state and actions. */
export type Loaded<Ready extends object> =
  | { readonly step: "loading" }
  | {
    readonly step: "failed"
    readonly problem: unknown
    readonly retry: () => void
    readonly retrying: boolean
  }
  | { readonly step: "ready" } & Ready

/** Returns the loading state of a read. Once ready it stays ready, even if a later refresh fails. */
export const useLoaded = <A, E>(
  read: ReadDefinition<A, E, ClientServices | ReadCache>
): Loaded<{ readonly value: A }> => {
  const state = useReadState(read)
  const runEffect = useRunEffect()
  const latest = useRef(read)
  useEffect(() => {
    latest.current = read
  })
  const retry = useCallback(() => void runEffect(invalidate(latest.current)), [runEffect])
  switch (state._tag) {
    case "Pending":
      return { step: "loading" }
    case "Failure":
      return { step: "failed", problem: Cause.squash(state.cause), retry, retrying: state.refreshing }
    case "Success":
      return { step: "ready", value: state.value }
  }
}

/** Adds the section's state and actions to a loaded value. */
export const withReady = <A, Ready extends object>(
  loaded: Loaded<{ readonly value: A }>,
  ready: (value: A) => Ready
): Loaded<Ready> => loaded.step === "ready" ? { step: "ready", ...ready(loaded.value) } : loaded
