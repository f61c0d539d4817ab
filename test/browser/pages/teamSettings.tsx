/** An app with a page for each team. */
import type { Client } from "latchkey"
import { LatchkeyProvider } from "latchkey/react"
import { LatchkeyHandler } from "latchkey/react/screens"
import "latchkey/react/screens.css"
import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { Header, TeamRoute } from "../../../examples/guides/TeamRoute.tsx"

declare const project: Client.ClientOptions

const Page = () => {
  const [, first, teamId] = location.pathname.split("/")
  if (first === "handler") return <LatchkeyHandler />
  if (first === "teams" && teamId !== undefined) return <TeamRoute teamId={teamId} />
  return (
    <>
      <Header />
      <main>
        <h1>Home</h1>
      </main>
    </>
  )
}

createRoot(document.getElementById("app")!).render(
  <StrictMode>
    <LatchkeyProvider project={project}>
      <Page />
    </LatchkeyProvider>
  </StrictMode>
)
