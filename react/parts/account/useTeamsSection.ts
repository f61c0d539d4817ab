/** State of the teams section. For a single team, see `useTeamSection`. */
"use client"
import type { Team } from "../../../schemas/entities/Team.ts"
import { teams } from "../../../src/flows/teams/index.ts"
import * as reads from "../../../src/reads.ts"
import { useProject, useUser } from "../../index.ts"
import { inTurn } from "../form/inTurn.ts"
import { type Form, useForm } from "../form/useForm.ts"
import { validateRequired } from "../form/validate.ts"
import { type Loaded, useLoaded, withReady } from "./Loaded.ts"
import { type ItemAction, useEach } from "./useEach.ts"

/** State of the teams section. */
export type TeamsState = Loaded<{
  /** The user's teams, oldest first. */
  readonly teams: ReadonlyArray<Team>
  readonly selectedTeamId: string | null
  readonly select: ItemAction
  /** Form that creates a team and selects it. `undefined` if users can't create teams in this project. */
  readonly create: Form<{ readonly displayName: string }> | undefined
}>

/** Returns the state of the teams section. Suspends until the project's configuration and the user are known. */
export const useTeamsSection = (): TeamsState => {
  const { config } = useProject()
  const user = useUser()
  const loaded = useLoaded(reads.teams)
  const select = useEach((teamId: string) => inTurn("user")(teams.select({ teamId })))
  const create = useForm({
    initial: { displayName: "" },
    check: ({ displayName }) => ({ displayName: validateRequired("displayName", displayName) }),
    submit: ({ displayName }) => inTurn("user")(teams.create({ displayName: displayName.trim() })),
    onSuccess: () => create.reset()
  })
  return withReady(loaded, (teams) => ({
    teams,
    selectedTeamId: user?.selectedTeamId ?? null,
    select,
    create: config.clientTeamCreationEnabled ? create : undefined
  }))
}
