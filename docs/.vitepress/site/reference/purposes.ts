/** The purpose of each entry, in the order of the reference's index. It is also the description of the entry's page. */
export const purposes: Readonly<Record<string, string>> = {
  latchkey: "Sign-in, sessions, users and teams as Effects, with layers for browsers, servers and dashboards.",
  "latchkey/promise": "Sign-in, sessions, users and teams with promises: createClient, createServer and createAdmin.",
  "latchkey/promise/standalone": "latchkey/promise as a single file with Effect inside, for fast cold starts.",
  "latchkey/react": "The React provider, hooks such as useUser, and components for signed-in users.",
  "latchkey/react/screens":
    "Ready-made React screens, from sign-in to account settings, and one handler for all of them.",
  "latchkey/react/parts": "Hooks with the state and handlers of the screens, for your own markup.",
  "latchkey/react/devtools":
    "A panel for development that shows the session, calls, cached reads and retries, and saves a bug as a test.",
  "latchkey/nextjs": "Sign-in for the Next.js App Router: provider, proxy, currentUser and requireUser.",
  "latchkey/verify": "Authenticate requests and verify webhooks in any back end.",
  "latchkey/adapters": "The authenticator as middleware for Express, Hono and node:http.",
  "latchkey/http-api": "Authentication middleware and services for Effect's HttpApi and HttpRouter.",
  "latchkey/atom": "The session, the user, cached reads and actions as atoms of `effect/reactivity`.",
  "latchkey/payments": "Credits, plans, purchases and invoices of users and teams, with an entry of its own.",
  "latchkey/credits": "Middleware for requests that cost credits, over RPC, HttpApi and HttpRouter.",
  "latchkey/lookups": "Reads by id for back ends: equal ids of one tick share a request.",
  "latchkey/accounts":
    "Several accounts on one device: token stores that keep them, switching, adding and signing out.",
  "latchkey/agents":
    "Sign-in of AI agents on a person's account, on platforms that support them: signing in, confirming, denying.",
  "latchkey/react/accounts": "React hooks for several accounts: useAccounts, useAccountItems.",
  "latchkey/native":
    "React Native and Expo: the session in a secure store, deep links, foreground and connection, passkeys.",
  "latchkey/metadata": "Typed metadata of users and teams, with older versions of each shape.",
  "latchkey/react/metadata": "React hooks for typed metadata: useMetadata, useTeamMetadata.",
  "latchkey/react/payments": "React hooks for credits, products and invoices: useItem, useProducts.",
  "latchkey/rpc": "Authentication middleware and services for Effect's RPC, which servers and clients import.",
  "latchkey/mcp": "MCP servers whose tools know the signed-in user, for Effect's McpServer.",
  "latchkey/tanstack-start": "Sessions in server functions, routes and pages of TanStack Start.",
  "latchkey/node": "Store a session in a file, for scripts and command-line tools on Node.",
  "latchkey/fleet": "Share sessions and rate limits among many servers, in Redis or any key-value store.",
  "latchkey/emulator":
    "The whole platform in memory, for tests, development and single pages, with an inbox, a clock and faults.",
  "latchkey/testing":
    "Record conversations without secrets and play them in tests; test retry policies without waiting.",
  "latchkey/testing/simulate": "Simulate people who use an app while networks fail, and check laws about it.",
  "latchkey/schemas": "Schemas of everything that the platform's API sends and receives, and its errors.",
  "latchkey/layers": "The services that calls depend on, and the layers that build or replace them.",
  "latchkey/openapi": "The platform's API as an OpenAPI 3.1 document."
}
