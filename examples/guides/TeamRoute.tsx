import { SelectedTeamSwitcher, TeamSettings } from "latchkey/react/screens"

/** The page for the route `/teams/:teamId` of your router. */
export const TeamRoute = ({ teamId }: { readonly teamId: string }) => <TeamSettings teamId={teamId} />

/** The switcher's menu links to the page. */
export const Header = () => (
  <header>
    <SelectedTeamSwitcher settingsUrl={({ id }) => `/teams/${id}`} />
  </header>
)
