/** The sessions section. */
"use client"
import type { ReactNode } from "react"
import type { ActiveSession } from "../../../schemas/entities/Session.ts"
import { type SessionsState, useSessionsSection } from "../../parts/account/useSessionsSection.ts"
import { ProblemNotice } from "../elements/Notice.tsx"
import { useTexts } from "../Language.tsx"
import { interpolate } from "../texts/interpolate.ts"
import { useAccountTexts } from "./accountTexts.ts"
import { Confirm } from "./Confirm.tsx"
import { useDates } from "./dates.ts"
import { Item, List } from "./List.tsx"
import { LoadedView, type ReadyOf } from "./LoadedView.tsx"

export const Sessions = (): ReactNode => <SessionsView {...useSessionsSection()} />

/** The section in a given state, without a platform. */
export const SessionsView = (state: SessionsState): ReactNode => (
  <LoadedView state={state}>{(ready) => <Ready {...ready} />}</LoadedView>
)

const Ready = (
  { problem, revoke, revokeOthers, revokingOthers, sessions }: Omit<
    Extract<SessionsState, { readonly step: "ready" }>,
    "step"
  >
) => {
  const texts = useAccountTexts()
  return (
    <>
      <ProblemNotice problem={problem} />
      <List label={texts.sections.sessions} length={sessions.length}>
        {sessions.map((session) => <One key={session.id} session={session} revoke={revoke} />)}
      </List>
      {sessions.length > 1
        ? (
          <div>
            <Confirm
              to={texts.sessions.revokeOthers}
              look="danger"
              busy={revokingOthers}
              title={texts.sessions.revokeOthersTitle}
              onConfirm={revokeOthers}
            >
              {texts.sessions.revokeOthersHint}
            </Confirm>
          </div>
        )
        : <p className="lk-hint">{texts.sessions.only}</p>}
    </>
  )
}

const One = ({ revoke, session }: {
  readonly session: ActiveSession
  readonly revoke: ReadyOf<SessionsState>["revoke"]
}) => {
  const { sessions } = useAccountTexts()
  const { moment } = useDates()
  const place = usePlace(session)
  const { createdAt, id, isCurrentSession, lastUsedAt, lastUsedAtEndUserIpInfo } = session
  const signedIn = interpolate(sessions.signedIn, { time: moment(createdAt) })
  return (
    <Item
      title={place}
      badges={[isCurrentSession === true ? { text: sessions.current, look: "good" } : undefined]}
      details={[
        lastUsedAt === undefined ? undefined : interpolate(sessions.lastUsed, { time: moment(lastUsedAt) }),
        signedIn,
        lastUsedAtEndUserIpInfo === undefined
          ? undefined
          : interpolate(sessions.address, { ip: lastUsedAtEndUserIpInfo.ip })
      ]}
      busy={revoke.busy === id}
    >
      {isCurrentSession === true ? undefined : (
        <Confirm
          to={sessions.revoke}
          about={`${place}, ${signedIn}`}
          busy={revoke.busy === id}
          title={sessions.revokeTitle}
          onConfirm={() => revoke.run(id)}
        >
          {sessions.revokeHint}
        </Confirm>
      )}
    </Item>
  )
}

/** Where a session was used last, as far as the platform knows. */
const usePlace = ({ lastUsedAtEndUserIpInfo: place }: ActiveSession): string => {
  const { lang } = useTexts()
  const { sessions } = useAccountTexts()
  const city = place?.cityName ?? undefined
  const country = place?.countryCode == null ? undefined : countryName(place.countryCode, lang)
  return city !== undefined && country !== undefined
    ? interpolate(sessions.place, { city, country })
    : city ?? country ?? sessions.unknown
}

/** The code itself where it is none. */
const countryName = (code: string, lang: string): string => {
  try {
    return new Intl.DisplayNames(lang, { type: "region" }).of(code) ?? code
  } catch {
    return code
  }
}
