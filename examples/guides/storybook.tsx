/** Stories with the emulator, in `.storybook/preview.tsx`. */
import { inPageBrowser, type PageBrowser } from "latchkey/emulator"
import { createClient } from "latchkey/promise"
import "latchkey/react/screens.css"
import type { ComponentType } from "react"
import { Playground } from "./Playground.tsx"

// #region preview
const ada = { email: "ada@example.com", password: "correct horse battery" }

/** Starts an emulator and signs a user in, before each story renders. */
const signedIn = async () => {
  const browser = await inPageBrowser({ users: [ada] })
  await using client = createClient(browser.project)
  await client.signIn.withPassword(ada)
  return { browser }
}

const inPlayground = (Story: ComponentType, { loaded }: { readonly loaded: { readonly browser: PageBrowser } }) => (
  <Playground browser={loaded.browser}>
    <Story />
  </Playground>
)

export const loaders = [signedIn]
export const decorators = [inPlayground]
// #endregion preview
