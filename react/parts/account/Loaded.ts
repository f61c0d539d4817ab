/** What a section of the account settings knows of what it shows. */
"use client"
import * as Cause from "effect/Cause"
import { useCallback, useEffect, useRef } from "react"
import { invalidate, type ReadDefinition, type Reads } from "../../../layers/reads/index.ts"
import { type ClientServices, useReadState, useRunEffect } from "../../index.ts"

/** On its way, not to be had for now, or there with everything that can be done with it. */
export type Loaded<Ready extends object> =
  | { readonly step: "loading" }
  | {
    readonly step: "failed"
    readonly problem: unknown
    readonly retry: () => void
    readonly retrying: boolean
  }
  | { readonly step: "ready" } & Ready

/** The value of a read. Once it is there it stays, also when reading it again fails. */
export const useLoaded = <A, E>(read: ReadDefinition<A, E, ClientServices | Reads>): Loaded<{ readonly value: A }> => {
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

/** What can be done with a value, once it is there. */
export const withReady = <A, Ready extends object>(
  loaded: Loaded<{ readonly value: A }>,
  ready: (value: A) => Ready
): Loaded<Ready> => loaded.step === "ready" ? { step: "ready", ...ready(loaded.value) } : loaded
