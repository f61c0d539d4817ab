/** The sessions section. */
"use client"
import { type ReactNode, useState } from "react"
import type { ActiveSession } from "../../../schemas/entities/Session.ts"
import type { Device } from "../../parts/account/deviceOf.ts"
import { type SessionsState, useSessionsSection } from "../../parts/account/useSessionsSection.ts"
import { Button } from "../elements/Button.tsx"
import { ProblemNotice } from "../elements/Notice.tsx"
import { Sign } from "../elements/Sign.tsx"
import { useWords } from "../Language.tsx"
import { lang } from "../texts/english.ts"
import { interpolate, interpolatePlural } from "../texts/interpolate.ts"
import { localeOf } from "../texts/localeOf.ts"
import { useAccountTexts } from "./accountTexts.ts"
import { Confirm } from "./Confirm.tsx"
import { useDates } from "./dates.ts"
import { Item, List } from "./List.tsx"
import { LoadedView, type ReadyOf } from "./LoadedView.tsx"

const english = { lang }

export const Sessions = (): ReactNode => <SessionsView {...useSessionsSection()} />

/** Renders the section for a given state. */
export const SessionsView = (state: SessionsState): ReactNode => (
  <LoadedView state={state}>{(ready) => <Ready {...ready} />}</LoadedView>
)

const Ready = (
  { device, now, problem, revoke, revokeOthers, revokingOthers, sessions: all }: ReadyOf<SessionsState>
) => {
  const texts = useAccountTexts()
  const { lang } = useWords(english)
  const [shown, setShown] = useState(pageSize)
  const agents = all.filter(isOfAgent)
  const sessions = all.filter((session) => !isOfAgent(session))
  return (
    <>
      <ProblemNotice problem={problem} />
      {all.length > 1
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
      <List label={texts.sections.sessions} length={sessions.length}>
        {sessions.slice(0, shown).map((session) => (
          <One key={session.id} session={session} device={device} now={now} revoke={revoke} />
        ))}
      </List>
      {sessions.length > shown
        ? (
          <Button className="lk-full" onClick={() => setShown(shown + pageSize)}>
            {interpolatePlural(texts.sessions.more, { count: sessions.length - shown }, lang)}
          </Button>
        )
        : null}
      {agents.length === 0
        ? null
        : (
          <>
            <h3>{texts.sessions.agents}</h3>
            <p className="lk-hint">{texts.sessions.agentsHint}</p>
            <List label={texts.sessions.agents} length={agents.length}>
              {agents.map((session) => (
                <One key={session.id} session={session} device={device} now={now} revoke={revoke} />
              ))}
            </List>
          </>
        )}
    </>
  )
}

/** Whether a session belongs to an agent. Platforms without agents don't send the field. */
const isOfAgent = ({ agentName }: ActiveSession): boolean => agentName != null

/** Number of sessions shown at first, and number of sessions that each press of the button adds. */
const pageSize = 10

const One = ({ device, now, revoke, session }: {
  readonly session: ActiveSession
  readonly device: Device
  readonly now: Date
  readonly revoke: ReadyOf<SessionsState>["revoke"]
}) => {
  const { sessions } = useAccountTexts()
  const { ago, moment } = useDates()
  const place = usePlace(session)
  const { agentName, createdAt, id, isCurrentSession, lastUsedAt, lastUsedAtEndUserIpInfo } = session
  const signedIn = interpolate(sessions.signedIn, { time: moment(createdAt) })
  const isThis = isCurrentSession === true
  const { browser, isPhone, system } = device
  const name = isThis
    ? browser !== undefined && system !== undefined
      ? interpolate(sessions.device, { browser, system })
      : browser ?? system ?? sessions.current
    : agentName ?? place ?? sessions.unknown
  return (
    <Item
      picture={<Sign of={isThis && isPhone ? "phone" : "device"} />}
      title={name}
      badges={[isThis ? { text: sessions.current, look: "good" } : undefined]}
      details={[
        isThis || agentName != null ? place : undefined,
        [
          lastUsedAt === undefined ? undefined : interpolate(sessions.lastUsed, { time: ago(lastUsedAt, now) }),
          signedIn,
          lastUsedAtEndUserIpInfo === undefined
            ? undefined
            : interpolate(sessions.address, { ip: lastUsedAtEndUserIpInfo.ip })
        ].filter((each) => each !== undefined).join(" · ")
      ]}
      busy={revoke.busy === id}
    >
      {isThis ? undefined : (
        <Confirm
          to={sessions.revoke}
          about={`${name}, ${signedIn}`}
          look="remove"
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

/** Returns the place where a session was last used, if the platform knows it. */
const usePlace = ({ lastUsedAtEndUserIpInfo: place }: ActiveSession): string | undefined => {
  const { lang } = useWords(english)
  const { sessions } = useAccountTexts()
  const city = place?.cityName ?? undefined
  const country = place?.countryCode == null ? undefined : countryName(place.countryCode, lang)
  return city !== undefined && country !== undefined
    ? interpolate(sessions.place, { city, country })
    : city ?? country
}

/** Returns the name of a country. If its code is invalid, returns the code. */
const countryName = (code: string, lang: string): string => {
  try {
    return new Intl.DisplayNames(localeOf(lang), { type: "region" }).of(code) ?? code
  } catch {
    return code
  }
}
