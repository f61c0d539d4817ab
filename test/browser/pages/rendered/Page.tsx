/** A page of the library's as a server and a browser render it alike. */
import type { Client } from "latchkey"
import { type InitialReads, LatchkeyProvider } from "latchkey/react"
import { LatchkeyHandler } from "latchkey/react/screens"
import { StrictMode } from "react"

/** What both know of the page. */
export interface PageProps {
  readonly project: Client.ClientOptions
  readonly path: string
  /** What the server read; without it the browser reads for itself. */
  readonly initial?: InitialReads | undefined
}

export const Page = ({ initial, path, project }: PageProps) => (
  <StrictMode>
    <LatchkeyProvider project={project} initial={initial}>
      <LatchkeyHandler path={path} />
    </LatchkeyProvider>
  </StrictMode>
)
