/** The sources that a project gets. They are a person's from then on, and read so. */

const written = "Written by `npx latchkey init`; it is yours now."

/** Goes around a React app that has no server of its own. */
export const reactProvider = (isTyped: boolean): string =>
  `/** Sign-in for this app: its screens are below /handler, and everything else has a session. ${written} */
import { LatchkeyProvider } from 'latchkey/react'
import { LatchkeyHandler } from 'latchkey/react/screens'
import 'latchkey/react/screens.css'
${isTyped ? "import type { ReactNode } from 'react'\n" : ""}
/** The project is that of .env.local. */
export function Latchkey({ children }${isTyped ? ": { children: ReactNode }" : ""}) {
  return (
    <LatchkeyProvider>
      {location.pathname.startsWith('/handler/') ? <LatchkeyHandler /> : children}
    </LatchkeyProvider>
  )
}
`

/** Renders a React app. */
export const reactMain = (isTyped: boolean): string =>
  `import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import App from './App'
import { Latchkey } from './latchkey'

createRoot(document.getElementById('root')${isTyped ? "!" : ""}).render(
  <StrictMode>
    <Latchkey>
      <App />
    </Latchkey>
  </StrictMode>
)
`

/** A page for people who are signed in. */
export const reactApp = `import { useUser } from 'latchkey/react'
import { UserButton } from 'latchkey/react/screens'

export default function App() {
  // whoever is not signed in is sent to /handler/sign-in, and comes back
  const user = useUser({ or: 'redirect' })
  return (
    <main>
      <UserButton />
      <h1>Hello {user.displayName ?? user.primaryEmail}</h1>
    </main>
  )
}
`

/** The page that a Vite app starts from. */
export const indexHtml = (main: string): string =>
  `<!doctype html>
<html lang="en">
  <head>
    <meta charset="UTF-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1.0" />
    <title>App</title>
  </head>
  <body>
    <div id="root"></div>
    <script type="module" src="/${main}"></script>
  </body>
</html>
`

/** A client, for pages of other frameworks. */
export const client = `/** Signs people in, for the project of .env.local. ${written} */
import { createClient } from 'latchkey/promise'

export const latchkey = createClient()
`

/** Everything that an app of Next.js uses. */
export const next =
  `/** Sign-in for this app, for the project of .env.local. For server code; components of the browser use latchkey/react. ${written} */
import { createLatchkeyNext } from 'latchkey/nextjs'

export const { currentUser, LatchkeyHandler, LatchkeyProvider, metadata, proxy, requireUser } = createLatchkeyNext()
`

/** Keeps sessions fresh, and remembers where people were going. */
export const nextProxy = "export { proxy } from './latchkey'\n"

/** The same before Next.js 16. */
export const nextMiddleware = "export { proxy as middleware } from './latchkey'\n"

/** Every screen below /handler. */
export const nextHandler = "export { LatchkeyHandler as default, metadata } from '../../../latchkey'\n"

/** What is around every page. */
export const nextLayout = (isTyped: boolean): string =>
  `import 'latchkey/react/screens.css'
${isTyped ? "import type { ReactNode } from 'react'\n" : ""}import { LatchkeyProvider } from '../latchkey'

export default function RootLayout({ children }${isTyped ? ": { children: ReactNode }" : ""}) {
  return (
    <html lang="en">
      <body>
        <LatchkeyProvider>{children}</LatchkeyProvider>
      </body>
    </html>
  )
}
`

/** The handlers of an Express server that is there. */
export const expressHandlers = `/** Who sends a request, for the project that the environment names. ${written} */
import { latchkeyExpress } from 'latchkey/adapters'
import { createAuthenticator } from 'latchkey/verify'

const authenticator = createAuthenticator()

/** Lets everybody in: authenticationOf(request) of latchkey/adapters says who it is. */
export const authenticate = latchkeyExpress(authenticator)

/** Answers 401 to whoever is not signed in: behind it userOf(request) is the user. */
export const requireUser = latchkeyExpress(authenticator, { require: 'user' })
`

/** What such a server does with them. */
export const expressUse = (from: string): string =>
  `import { userOf } from 'latchkey/adapters'
import { requireUser } from '${from}'

app.get('/notes', requireUser, (request, response) => {
  response.json({ notesOf: userOf(request).userId })
})
`

/** An Express server. */
export const expressServer =
  `/** A server that knows who asks, for the project that the environment names. ${written} */
import express from 'express'
import { latchkeyExpress, userOf } from 'latchkey/adapters'
import { createAuthenticator } from 'latchkey/verify'

const authenticator = createAuthenticator()
const app = express()

// who is not signed in is answered 401
app.get('/notes', latchkeyExpress(authenticator, { require: 'user' }), (request, response) => {
  response.json({ notesOf: userOf(request).userId })
})

const port = Number(process.env.PORT ?? 3000)
app.listen(port, () => console.log(\`Listening on http://localhost:\${port}\`))
`

/** A script. */
export const script = `/** Lists the users of the project that the environment names. ${written} */
import { createServer } from 'latchkey/promise'

const server = createServer()

for await (const user of server.users.stream()) {
  console.log(\`\${user.displayName ?? 'Somebody'}, \${user.primaryEmail}\`)
}

await server.dispose()
`
