/** Values that code in a sandbox of the site can use without an import. */
import type { EmulatorHandle } from "latchkey/emulator"
import type { SharedClient } from "latchkey/react"

/** The client of the app in the sandbox, with the session of its user. */
export declare const client: SharedClient

/** The emulator that the app uses. Advancing its clock also advances the app's clock. */
export declare const emulator: EmulatorHandle

/** Options for other clients of the emulator. Their sessions are kept in memory. */
export declare const project: EmulatorHandle["project"] & {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  readonly tokenStore: "memory"
}

/** Opens a page of the app. */
export declare const open: (url: string) => void

/** Writes a line below the code. */
export declare const print: (...values: ReadonlyArray<unknown>) => void
