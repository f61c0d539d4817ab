/** The notifications section. */
"use client"
import { type ReactNode, useId } from "react"
import type { NotificationPreference } from "../../../schemas/entities/NotificationPreference.ts"
import { type NotificationsState, useNotificationsSection } from "../../parts/account/useNotificationsSection.ts"
import { ProblemNotice } from "../elements/Notice.tsx"
import { useAccountTexts } from "./accountTexts.ts"
import { Empty } from "./List.tsx"
import { LoadedView, type ReadyOf } from "./LoadedView.tsx"

export const Notifications = (): ReactNode => <NotificationsView {...useNotificationsSection()} />

/** Renders the section for a given state. */
export const NotificationsView = (state: NotificationsState): ReactNode => (
  <LoadedView state={state}>{(ready) => <Ready {...ready} />}</LoadedView>
)

const Ready = ({ preferences, set }: ReadyOf<NotificationsState>) => {
  const { notifications, sections } = useAccountTexts()
  if (preferences.length === 0) return <Empty title={notifications.none} hint={notifications.noneHint} />
  return (
    <>
      <ProblemNotice problem={set.problem} />
      <ul className="lk-list" aria-label={sections.notifications}>
        {preferences.map((preference) => <Kind key={preference.notificationCategoryId} {...preference} set={set} />)}
      </ul>
    </>
  )
}

const Kind = (
  { canDisable, enabled, notificationCategoryId: category, notificationCategoryName: name, set }:
    & NotificationPreference
    & Pick<ReadyOf<NotificationsState>, "set">
) => {
  const { notifications } = useAccountTexts()
  const id = useId()
  // An unknown category is shown with the name that the platform sends.
  const kind: { readonly name: string; readonly hint?: string } = Object.hasOwn(notifications.kinds, name)
    ? notifications.kinds[name as "Marketing"]
    : { name }
  return (
    <li className="lk-item">
      <div className="lk-grow">
        <label className="lk-name" htmlFor={id}>{kind.name}</label>
        {kind.hint === undefined ? null : <p id={`${id}-hint`} className="lk-hint">{kind.hint}</p>}
      </div>
      {canDisable
        ? (
          <input
            id={id}
            type="checkbox"
            role="switch"
            className="lk-switch"
            checked={enabled}
            aria-describedby={kind.hint === undefined ? undefined : `${id}-hint`}
            onChange={(event) => set.run(category, event.target.checked)}
          />
        )
        : <span className="lk-badge" id={id}>{notifications.always}</span>}
    </li>
  )
}
