/** The quick start with Vite: the provider, and the screens below `/handler`. */
import { LatchkeyProvider } from "latchkey/react"
import { LatchkeyHandler } from "latchkey/react/screens"
import "latchkey/react/screens.css"
import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import App from "./App.tsx"

createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <LatchkeyProvider>
      {location.pathname.startsWith("/handler/") ? <LatchkeyHandler /> : <App />}
    </LatchkeyProvider>
  </StrictMode>
)
