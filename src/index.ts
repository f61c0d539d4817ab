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

// flows of people, at client level
export * as connectedAccounts from "./connectedAccounts.ts"
export * as contactChannels from "./contactChannels.ts"
export * as currentUser from "./currentUser.ts"
export * as emailVerification from "./emailVerification.ts"
export * as memberProfiles from "./memberProfiles.ts"
export { NoPrimaryEmail } from "./NoPrimaryEmail.ts"
export * as notificationPreferences from "./notificationPreferences.ts"
export { NotSignedIn } from "./NotSignedIn.ts"
export * as oauthProviders from "./oauthProviders.ts"
export * as ownedProjects from "./ownedProjects.ts"
export * as password from "./password.ts"
export * as permissions from "./permissions.ts"
export * as project from "./project.ts"
export * as sessions from "./sessions.ts"
export * as signIn from "./signIn.ts"
export { signOut } from "./signOut.ts"
export * as signUp from "./signUp.ts"
export * as teamApiKeys from "./teamApiKeys.ts"
export * as teamInvitations from "./teamInvitations.ts"
export * as teams from "./teams.ts"
export * as totp from "./totp.ts"
export * as userApiKeys from "./userApiKeys.ts"

// flows of back ends and dashboards: `server.users.stream()`, `admin.project.addTrustedDomain(…)`
export * as admin from "./adminFlows.ts"
export { NextPageLost } from "./pages.ts"
export * as server from "./serverFlows.ts"

// the contract
export * from "../schemas/index.ts"
