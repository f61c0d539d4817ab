/** Source code that `latchkey init` adds to a project. */

const written = "Written by `latchkey init`. Change it as you like."

/** Provider and screens for a React app without a server. */
export const reactProvider = (isTyped: boolean): string =>
  `/** Sign-in for this app: the screens are at /handler/*, all other pages can read the session. ${written} */
import { LatchkeyProvider } from 'latchkey/react'
import { LatchkeyHandler } from 'latchkey/react/screens'
import 'latchkey/react/screens.css'
import { ${isTyped ? "type ReactNode, " : ""}useSyncExternalStore } from 'react'

/** Follows the URL, even when a router changes it. */
const onNavigation = (changed${isTyped ? ": () => void" : ""}) => {
  const navigation = 'navigation' in window ? window.navigation${isTyped ? " as EventTarget" : ""} : undefined
  window.addEventListener('popstate', changed)
  navigation?.addEventListener('currententrychange', changed)
  return () => {
    window.removeEventListener('popstate', changed)
    navigation?.removeEventListener('currententrychange', changed)
  }
}

/** Provides the session of the project in .env.local. */
export function Latchkey({ children }${isTyped ? ": { children: ReactNode }" : ""}) {
  const path = useSyncExternalStore(onNavigation, () => location.pathname)
  return (
    <LatchkeyProvider>
      {path.startsWith('/handler/') ? <LatchkeyHandler /> : children}
    </LatchkeyProvider>
  )
}
`

/** Provider and screens for a React app inside the router of React Router. */
export const routerProvider = (isTyped: boolean, router: string): string =>
  `/** Sign-in for this app: the screens are at /handler/*, all other pages can read the session. ${written} */
import { LatchkeyProvider } from 'latchkey/react'
import { LatchkeyHandler } from 'latchkey/react/screens'
import 'latchkey/react/screens.css'
${isTyped ? "import type { ReactNode } from 'react'\n" : ""}import { useLocation } from '${router}'

/** Provides the session of the project in .env.local. Render it inside the router. */
export function Latchkey({ children }${isTyped ? ": { children: ReactNode }" : ""}) {
  const { hash, pathname, search } = useLocation()
  return (
    <LatchkeyProvider>
      {pathname.startsWith('/handler/') ? <LatchkeyHandler path={pathname + search + hash} /> : children}
    </LatchkeyProvider>
  )
}
`

/** Entry module of a React app. */
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

/** Page for signed-in users. */
export const reactApp = `import { useUser } from 'latchkey/react'
import { UserButton } from 'latchkey/react/screens'

export default function App() {
  // redirects signed-out visitors to /handler/sign-in and back
  const user = useUser({ or: 'redirect' })
  return (
    <main>
      <UserButton />
      <h1>Hello {user.displayName ?? user.primaryEmail}</h1>
    </main>
  )
}
`

/** HTML page of a Vite app. */
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

/** Client for browser code without React. */
export const client = `/** Client of the project in .env.local. ${written} */
import { createClient } from 'latchkey/promise'

export const latchkey = createClient()
`

/** Module that the rest of a Next.js app imports. */
export const next =
  `/** Sign-in for the project in .env.local, for server code. Client components import from latchkey/react. ${written} */
import { createLatchkeyNext } from 'latchkey/nextjs'

export const { currentUser, LatchkeyHandler, LatchkeyProvider, metadata, proxy, requireUser, withUser } =
  createLatchkeyNext()
`

/** Proxy file of a Next.js app: refreshes sessions, and remembers the page that a signed-out visitor requested. */
export const nextProxy = "export { proxy } from './latchkey'\n"

/** Middleware file for versions before Next.js 16, with the same purpose as {@link nextProxy}. */
export const nextMiddleware = "export { proxy as middleware } from './latchkey'\n"

/** Page for every screen at /handler/*. */
export const nextHandler = (from: string): string => `export { LatchkeyHandler as default, metadata } from '${from}'\n`

/** Code that the app's own proxy or middleware needs. */
export const nextOwnProxy = (name: string, from: string): string =>
  `import { proxy as refreshed } from '${from}'

// rename your function to own, and keep your config
export async function ${name}(request, event) {
  if (request.nextUrl.pathname.startsWith('/handler/')) return refreshed(request)
  const response = await own(request, event)
  // a redirect, a rewrite or a response of your own
  if (response && !response.headers.has('x-middleware-next')) return response
  const next = await refreshed(request)
  for (const cookie of response?.headers.getSetCookie() ?? []) next.headers.append('set-cookie', cookie)
  return next
}
`

