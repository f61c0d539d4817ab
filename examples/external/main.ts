/**
 * Moves an app without signing its users out: at first, users sign in with the old vendor and their data is on the
 * platform; on the last day, you swap one layer. `npm run example -- examples/external/main.ts`
 */
import * as Effect from "effect/Effect"
import { Emulator } from "latchkey/emulator"
import { ExternalStore } from "latchkey/layers"
import { createClient } from "latchkey/promise"
import { audience, startVendor } from "./vendor.ts"

const vendor = await startVendor()
const platform = await Effect.runPromise(Effect.provide(
  Emulator,
  Emulator.layer({
    revision: "2026-10",
    externalAuth: {
      "clerk-integration": true,
      "better-auth-integration": { issuer: vendor.issuer, audience, jwksUrl: vendor.jwksUrl }
    }
  })
))
const project = {
  ...platform.project,
  fetch: (url: string | URL | Request, init?: RequestInit) => platform.fetch(new Request(url, init))
}

console.log("With Better Auth, played by an OpenID provider")
// #region better-auth
const withBetterAuth = ExternalStore.layer({
  provider: "better-auth",
  token: () => vendor.token(),
  sessionId: () => "sess_1",
  changes: () => () => {}
})
// #endregion
{
  await using client = createClient({ ...project, tokenStore: withBetterAuth })
  const user = await client.currentUser.get({ or: "throw" })
  console.log(`  ${user.displayName} is signed in through ${user.externalAuthProviders?.[0]?.id}`)
}

console.log("With Clerk, played by the emulator")
let session: string | null = "sess_1"
const listeners = new Set<() => void>()
const clerk = {
  get session() {
    return session === null
      ? null
      : { id: session, getToken: (_options: { readonly skipCache: boolean }) => tokenOf(session ?? "") }
  },
  addListener: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
}
const tokenOf = (sessionId: string) =>
  platform.external.token({ providerId: "clerk-integration", subject: "user_1", sessionId, name: "Grace" })
// #region clerk
const withClerk = ExternalStore.layer({
  provider: "clerk",
  token: ({ fresh }) => clerk.session?.getToken({ skipCache: fresh }) ?? null,
  sessionId: () => clerk.session?.id,
  changes: (listener) => clerk.addListener(listener)
})
// #endregion
{
  await using client = createClient({ ...project, tokenStore: withClerk })
  const user = await client.currentUser.get({ or: "throw" })
  console.log(`  ${user.displayName} is signed in`)
  const { error } = await client.signOut().settled() as { readonly error?: Error }
  console.log(`  signOut: ${error?.message}`)
  session = null
  for (const listener of listeners) listener()
  console.log(`  after Clerk's sign-out: ${await client.currentUser.get()}`)
}

console.log("On the last day, with the platform's own sessions")
{
  await using client = createClient({ ...project, tokenStore: "memory" })
  await client.signUp.withPassword({
    email: "hedy@example.com",
    password: "correct horse battery staple",
    verificationCallbackUrl: "http://localhost:3000/handler/email-verification"
  })
  console.log(`  ${(await client.currentUser.get({ or: "throw" })).primaryEmail} is signed in`)
}

vendor.stop()
