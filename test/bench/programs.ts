/** Programs that use the package like an application, for measuring bundles and type checks. */
import type { AnyEndpoint } from "../../schemas/Endpoint.ts"

const options = `{ projectId: "internal", publishableClientKey: "pck" }`

/** Signs in, reads the user and signs out, with a session and promises. */
export const threeEndpoints = `
import { Client } from "latchkey"
import { makeAsync } from "latchkey/promise"
import { Password, Sessions, Users } from "latchkey/schemas"

export const api = makeAsync(
  { signIn: Password.signIn, me: Users.getMe, signOut: Sessions.deleteCurrent },
  Client.layer(${options})
)
`

/** The same program with endpoints imported by resource. */
export const threeEndpointsByResource = `
import { Client } from "latchkey"
import * as Password from "latchkey/endpoints/password"
import * as Sessions from "latchkey/endpoints/sessions"
import * as Users from "latchkey/endpoints/users"
import { makeAsync } from "latchkey/promise"

export const api = makeAsync(
  { signIn: Password.signIn, me: Users.getMe, signOut: Sessions.deleteCurrent },
  Client.layer(${options})
)
`

/** The same program with another token store. */
const threeEndpointsIn = (imported: string, tokenStore: string): string => `
import { Client } from "latchkey"
${imported}
import { makeAsync } from "latchkey/promise"
import { Password, Sessions, Users } from "latchkey/schemas"

export const api = makeAsync(
  { signIn: Password.signIn, me: Users.getMe, signOut: Sessions.deleteCurrent },
  Client.layer({ ...${options}, tokenStore: ${tokenStore} })
)
`

/** The same program with a session that survives a reload. */
const inCookies = (imported: string): string => threeEndpointsIn(imported, "TokenStore.layerCookies()")

export const threeEndpointsInCookies = inCookies(`import * as TokenStore from "latchkey/layers/TokenStore"`)

/** Imports from an index: esbuild keeps every member of a namespace that an index exports. */
export const threeEndpointsInCookiesByIndex = inCookies(`import { TokenStore } from "latchkey/layers"`)

/** The three endpoints for the users of an identity vendor. */
export const threeEndpointsOfVendor = threeEndpointsIn(
  `import { ExternalStore } from "latchkey/layers"`,
  "ExternalStore.layer(globalThis.vendor)"
)

/** Playing a tape to a promise client. */
export const tapes = `
import { Tape } from "latchkey/testing"

export const client = (json) => Tape.replay(Tape.parse(json)).client()
export const { record } = Tape
`

/** The three endpoints with a ledger of their session. */
export const threeEndpointsWithLedger = `
import * as Layer from "effect/Layer"
import { Client } from "latchkey"
import * as SessionLedger from "latchkey/layers/SessionLedger"
import { makeAsync } from "latchkey/promise"
import { Password, Sessions, Users } from "latchkey/schemas"

export const { sentenceOf, whySignedOut } = SessionLedger
export const api = makeAsync(
  { signIn: Password.signIn, me: Users.getMe, signOut: Sessions.deleteCurrent },
  Client.layer(${options}).pipe(Layer.provideMerge(SessionLedger.layer()))
)
`

/** Signs in, reads the user and signs out, with flows that store the session. */
export const threeFlows = `
import { Client, currentUser, signIn, signOut } from "latchkey"
import { makeAsync } from "latchkey/promise"

export const api = makeAsync(
  { signIn: signIn.withPassword, me: currentUser.get, signOut },
  Client.layer(${options})
)
`

/** Verifies access tokens on a back end. */
export const verifier = `
import { createVerifier } from "latchkey/verify"

export const { verify } = createVerifier({ projectId: "internal" })
`

/** Declares a remote procedure that requires a permission, as a page that calls the procedure does. */
export const procedures = `
import * as Rpc from "effect/rpc/Rpc"
import { RequirePermission, RequireUser } from "latchkey/rpc"

export const all = Rpc.make("all").middleware(RequirePermission("read_all")).middleware(RequireUser)
`

const mcpTools = `
import * as McpServer from "effect/ai/McpServer"
import * as Tool from "effect/ai/Tool"
import * as Toolkit from "effect/ai/Toolkit"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
`

/** An MCP server with one tool, without authentication and without Latchkey. */
export const mcpByEffect = `
import * as McpProtocol from "effect/ai/McpProtocol"
${mcpTools}
const Notes = Toolkit.make(Tool.make("mine", { success: Schema.String }))
const registrations = McpServer.toolkit(Notes).pipe(
  Layer.provide(Notes.toLayer({ mine: () => Effect.succeed("notes") }))
)
const { v2026_07_28, v2025_11_25, v2025_06_18, v2025_03_26 } = McpProtocol
export const live = McpServer.layerHttp({
  name: "Notes",
  version: "1.0.0",
  path: "/mcp",
  protocols: [v2026_07_28, v2025_11_25, v2025_06_18, v2025_03_26],
  registrations
})
`

