/** The page of one team. */
"use client"
import type { ReactNode } from "react"
import { Placed, type ScreenProps } from "../../elements/Main.tsx"
import { Loading, Waiting } from "../../elements/Waiting.tsx"
import { lazyComponent } from "../../lazyComponent.ts"

/** The code loads when the page opens, like the sections of the account settings. */
const TeamPage = lazyComponent(async () => (await import("./TeamPage.tsx")).TeamPage)

/** Props of `TeamSettings`. */
export interface TeamSettingsProps extends ScreenProps {
  readonly teamId: string
  /**
   * Called after the user has left or deleted the team.
   *
   * @default goes to the page `home`
   */
  readonly onGone?: (() => void) | undefined
}

/**
 * The settings of one team, for a route of your own: its name and picture, members, invitations and API keys, and leaving
 * or deleting it. Users see the parts for which they have the permissions. Signed-out visitors go to the sign-in page and
 * back.
 *
 * @example
 * ```tsx
 * import { TeamSettings } from "latchkey/react/screens"
 *
 * const TeamPage = ({ teamId }: { teamId: string }) => <TeamSettings teamId={teamId} />
 * <TeamPage teamId="33333333-3333-4333-8333-333333333333" /> // …One moment…
 * ```
 */
export const TeamSettings = ({ fullPage, onGone, teamId }: TeamSettingsProps): ReactNode => (
  <Placed fullPage={fullPage}>
    <Waiting until={<Loading wide />}>
      <TeamPage key={teamId} teamId={teamId} onGone={onGone} />
    </Waiting>
  </Placed>
)
