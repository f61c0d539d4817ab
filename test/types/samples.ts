/** Calls as a program writes them, for the test of what an editor shows. Never run. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { catchFamily, Password, PasswordRequirementsNotMet, Teams, Users } from "../../schemas/index.ts"

const email = "ann@example.com"
const password = Redacted.make("a long password")

export const signIn = Password.signIn({ email, password })
export const getMe = Users.getMe()
export const list = Users.list({ limit: 10 })
export const createTeam = Teams.create({ displayName: "Lamps" })
export const deleteUser = Users.delete({ userId: "me" })
export const set = Password.set({ password }).pipe(catchFamily(PasswordRequirementsNotMet, () => Effect.void))
export const names = Effect.map(Users.list(), ({ items }) => items.map(({ displayName }) => displayName))
