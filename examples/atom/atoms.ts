/** The program's atoms. */
import { Client, reads, signIn, teams } from "latchkey"
import { makeAtoms } from "latchkey/atom"

/** Creates the atoms once, for the whole program. */
export const atomsOf = (project: Client.ClientOptions) => {
  const { action, read, session, user } = makeAtoms(Client.layer(project))
  return {
    session,
    user,
    teams: read(reads.teams),
    signIn: action(signIn.withPassword),
    createTeam: action((displayName: string) => teams.create({ displayName }))
  }
}
