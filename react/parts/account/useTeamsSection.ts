/** The user's teams, without markup. One of them is `useTeamSection`. */
"use client"
import type { Team } from "../../../schemas/entities/Team.ts"
import { teams } from "../../../src/flows/teams/index.ts"
import * as reads from "../../../src/reads.ts"
import { useProject, useUser } from "../../index.ts"
import { required } from "../form/InputProblem.ts"
import { type Form, useForm } from "../form/useForm.ts"
import { type Loaded, useLoaded, withReady } from "./Loaded.ts"
import { type Each, useEach } from "./useEach.ts"

/** What the teams section shows. */
export type TeamsState = Loaded<{
  /** Oldest first. */
  readonly teams: ReadonlyArray<Team>
  readonly selectedTeamId: string | null
  readonly select: Each
  /** Creates a team and switches to it. Absent where the project does not let its users create teams. */
  readonly create: Form<{ readonly displayName: string }> | undefined
}>

/** The teams section's state. Suspends until it is known what the project offers and who is signed in. */
export const useTeamsSection = (): TeamsState => {
  const { config } = useProject()
  const user = useUser()
  const loaded = useLoaded(reads.teams)
  const select = useEach((teamId: string) => teams.select({ teamId }))
  const create = useForm({
    initial: { displayName: "" },
    check: ({ displayName }) => ({ displayName: required("displayName", displayName) }),
    submit: ({ displayName }) => teams.create({ displayName: displayName.trim() }),
    onSuccess: () => create.reset()
  })
  return withReady(loaded, (teams) => ({
    teams,
    selectedTeamId: user?.selectedTeamId ?? null,
    select,
    create: config.clientTeamCreationEnabled ? create : undefined
  }))
}
