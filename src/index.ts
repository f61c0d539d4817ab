/** Latchkey for Effect programs: layers to provide, flows to run, every call of the platform, every error by class. */

// layers
export { OwnerSession } from "../layers/access.ts"
export { Diagnostics } from "../layers/Diagnostics.ts"
export { Navigation } from "../layers/Navigation.ts"
export * as Project from "../layers/Project.ts"
export { type Policy, RetryPolicy } from "../layers/RetryPolicy.ts"
export { Session, type SessionState } from "../layers/Session.ts"
export { TokenStore } from "../layers/TokenStore.ts"
export * as Transport from "../layers/Transport.ts"
export * as Admin from "./Admin.ts"
export * as Client from "./Client.ts"
export * as Server from "./Server.ts"

// flows of people, at client level: signIn, signUp, signOut, currentUser, teams, …
export * from "./flows.ts"
export { NoPrimaryEmail } from "./NoPrimaryEmail.ts"
export { NotSignedIn } from "./NotSignedIn.ts"

// flows of back ends and dashboards: `server.users.stream()`, `admin.project.addTrustedDomain(…)`
export * as admin from "./adminFlows.ts"
export { NextPageLost } from "./pages.ts"
export * as server from "./serverFlows.ts"

// the contract
export * from "../schemas/index.ts"
