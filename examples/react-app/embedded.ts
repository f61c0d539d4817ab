/** What `main.ts` tells the page of the platform it started. */

/** The embedded platform's project, and where its mails are read. */
export interface Embedded {
  readonly projectId: string
  readonly publishableClientKey: string
  readonly baseUrl: string
}

declare const __EMBEDDED__: Embedded

/** Put in by Vite. */
export const embedded: Embedded = __EMBEDDED__
