/** State of a team switcher. */
"use client"
import * as Effect from "effect/Effect"
import type { Team } from "../../schemas/entities/Team.ts"
import { teams } from "../../src/flows/teams/index.ts"
import * as reads from "../../src/reads.ts"
import { useAction, useReadState } from "../index.ts"
import { type Loaded, useLoaded, withReady } from "./account/Loaded.ts"
import { inTurn } from "./form/inTurn.ts"
import { goTo } from "./onwards.ts"
import { useHrefs } from "./useHrefs.ts"

/** Options for a team switcher. `Choice`: what `onChange` and `urlMap` receive, where `null` means no team. */
export interface TeamSwitchOptions<Choice = Team | null> {
  /**
   * The selected team; `null` for none.
   * @default the user's `selectedTeamId`
   */
  readonly teamId?: string | null | undefined
  /**
   * Whether the user's stored selection stays the same when the user selects a team.
   * @default false
   */
  readonly noUpdateSelectedTeam?: boolean | undefined
  readonly onChange?: ((team: Choice) => void) | undefined
  /** Returns the URL to go to when a team is selected. @default stays on this page */
  readonly urlMap?: ((team: Choice) => string) | undefined
  /** Returns the URL of a team's settings. @default the team in the account settings */
  readonly settingsUrl?: ((team: Team) => string) | undefined
}

/** State of a team switcher. */
export type TeamSwitchState = Loaded<{
  /** Teams of the user, oldest first. */
  readonly teams: ReadonlyArray<Team>
  /** The current team. `null` if no team is selected, or if the user is not a member of it. */
  readonly current: Team | null
  /** URL of the current team's settings. `undefined` without a team. */
  readonly settingsUrl: string | undefined
  /**
   * URL of the account settings with a form for a new team. `undefined` if the project doesn't let users create teams.
   */
  readonly createUrl: string | undefined
  readonly choose: (team: Team | null) => void
  readonly pending: boolean
  readonly problem: unknown
}>

/** Returns the state of a team switcher. Doesn't suspend, because it sits next to the page's main content. */
export const useTeamSwitch = (options: TeamSwitchOptions = {}): TeamSwitchState => {
  const { noUpdateSelectedTeam = false, onChange, settingsUrl, teamId, urlMap } = options
  const loaded = useLoaded(reads.teams)
  const user = useReadState(reads.currentUser)
  const project = useReadState(reads.project)
  const { accountSettings } = useHrefs("accountSettings")
  const choosing = useAction((team: Team | null) =>
    Effect.gen(function*() {
      if (!noUpdateSelectedTeam) yield* inTurn("user")(teams.select({ teamId: team?.id ?? null }))
      onChange?.(team)
      if (urlMap !== undefined) yield* goTo(urlMap(team))
    })
  )
  const chosen = teamId !== undefined ? teamId : user._tag === "Success" ? user.value?.selectedTeamId : undefined
  const mayCreate = project._tag === "Success" && project.value.config.clientTeamCreationEnabled
  return withReady(loaded, (teams) => {
    const current = teams.find(({ id }) => id === chosen) ?? null
    return {
      teams,
      current,
      settingsUrl: current === null ? undefined : settingsUrl?.(current) ?? `${accountSettings}#/teams/${current.id}`,
      createUrl: mayCreate ? `${accountSettings}#/teams` : undefined,
      choose: (team) => void choosing.run(team),
      pending: choosing.isPending,
      problem: choosing.error
    }
  })
}
