/** The guides' browser components, and a client for passkey tests. */
import { createClient } from "latchkey/promise"
import { LatchkeyProvider, type LatchkeyProviderProps } from "latchkey/react"
import { LatchkeyHandler } from "latchkey/react/screens"
import { createRoot } from "react-dom/client"
import * as passkeys from "../../../examples/guides/passkeys.ts"
import { Providers, Repositories } from "../../../examples/guides/Providers.tsx"

declare const project: LatchkeyProviderProps["project"] & {}

declare global {
  var guides: typeof passkeys
}

globalThis.latchkey = createClient({ ...project, tokenStore: "cookie" })
globalThis.guides = passkeys

const Page = () => {
  const path = location.pathname
  if (path === "/providers") return <Providers />
  if (path === "/repositories") return <Repositories />
  return path.startsWith("/handler/") ? <LatchkeyHandler path={path} /> : <h1>Home</h1>
}

createRoot(document.getElementById("app")!).render(
  <LatchkeyProvider project={project}>
    <Page />
  </LatchkeyProvider>
)
