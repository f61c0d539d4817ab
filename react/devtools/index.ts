/**
 * Panel for development: session, calls, cached reads, retries, tests from recorded requests, and a link to the
 * emulator's console. `latchkey/react/devtools`.
 *
 * ```tsx
 * <LatchkeyProvider project={project}>
 *   <App />
 *   <Devtools />
 * </LatchkeyProvider>
 * ```
 *
 * Import the panel in the same file as the provider, so that it also records all calls of a given `client`. If you load
 * the panel later, with `lazy`, give the provider an {@link observed} layer. In production, according to
 * `process.env.NODE_ENV`, the panel and `observed` do nothing, and bundlers remove their code.
 */
"use client"
import * as Layer from "effect/Layer"
import type { ReactNode } from "react"
import { watchClients } from "../../src/promise/watching.ts"
import { watchProviders } from "../watching.ts"
import { Corner, type DevtoolsProps } from "./Devtools.tsx"
import { recorded } from "./recorder.ts"

export type { DevtoolsProps } from "./Devtools.tsx"
export type { RecordedAttempt, RecordedCall } from "./recorder.ts"
export type { ReadFacts, RequestCounts, RetryFacts, SessionFacts, Snapshot } from "./snapshot.ts"

/** Bundlers replace `process.env.NODE_ENV` with a constant. */
declare const process: { readonly env: { readonly NODE_ENV?: string } }

/** Observes every provider, and in a browser every client, as soon as the panel is imported. */
const watching = <Panel>(panel: Panel): Panel => {
  watchProviders(recorded)
  // a server has a client for each request
  if ("window" in globalThis) watchClients((build) => Layer.build(recorded(Layer.effectContext(build))))
  return panel
}

/** The panel, initially closed. Render it below a `LatchkeyProvider`. */
export const Devtools: (props: DevtoolsProps) => ReactNode = process.env.NODE_ENV === "production"
  ? () => null
  : watching(Corner)

/**
 * Records the calls of a layer for the panel: names, times and error tags, but no values. For "Save as test", also
 * keeps the last 200 requests in memory. Use this function if the panel is loaded after the provider's services were
 * built.
 */
export const observed: <A, E, R>(layer: Layer.Layer<A, E, R>) => Layer.Layer<A, E, R> =
  process.env.NODE_ENV === "production" ? (layer) => layer : recorded
