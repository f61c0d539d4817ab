/** What a signed-in or signing-in person does, by name. The promise facade is made of these. */
export * as currentUser from "./currentUser.ts"
export * as emailVerification from "./emailVerification.ts"
export * as password from "./password.ts"
export * as sessions from "./sessions.ts"
export * as signIn from "./signIn.ts"
export { signOut } from "./signOut.ts"
export * as signUp from "./signUp.ts"
