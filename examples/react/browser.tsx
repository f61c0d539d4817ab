/** What the page runs. `main.ts` puts the project's settings in. */
import { type ClientOptions } from "latchkey/promise"
import { LatchkeyProvider } from "latchkey/react"
import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { App } from "./App.tsx"

declare const project: ClientOptions

createRoot(document.getElementById("app")!).render(
  <StrictMode>
    <LatchkeyProvider project={project} fallback={<p>One moment …</p>}>
      <App />
    </LatchkeyProvider>
  </StrictMode>
)
