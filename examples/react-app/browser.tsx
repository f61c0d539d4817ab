/** The app in the browser: the ready-made screens below `/handler`, and four other pages. */
import { type Failure, FailureBoundary, LatchkeyProvider, useUser } from "latchkey/react"
import { Devtools } from "latchkey/react/devtools"
import { LatchkeyHandler, SelectedTeamSwitcher, UserButton } from "latchkey/react/screens"
import "latchkey/react/screens.css"
import { type ComponentType, StrictMode, Suspense } from "react"
import { createRoot } from "react-dom/client"
import "./app.css"
import { Effects } from "./Effects.tsx"
import { emulatedProject } from "./emulatedProject.ts"
import { Failed } from "./Failed.tsx"
import { Headless } from "./Headless.tsx"
import { Home } from "./Home.tsx"
import { Themes } from "./Themes.tsx"

const pages: { readonly [path: string]: { readonly title: string; readonly Page: ComponentType } } = {
  "/": { title: "Tasks", Page: Home },
  "/headless": { title: "Your own markup", Page: Headless },
  "/effects": { title: "Effects and errors", Page: Effects },
  "/themes": { title: "Themes", Page: Themes }
}

const { pathname } = location

/** Selects whether the home page shows the tasks of a team, or the user's own tasks. */
const Teams = () => useUser() === null ? null : <SelectedTeamSwitcher allowNull nullLabel="Personal" />

const failed = (failure: Failure) => <Failed {...failure} />

const none = () => null

const Site = () => {
  const { Page } = pages[pathname] ?? {}
  return (
    <>
      <header className="app-head">
        <strong>
          <span className="app-logo" aria-hidden="true">✓</span>Tidy
        </strong>
        {Object.entries(pages).map(([path, { title }]) => (
          <a key={path} href={path} aria-current={path === pathname ? "page" : undefined}>{title}</a>
        ))}
        <a href={`${emulatedProject.baseUrl}/emulator/outbox`} target="_blank" rel="noreferrer">Outbox</a>
        <span className="app-corner">
          <FailureBoundary failed={none}>
            <Suspense>
              <Teams />
            </Suspense>
          </FailureBoundary>
          <UserButton />
        </span>
      </header>
      {Page === undefined ? <LatchkeyHandler /> : Page === Themes ? <Themes /> : (
        <main className="app-main-area">
          <title>{`${pages[pathname]!.title} · Latchkey`}</title>
          <FailureBoundary failed={failed}>
            <Page />
          </FailureBoundary>
        </main>
      )}
    </>
  )
}

createRoot(document.getElementById("app")!).render(
  <StrictMode>
    <LatchkeyProvider project={emulatedProject} fallback={<p className="app-main-area" role="status">One moment …</p>}>
      <Site />
      <Devtools />
    </LatchkeyProvider>
  </StrictMode>
)