/** Content that Next.js shows while a page loads. */
export const nextLoading = `/** Shown while a page reads the session. ${written} */
export default function Loading() {
  return <p role="status">One moment …</p>
}
`

/** Root layout. */
export const nextLayout = (isTyped: boolean, from: string): string =>
  `import 'latchkey/react/screens.css'
${isTyped ? "import type { ReactNode } from 'react'\n" : ""}import { LatchkeyProvider } from '${from}'

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

/** Middleware for an existing Express server. `hasDotenv`: whether the project reads `.env` with dotenv. */
export const expressHandlers = (hasDotenv: boolean): string =>
  `/** Sign-in for this server, for the project in the environment. ${written} */
${hasDotenv ? "import 'dotenv/config'\n" : ""}import { latchkeyExpress } from 'latchkey/adapters'
import { createAuthenticator } from 'latchkey/verify'

const authenticator = createAuthenticator()

/** Lets every request through. authenticationOf(request) of latchkey/adapters returns the user, if there is one. */
export const authenticate = latchkeyExpress(authenticator)

/** Responds to signed-out requests with 401. After this middleware, userOf(request) returns the user. */
export const requireUser = latchkeyExpress(authenticator, { require: 'user' })
`

/** Imports for an existing Express server. */
export const expressImports = (from: string): string =>
  `import { userOf } from 'latchkey/adapters'
import { requireUser } from '${from}'
`

/** Route for an existing Express server. */
export const expressRoute = (app: string): string =>
  `// signed-out requests get a 401
${app}.get('/notes', requireUser, (request, response) => {
  response.json({ notesOf: userOf(request).userId })
})
`

/** Converts the imports and exports of an ES module to CommonJS. */
export const asCommonJs = (source: string): string => {
  const exported = [...source.matchAll(/^export const (\w+)/gm)].map(([, name]) => name)
  const text = source
    .replace(/^import (.{1,80}) from ('.{1,80}')$/gm, "const $1 = require($2)")
    .replace(/^import ('.{1,80}')$/gm, "require($1)")
    .replace(/^export const/gm, "const")
  return exported.length === 0 ? text : `${text}\nmodule.exports = { ${exported.join(", ")} }\n`
}

/** Express server. */
export const expressServer = `/** Express server for the project in the environment. ${written} */
import express from 'express'
import { latchkeyExpress, userOf } from 'latchkey/adapters'
import { createAuthenticator } from 'latchkey/verify'

const authenticator = createAuthenticator()
const app = express()

// signed-out requests get a 401
app.get('/notes', latchkeyExpress(authenticator, { require: 'user' }), (request, response) => {
  response.json({ notesOf: userOf(request).userId })
})

