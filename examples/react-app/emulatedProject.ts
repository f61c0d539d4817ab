/** Values that `main.ts` passes to the page about the emulator it started. */

/** The emulator's project, and the address of its outbox. */
export interface EmulatedProject {
  readonly projectId: string
  readonly publishableClientKey: string
  readonly baseUrl: string
}

declare const __EMULATED_PROJECT__: EmulatedProject

/** Defined by Vite. */
export const emulatedProject: EmulatedProject = __EMULATED_PROJECT__
