/** A page that renders the same on the server and in the browser. */
import type { Client } from "latchkey"
import { type InitialReads, LatchkeyProvider } from "latchkey/react"
import { LatchkeyHandler } from "latchkey/react/screens"
import { StrictMode } from "react"

/** Data that both the server and the browser have. */
export interface PageProps {
  readonly project: Client.ClientOptions
  readonly path: string
  /** Values that the server read. Without them, the browser reads them. */
  readonly initial?: InitialReads | undefined
}

export const Page = ({ initial, path, project }: PageProps) => (
  <StrictMode>
    <LatchkeyProvider project={project} initial={initial}>
      <LatchkeyHandler path={path} />
    </LatchkeyProvider>
  </StrictMode>
)
