/** Calls in programs, for tests of what an editor shows. This code never runs. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { catchFamily, Password, PasswordRequirementsNotMet, Teams, Users } from "../../schemas/index.ts"
import { currentUser } from "../../src/index.ts"
import type { LatchkeyClient, LatchkeyServer } from "../../src/promise/index.ts"

const email = "ann@example.com"
const password = Redacted.make("a long password")

export const signIn = Password.signIn({ email, password })
export const getMe = Users.getMe()
export const list = Users.list({ limit: 10 })
export const createTeam = Teams.create({ displayName: "Lamps" })
export const deleteUser = Users.delete({ userId: "me" })
export const set = Password.set({ password }).pipe(catchFamily(PasswordRequirementsNotMet, () => Effect.void))
export const names = Effect.map(Users.list(), ({ items }) => items.map(({ displayName }) => displayName))

declare const client: LatchkeyClient
declare const server: LatchkeyServer

/** Calls and flows as promises. */
export const promisedMe = client.calls.users.getMe()
export const promisedUser = client.currentUser.get({ or: "throw" })
export const settledUser = server.users.get({ userId: "me" }).settled()
export const streamed = server.users.stream()
export const effectUser = currentUser.get({ or: "throw" })
export const effectAnonymous = currentUser.get({ or: "anonymous" })
