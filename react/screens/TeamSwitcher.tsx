/** Selecting one of the user's teams. */
"use client"
import type { ReactNode } from "react"
import { visibleName } from "../../schemas/entities/names.ts"
import type { Team } from "../../schemas/entities/Team.ts"
import { type TeamSwitchOptions, type TeamSwitchState, useTeamSwitch } from "../parts/useTeamSwitch.ts"
import { Avatar } from "./elements/Avatar.tsx"
import { Button } from "./elements/Button.tsx"
import { Icon } from "./elements/Icon.tsx"
import { MenuButton, MenuItem, MenuLink, MenuPlace } from "./elements/MenuButton.tsx"
import { ProblemNotice } from "./elements/Notice.tsx"
import { useProblemText } from "./elements/problemText.ts"
import { useWords } from "./Language.tsx"
import { common, teamSwitcher } from "./texts/english.ts"
import { interpolate } from "./texts/interpolate.ts"

const english = { common, teamSwitcher }

interface Nullable {
  /** Whether "no team" can be selected. @default false */
  readonly allowNull?: boolean | undefined
  /**
   * Label of the option "no team".
   * @default "No team"
   */
  readonly nullLabel?: string | undefined
}

/** Functions that get the chosen team, which is `null` only with `allowNull`. */
type Choosing<Name extends "onChange" | "urlMap"> =
  | (Nullable & { readonly allowNull: true } & Pick<TeamSwitchOptions, Name>)
  | (Nullable & { readonly allowNull?: false | undefined } & Pick<TeamSwitchOptions<Team>, Name>)

/** Props of `SelectedTeamSwitcher`. */
export type SelectedTeamSwitcherProps =
  & Choosing<"onChange" | "urlMap">
  & Pick<TeamSwitchOptions, "noUpdateSelectedTeam" | "settingsUrl">

/** Props of `TeamSwitcher`. */
export type TeamSwitcherProps = Choosing<"onChange"> & {
  /** The selected team. */
  readonly teamId: string | null
}

/**
 * Selects one of the user's teams and stores it as the user's selected team. Cached reads that depend on the selection
 * update. Links to the team's settings, and to the form for a new team if the project lets users create teams.
 *
 * @example
 * ```tsx
 * import { SelectedTeamSwitcher } from "latchkey/react/screens"
 *
 * const Header = () => <header><SelectedTeamSwitcher /></header>
 * <Header /> // <header>…</header>
 * ```
 */
export const SelectedTeamSwitcher = ({ allowNull, nullLabel, ...options }: SelectedTeamSwitcherProps): ReactNode => (
  <TeamSwitcherView
    hasLinks
    allowNull={allowNull}
    nullLabel={nullLabel}
    // without `allowNull`, only teams are offered
    state={useTeamSwitch(options as TeamSwitchOptions)}
  />
)

/** A controlled team switcher: your component keeps the selection, and no selection is stored. */
export const TeamSwitcher = ({ allowNull, nullLabel, onChange, teamId }: TeamSwitcherProps): ReactNode => (
  <TeamSwitcherView
    allowNull={allowNull}
    nullLabel={nullLabel}
    state={useTeamSwitch({ teamId, onChange: onChange as TeamSwitchOptions["onChange"], noUpdateSelectedTeam: true })}
  />
)

/** Renders a team switcher for a given state. */
export const TeamSwitcherView = ({ allowNull = false, hasLinks = false, nullLabel, state }: Nullable & {
  /** Whether the menu links to the account settings. */
  readonly hasLinks?: boolean | undefined
  readonly state: TeamSwitchState
}): ReactNode => {
  const { common, teamSwitcher } = useWords(english)
  const nameOf = (team: Team | null) =>
    team === null ? nullLabel ?? teamSwitcher.none : visibleName(team.displayName) ?? teamSwitcher.unnamed
  switch (state.step) {
    case "loading":
      return <MenuPlace label={common.loading} />
    case "failed":
      return <Failed {...state} />
    case "ready": {
      const { choose, createUrl, current, pending, problem, settingsUrl, teams } = state
      const choices = allowNull ? [null, ...teams] : teams
      return (
        <>
          <MenuButton
            label={interpolate(teamSwitcher.label, { team: nameOf(current) })}
            busy={pending}
            face={<Face name={nameOf(current)} team={current} />}
          >
            {(close) => (
              <>
                {choices.length === 0
                  ? <MenuItem aria-disabled close={close}>{teamSwitcher.empty}</MenuItem>
                  : choices.map((team) => (
                    <MenuItem
                      key={team?.id ?? ""}
                      role="menuitemradio"
                      aria-checked={team?.id === current?.id}
                      close={close}
                      onSelect={() => team?.id === current?.id || choose(team)}
                    >
                      <Face name={nameOf(team)} team={team} />
                    </MenuItem>
                  ))}
                {hasLinks && settingsUrl !== undefined
                  ? <MenuLink href={settingsUrl}>{teamSwitcher.settings}</MenuLink>
                  : null}
                {hasLinks && createUrl !== undefined
                  ? <MenuLink href={createUrl}>{teamSwitcher.create}</MenuLink>
                  : null}
              </>
            )}
          </MenuButton>
          <ProblemPiece problem={problem} />
        </>
      )
    }
  }
}

/** A button with a tooltip, because the header of an app has no room for the sentence. */
const Failed = (
  { problem, retry, retrying }: Extract<TeamSwitchState, { readonly step: "failed" }>
) => {
  const { common } = useWords(english)
  const text = useProblemText(problem)
  return (
    <span className="lk-page lk-piece" title={text}>
      <span className="lk-hidden" role="alert">{text}</span>
      <Button className="lk-small" look="remove" busy={retrying} onClick={retry}>
        {retrying ? null : <Icon name="warning" />}
        {common.retry}
      </Button>
    </span>
  )
}

const Face = ({ name, team }: { readonly name: string; readonly team: Team | null }) => (
  <>
    {team === null ? null : <Avatar team id={team.id} name={name} url={team.profileImageUrl} />}
    <span className="lk-grow">
      <bdi translate={team === null ? undefined : "no"}>{name}</bdi>
    </span>
  </>
)

const ProblemPiece = ({ problem }: { readonly problem: unknown }) =>
  problem === undefined ? null : (
    <div className="lk-page lk-piece">
      <ProblemNotice problem={problem} />
    </div>
  )
