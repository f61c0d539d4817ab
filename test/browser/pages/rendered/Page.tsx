/** A page of the library's as a server and a browser render it alike. */
import type { Client } from "latchkey"
import { type InitialReads, LatchkeyProvider } from "latchkey/react"
import { LatchkeyHandler } from "latchkey/react/screens"
import { StrictMode } from "react"

/** What both know of the page. */
export interface PageProps {
  readonly project: Client.ClientOptions
  readonly path: string
  readonly initial: InitialReads
}

export const Page = ({ initial, path, project }: PageProps) => (
  <StrictMode>
    <LatchkeyProvider project={project} initial={initial}>
      <LatchkeyHandler
        path={path}
        notFound={
          <main>
            <h1>{initial.person === null ? "Nobody is signed in" : "Signed in"}</h1>
          </main>
        }
      />
    </LatchkeyProvider>
  </StrictMode>
)
