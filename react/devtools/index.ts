/**
 * Panel for development: session, calls, cached reads, retries, and a link to the emulator's console. `latchkey/react/devtools`.
 *
 * ```tsx
 * <LatchkeyProvider project={project}>
 *   <App />
 *   <Devtools />
 * </LatchkeyProvider>
 * ```
 *
 * Import it beside the provider; a panel that is loaded later, with `lazy`, needs a layer that is {@link observed}. In
 * production, where `process.env.NODE_ENV` says so, both do nothing, and bundlers leave the rest out.
 */
"use client"
import type * as Layer from "effect/Layer"
import type { ReactNode } from "react"
import { watchProviders } from "../watching.ts"
import { Corner, type DevtoolsProps } from "./Devtools.tsx"
import { recorded } from "./recorder.ts"

export type { DevtoolsProps } from "./Devtools.tsx"
export type { RecordedAttempt, RecordedCall } from "./recorder.ts"
export type { ReadFacts, RetryFacts, SessionFacts, Snapshot } from "./snapshot.ts"

/** As bundlers put it in. */
declare const process: { readonly env: { readonly NODE_ENV?: string } }

/** Whoever has the panel wants to see what every provider does. */
const watching = <Panel>(panel: Panel): Panel => {
  watchProviders(recorded)
  return panel
}

/** The panel, closed at first. Belongs below a `LatchkeyProvider`. */
export const Devtools: (props: DevtoolsProps) => ReactNode = process.env.NODE_ENV === "production"
  ? () => null
  : watching(Corner)

/**
 * The same services, and a record of what they do for the panel to show: names, times, error tags; no value. For a panel
 * that is loaded after the provider's services were built.
 */
export const observed: <A, E, R>(layer: Layer.Layer<A, E, R>) => Layer.Layer<A, E, R> =
  process.env.NODE_ENV === "production" ? (layer) => layer : recorded
