/** The screens of the quick start in German, with the theme slate. */
import { LatchkeyProvider } from "latchkey/react"
import { de, Language, LatchkeyHandler } from "latchkey/react/screens"
import "latchkey/react/screens.css"
import "latchkey/react/themes/slate.css"
import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import App from "./App.tsx"

createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <LatchkeyProvider>
      <Language texts={de}>
        <div data-lk-theme="slate">
          {location.pathname.startsWith("/handler/") ? <LatchkeyHandler /> : <App />}
        </div>
      </Language>
    </LatchkeyProvider>
  </StrictMode>
)
