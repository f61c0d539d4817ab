/** The provider and hooks of `latchkey/react`. */
"use client"
import type { Project } from "../layers/call/index.ts"
import { createHooks, type UserServices } from "./createLatchkeyReact.ts"

/** The services that effects can use under `LatchkeyProvider`. */
export type ClientServices = UserServices | Project

/** A provider and its hooks, for a client's services. */
export const ready = createHooks<ClientServices>()
