/** An app with the emulator in one page, for Storybook and playgrounds. */
import type { PageBrowser } from "latchkey/emulator"
import { LatchkeyProvider } from "latchkey/react"
import { LatchkeyHandler } from "latchkey/react/screens"
import { type ReactNode, useSyncExternalStore } from "react"

// #region playground
interface PlaygroundProps {
  readonly browser: PageBrowser
  readonly children: ReactNode
}

export const Playground = ({ browser, children }: PlaygroundProps) => {
  const { app, frame, project, subscribe, url } = browser
  const { pathname } = new URL(useSyncExternalStore(subscribe, url))
  return (
    <LatchkeyProvider project={project}>
      <div ref={app}>{pathname.startsWith("/handler") ? <LatchkeyHandler /> : children}</div>
      <div ref={frame} />
    </LatchkeyProvider>
  )
}
// #endregion playground
