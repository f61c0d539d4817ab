/** The single-page app of `examples/migration` after the move, with the variables that Vite sets. */
import { createRoot } from "react-dom/client"
import type { SiteProject } from "../site.ts"

declare const project: SiteProject

declare global {
  var viteEnvironment: { readonly [name: string]: string }
}

globalThis.viteEnvironment = {
  VITE_STACK_PROJECT_ID: project.projectId,
  VITE_STACK_PUBLISHABLE_CLIENT_KEY: project.publishableClientKey,
  VITE_STACK_API_URL: project.baseUrl
}

// a static import would read the variables before they are set
const { App } = await import("../../../examples/migration/after/spa/src/App.tsx")

createRoot(document.getElementById("app")!).render(<App />)
