/** The provider and hooks of `latchkey/react`. */
"use client"
import { createHooks } from "./createLatchkeyReact.ts"
import type { ClientServices } from "./layerOfClient.ts"

export type { ClientServices } from "./layerOfClient.ts"

/** A provider and its hooks, for a client's services. */
export const ready = createHooks<ClientServices>()
