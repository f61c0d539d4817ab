/**
 * A panel for development: session, calls, kept values, retries, and the embedded platform. `latchkey/react/devtools`.
 *
 * ```tsx
 * <LatchkeyProvider layer={observed(Client.layer(project))}>
 *   <App />
 *   <Devtools />
 * </LatchkeyProvider>
 * ```
 *
 * In production, where `process.env.NODE_ENV` says so, both do nothing, and bundlers leave the rest out.
 */
"use client"
import type * as Layer from "effect/Layer"
import type { ReactNode } from "react"
import { Corner, type DevtoolsProps } from "./Devtools.tsx"
import { recorded } from "./recorder.ts"

export type { DevtoolsProps } from "./Devtools.tsx"
export type { RecordedAttempt, RecordedCall } from "./recorder.ts"
export type { ReadFacts, RetryFacts, SessionFacts, Snapshot } from "./snapshot.ts"

/** As bundlers put it in. */
declare const process: { readonly env: { readonly NODE_ENV?: string } }

/** The panel, closed at first. Belongs below a `LatchkeyProvider`. */
export const Devtools: (props: DevtoolsProps) => ReactNode = process.env.NODE_ENV === "production"
  ? () => null
  : Corner

/** The same services, and a record of what they do for the panel to show: names, times, error tags; no value. */
export const observed: <A, E, R>(layer: Layer.Layer<A, E, R>) => Layer.Layer<A, E, R> =
  process.env.NODE_ENV === "production" ? (layer) => layer : recorded