/** An MCP server with one tool that knows the signed-in person. */
export const mcp = `
${mcpTools}
import { Authenticator, CurrentUser, layerHttp } from "latchkey/mcp"

const Notes = Toolkit.make(Tool.make("mine", { success: Schema.String, dependencies: [CurrentUser] }))
const registrations = McpServer.toolkit(Notes).pipe(
  Layer.provide(Notes.toLayer({ mine: () => Effect.map(CurrentUser, ({ userId }) => userId) }))
)
export const live = layerHttp({ name: "Notes", version: "1.0.0", resource: "https://notes.example.com/mcp", registrations })
  .pipe(Layer.provide(Authenticator.layer()))
`

/** Parts of Effect that any call needs, without Latchkey: a schema, layers, a runtime, a schedule and a span. */
const leastCall = (imports: string, output: string, more: string) => `
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
${imports}
class Fetch extends Context.Service<Fetch, typeof fetch>()("Fetch") {}

const call = Fetch.use((send) => Effect.tryPromise((signal) => send("/", { signal }).then((answer) => answer.json()))).pipe(
  Effect.flatMap(Schema.decodeUnknownEffect(${output})),
  Effect.retry(Schedule.jittered(Schedule.exponential(1000))),
  Effect.withSpan("call")
)
const runtime = ManagedRuntime.make(Layer.succeed(Fetch, fetch))
export const me = () => runtime.runPromise(call)
${more}`

/** One call without Latchkey. */
export const leastOfEffect = leastCall(
  "",
  "Schema.Struct({ id: Schema.String, name: Schema.optional(Schema.NullOr(Schema.String)), at: Schema.DateFromMillis })",
  ""
)

/** The same call with the contract of the three endpoints, but without their calls. */
export const leastContract = leastCall(
  `import * as Password from "latchkey/endpoints/password"
import * as Sessions from "latchkey/endpoints/sessions"
import * as Users from "latchkey/endpoints/users"
`,
  "Users.getMe.spec.output",
  "export const used = [Password.signIn, Sessions.deleteCurrent, Users.getMe]"
)

/** Every flow as a promise. */
export const promiseClient = `
import { createClient } from "latchkey/promise"

export const client = createClient(${options})
`

/** Names of a module's endpoints by namespace. */
export type ByNamespace = ReadonlyMap<string, ReadonlyArray<string>>

/** Finds the endpoints of a module with one of the given levels. */
export const endpointsOf = (
  module: { readonly [name: string]: unknown },
  levels: ReadonlyArray<string>
): ByNamespace => {
  const found = new Map<string, ReadonlyArray<string>>()
  for (const [namespace, members] of Object.entries(module)) {
    if (typeof members !== "object" || members === null) continue
    const names = Object.entries(members).flatMap(([name, member]) =>
      isEndpoint(member) && levels.includes(member.spec.access) ? [name] : []
    )
    if (names.length > 0) found.set(namespace, names)
  }
  return found
}

const isEndpoint = (value: unknown): value is AnyEndpoint => typeof value === "function" && "spec" in value

const all = (endpoints: ByNamespace, each: (namespace: string, name: string) => string): string =>
  [...endpoints].flatMap(([namespace, names]) => names.map((name) => each(namespace, name))).join("\n")

/** Calls every given endpoint with a session and promises. */
export const everyEndpoint = (endpoints: ByNamespace): string => `
import { Client } from "latchkey"
import { makeAsync } from "latchkey/promise"
import { ${[...endpoints.keys()].join(", ")} } from "latchkey/schemas"

export const api = makeAsync({
${all(endpoints, (namespace, name) => `  "${namespace}.${name}": ${namespace}.${name},`)}
}, Client.layer(${options}))
`

/** Calls every given endpoint as an Effect, with inferred input, output and errors. */
export const everyCall = (endpoints: ByNamespace): string => `
import * as Effect from "effect/Effect"
import { ${[...endpoints.keys()].join(", ")} } from "latchkey/schemas"

${
  all(endpoints, (namespace, name) =>
    `export const ${namespace}_${name} = (...input: Parameters<typeof ${namespace}.${name}>) =>
  Effect.result(Effect.map(${namespace}.${name}(...input), (output) => ({ output })))`)
}
`

/** The contract, without its lists of all endpoints and errors. */
export const contract = `export * from "latchkey/schemas"`

/** A simulation, with the emulator and the built-in laws of sessions. */
export const simulation = `export { sessionLaws, simulate } from "latchkey/testing/simulate"`

/** A test of a retry policy, which uses neither tapes nor simulations. */
export const retryPolicyTest = `export { rateLimited, waitsOf } from "latchkey/testing"`

