/** Values that `main.ts` passes to the page about the emulator it started. */

/** The emulator's project, and the address of its outbox. */
export interface Embedded {
  readonly projectId: string
  readonly publishableClientKey: string
  readonly baseUrl: string
}

declare const __EMBEDDED__: Embedded

/** Defined by Vite. */
export const embedded: Embedded = __EMBEDDED__