const port = Number(process.env.PORT ?? 3000)
app.listen(port, () => console.log(\`Listening on http://localhost:\${port}\`))
`

/** Hono server. */
export const honoServer = (isTyped: boolean): string =>
  `/** Hono server for the project in the environment. ${written} */
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { latchkeyHono, userOf${isTyped ? ", type WithAuthentication" : ""} } from 'latchkey/adapters'
import { createAuthenticator } from 'latchkey/verify'

const authenticator = createAuthenticator()
const app = new Hono${isTyped ? "<WithAuthentication>" : ""}()

// signed-out requests get a 401
app.get('/notes', latchkeyHono(authenticator, { require: 'user' }), (c) => c.json({ notesOf: userOf(c).userId }))

const port = Number(process.env.PORT ?? 3000)
serve({ fetch: app.fetch, port }, () => console.log(\`Listening on http://localhost:\${port}\`))
`

/** Imports and a route for an existing Hono server. */
export const honoRoute = (app: string): string =>
  `import { latchkeyHono, userOf } from 'latchkey/adapters'
import { createAuthenticator } from 'latchkey/verify'

const authenticator = createAuthenticator()

// signed-out requests get a 401
${app}.get('/notes', latchkeyHono(authenticator, { require: 'user' }), (c) => c.json({ notesOf: userOf(c).userId }))
`

/** Server with Effect's HttpApi. */
export const effectServer = `/** HttpApi server for the project in the environment. ${written} */
import * as NodeHttpServer from '@effect/platform-node/NodeHttpServer'
import * as NodeRuntime from '@effect/platform-node/NodeRuntime'
import * as Effect from 'effect/Effect'
import * as HttpApi from 'effect/http-api/HttpApi'
import * as HttpApiBuilder from 'effect/http-api/HttpApiBuilder'
import * as HttpApiEndpoint from 'effect/http-api/HttpApiEndpoint'
import * as HttpApiGroup from 'effect/http-api/HttpApiGroup'
import * as HttpRouter from 'effect/http/HttpRouter'
import * as Layer from 'effect/Layer'
import * as Schema from 'effect/Schema'
import { Project, Transport } from 'latchkey'
import { Authenticator, CurrentUser, layerAuthentication, RequireUser } from 'latchkey/http-api'
import { createServer } from 'node:http'

// signed-out requests get a 401
const notes = HttpApiGroup.make('notes').add(
  HttpApiEndpoint.get('mine', '/notes', { success: Schema.Struct({ notesOf: Schema.String }) }).middleware(RequireUser)
)

const Api = HttpApi.make('api').add(notes)

const handlers = HttpApiBuilder.group(
  Api,
  'notes',
  (handlers) => handlers.handle('mine', () => Effect.map(CurrentUser, ({ userId }) => ({ notesOf: userId })))
)

const live = HttpApiBuilder.layer(Api).pipe(
  Layer.provide(handlers),
  Layer.provide(layerAuthentication()),
  Layer.provide(Authenticator.layer()),
  Layer.provide([Project.layerConfig(), Transport.layerFetch()])
)

const port = Number(process.env.PORT ?? 3000)
NodeRuntime.runMain(
  Layer.launch(HttpRouter.serve(live).pipe(Layer.provide(NodeHttpServer.layer(createServer, { port }))))
)
`

/** Example tests with Vitest, on an emulator in the test's process. */
export const exampleTest = (isTyped: boolean): string =>
  `// @vitest-environment node
/** Tests of sign-ins on the emulator, without a network. ${written} */
import { startEmulator } from 'latchkey/emulator'
import { createClient, EmailPasswordMismatch } from 'latchkey/promise'
import { expect, test } from 'vitest'

const ada = { email: 'ada@example.com', password: 'correct horse battery staple' }

test('a user signs in with a password', async () => {
  await using platform = await startEmulator({ users: [ada] })
  await using client = createClient(platform.project)

  await expect(client.signIn.withPassword({ ...ada, password: 'wrong horse' })).rejects.toThrow(EmailPasswordMismatch)
  await client.signIn.withPassword(ada)

  expect((await client.currentUser.get({ or: 'throw' })).primaryEmail).toBe('ada@example.com')
})

test('a user signs in with a code from an email', async () => {
  await using platform = await startEmulator({ users: [ada] })
  await using client = createClient(platform.project)

  const { nonce } = await client.signIn.sendCode({
    email: ada.email,
    callbackUrl: 'http://localhost:3000/handler/magic-link-callback'
  })
  const [email] = platform.outbox.byAddress(ada.email)
  await client.signIn.withCode({ code: email${isTyped ? "!.otp!" : ".otp"}, nonce })

  expect((await client.currentUser.get({ or: 'throw' })).primaryEmail).toBe('ada@example.com')
})

test('a user stays signed in after an hour, even while the platform is busy', async () => {
  await using platform = await startEmulator({ users: [ada] })
  await using client = createClient(platform.project)
  await client.signIn.withPassword(ada)

  platform.clock.advance('1 hour')
  platform.faults.add({ endpoint: 'users.getMe', times: 1, respond: { type: 'tooManyRequests', retryAfterSeconds: 0 } })

  expect((await client.currentUser.get({ or: 'throw' })).primaryEmail).toBe('ada@example.com')
})
`

/** Client of an app with Expo. */
export const expoClient = `/** Client of this app. The session is in the secure store of the phone. ${written} */
import * as crypto from 'expo-crypto'
import * as Linking from 'expo-linking'
import * as SecureStore from 'expo-secure-store'
import { openAuthSessionAsync } from 'expo-web-browser'
import { layerClient, layerNative, layerSecureStore } from 'latchkey/native'
import { AppState } from 'react-native'

export const layer = layerClient({
  projectId: process.env.EXPO_PUBLIC_HEXCLAVE_PROJECT_ID,
  publishableClientKey: process.env.EXPO_PUBLIC_HEXCLAVE_PUBLISHABLE_CLIENT_KEY,
  baseUrl: process.env.EXPO_PUBLIC_HEXCLAVE_API_URL,
  tokenStore: layerSecureStore(SecureStore),
  native: layerNative({
    scheme: 'notes',
    openAuthSession: openAuthSessionAsync,
    linking: Linking,
    AppState,
    crypto
  })
})
`

/** Script for Node. */
export const script = `/** Lists the users of the project in the environment. ${written} */
import { createServer } from 'latchkey/promise'

const server = createServer()

for await (const user of server.users.stream()) {
  console.log(\`\${user.displayName ?? 'No name'}, \${user.primaryEmail}\`)
}

await server.dispose()
`