/** The parts of \`latchkey/layers\` that a client uses. */
export const clientLayers = `
import * as Layer from "effect/Layer"
import { Client } from "latchkey"
import { Project, Session, TokenStore, Transport } from "latchkey/layers"

export const client = Client.layerNoSession().pipe(
  Layer.provideMerge(Session.layer()),
  Layer.provide(TokenStore.layerMemory()),
  Layer.provide(Project.layer(${options})),
  Layer.provide(Transport.layerFetch())
)
`

/** Everything for React, without React itself. */
export const react = `export * from "latchkey/react"`

/** A client that reads the user, for React without hooks. */
export const hookless = `
import * as ManagedRuntime from "effect/ManagedRuntime"
import { Client, currentUser } from "latchkey"
import { TokenStore } from "latchkey/layers"

export const runtime = (project) => ManagedRuntime.make(Client.layer({ ...project, tokenStore: TokenStore.layerDefault() }))
export const me = () => currentUser.get()
`

/** The same client with cached reads, for Effect programs. */
export const sharedReads = `
import * as ManagedRuntime from "effect/ManagedRuntime"
import { Client, currentUser } from "latchkey"
import { changes, over, read, TokenStore } from "latchkey/layers"

export const runtime = (project) =>
  ManagedRuntime.make(over(Client.layer({ ...project, tokenStore: TokenStore.layerDefault() })))
export const me = changes(read("currentUser", currentUser.get()))
`

/** The same client with the provider and the hooks that most applications use. */
export const hooks = `${hookless}
export { LatchkeyProvider, useAction, useRead, useReadState, useRunEffect, useUser } from "latchkey/react"
`

/** Decodes with a schema, as a program that declares one does. */
const withSchema = (program: string) =>
  `${program}
import * as Schema from "effect/Schema"

export const decode = (schema) => Schema.decodeUnknownEffect(schema)
`

/** The same client in a program that declares schemas. */
export const hooklessWithSchema = withSchema(hookless)

/** The same hooks in a program that declares schemas. */
export const hooksWithSchema = withSchema(hooks)

/** The same client with payments. */
export const payments = `${hookless}
export { billing, checkout, invoices, items, products } from "latchkey/payments"
`

/** The same hooks together with the hooks for payments. */
export const paymentHooks = `${hooks}
export { useBilling, useInvoices, useItem, useProducts } from "latchkey/react/payments"
`

/** The same hooks together with the hooks for typed metadata. */
export const metadataHooks = `${hooksWithSchema}
export { useMetadata, useTeamMetadata } from "latchkey/react/metadata"
`

/** The same client with typed metadata. */
export const metadata = `${hooklessWithSchema}
import { Metadata } from "latchkey/metadata"

export const theme = (schema) => Metadata.currentUser.get(Metadata.define({ client: schema }))
`

/** The same client with several accounts. */
export const accounts = `${hookless}
import { Accounts } from "latchkey/accounts"

export const store = Accounts.layerBrowser()
export const { add, list, signOut, signOutAll, switchTo } = Accounts
`

/** The same client, as an agent that signs in to a person's account. */
export const agents = `${hookless}
import { agents } from "latchkey/agents"

export const { signIn } = agents
`

/** A client of a native app. */
export const native = `import { createClient, layerNative, layerSecureStore } from "latchkey/native"

export const client = (modules, store) =>
  createClient({ tokenStore: layerSecureStore(store), native: layerNative(modules) })
`

/** The emulator and a browser in one page. */
export const emulatorInPage = `export { inPageBrowser } from "latchkey/emulator"`

/** The same client with `useClient`, for applications without Effect. */
export const hooksAndPromises = `${hooks}
export { useClient } from "latchkey/react"
`

/** The same client with the devtools, which production builds omit. */
export const devtools = `${hooks}
export { Devtools, observed } from "latchkey/react/devtools"
`

/** Screens that an application may render individually. */
export const screens = [
  "CliConfirmation",
  "EmailVerification",
  "ErrorScreen",
  "ForgotPassword",
  "MagicLink",
  "Mfa",
  "OAuthCallback",
  "PasswordReset",
  "SignIn",
  "SignInDialog",
  "SignOut",
  "SignUp",
  "TeamInvitation",
  "TeamSwitcher",
  "UserButton"
]

/** Exports one of the screens. */
export const screen = (name: string): string => `export { ${name} } from "latchkey/react/screens"`

/** The screens of all routes, which browsers load one at a time. */
export const everyScreen = `export { LatchkeyHandler } from "latchkey/react/screens"`

/** An application with a session and the screens of all routes. */
export const app = `
export { LatchkeyProvider } from "latchkey/react"
export { LatchkeyHandler } from "latchkey/react/screens"
`
