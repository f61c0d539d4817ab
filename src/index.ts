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

// flows
export * as currentUser from "./currentUser.ts"
export * as emailVerification from "./emailVerification.ts"
export { NotSignedIn } from "./NotSignedIn.ts"
export * as password from "./password.ts"
export * as sessions from "./sessions.ts"
export * as signIn from "./signIn.ts"
export { signOut } from "./signOut.ts"
export * as signUp from "./signUp.ts"

// the contract
export * from "../schemas/index.ts"
