/** Choosing one of the user's teams, without markup. */
"use client"
import * as Effect from "effect/Effect"
import type { Team } from "../../schemas/entities/Team.ts"
import { teams } from "../../src/flows/teams/index.ts"
import * as reads from "../../src/reads.ts"
import { useAction, useReadState } from "../index.ts"
import { type Loaded, useLoaded, withReady } from "./account/Loaded.ts"
import { goTo } from "./onwards.ts"

/** Which team is chosen, and what choosing another one leads to. */
export interface TeamSwitchOptions {
  /** The team that is chosen, `null` for none. @default the one that the user has selected */
  readonly teamId?: string | null | undefined
  /** The choice is this component's alone: the user's selected team stays. @default false */
  readonly noUpdateSelectedTeam?: boolean | undefined
  readonly onChange?: ((team: Team | null) => void) | undefined
  /** The page to go to for a team. @default stay here */
  readonly urlMap?: ((team: Team | null) => string) | undefined
}

/** What a team switcher shows. */
export type TeamSwitchState = Loaded<{
  /** Oldest first. */
  readonly teams: ReadonlyArray<Team>
  /** `null`: none, or one that the user is not in. */
  readonly current: Team | null
  readonly choose: (team: Team | null) => void
  readonly pending: boolean
  readonly problem: unknown
}>

/** A team switcher's state. Does not suspend: it stands beside what people came for. */
export const useTeamSwitch = (options: TeamSwitchOptions = {}): TeamSwitchState => {
  const { noUpdateSelectedTeam = false, onChange, teamId, urlMap } = options
  const loaded = useLoaded(reads.teams)
  const user = useReadState(reads.currentUser)
  const choosing = useAction((team: Team | null) =>
    Effect.gen(function*() {
      if (!noUpdateSelectedTeam) yield* teams.select({ teamId: team?.id ?? null })
      onChange?.(team)
      if (urlMap !== undefined) yield* goTo(urlMap(team))
    })
  )
  const chosen = teamId !== undefined ? teamId : user._tag === "Success" ? user.value?.selectedTeamId : undefined
  return withReady(loaded, (teams) => ({
    teams,
    current: teams.find(({ id }) => id === chosen) ?? null,
    choose: (team) => void choosing.run(team),
    pending: choosing.isPending,
    problem: choosing.error
  }))
}
