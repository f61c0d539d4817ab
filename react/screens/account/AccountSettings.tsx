/** The account-settings screen: a section at a time, each with an address of its own. */
"use client"
import * as Record from "effect/Record"
import { type ComponentType, type ReactNode, useEffect, useId, useRef } from "react"
import * as reads from "../../../src/reads.ts"
import { type ReadDefinition, useRunEffect } from "../../index.ts"
import {
  type AccountSettingsState,
  type SectionId,
  useAccountSettings,
  useSectionInAddress
} from "../../parts/account/useAccountSettings.ts"
import { askFor } from "../../parts/form/askFor.ts"
import { Button } from "../elements/Button.tsx"
import { Main } from "../elements/Main.tsx"
import { MessageCard } from "../elements/MessageCard.tsx"
import { NoScript } from "../elements/NoScript.tsx"
import { Loading, Waiting } from "../elements/Waiting.tsx"
import { useTexts } from "../Language.tsx"
import { lazyComponent } from "../lazyComponent.ts"
import { interpolate } from "../texts/interpolate.ts"
import { useAccountTexts } from "./accountTexts.ts"
import { Avatar } from "./Avatar.tsx"
import { WaitingSection } from "./LoadedView.tsx"

type Body = ComponentType<{ readonly teamId?: string | undefined }>

/** Each section's code comes when the section is opened. */
const code: { readonly [Id in SectionId]: () => Promise<Body> } = {
  profile: async () => (await import("./Profile.tsx")).Profile,
  emails: async () => (await import("./Emails.tsx")).Emails,
  password: async () => (await import("./Password.tsx")).Password,
  passkeys: async () => (await import("./Passkeys.tsx")).Passkeys,
  "two-step": async () => (await import("./TwoStep.tsx")).TwoStep,
  sessions: async () => (await import("./Sessions.tsx")).Sessions,
  connections: async () => (await import("./Connections.tsx")).Connections,
  notifications: async () => (await import("./Notifications.tsx")).Notifications,
  "api-keys": async () => (await import("./ApiKeys.tsx")).ApiKeys as Body,
  teams: async () => (await import("./Teams.tsx")).Teams,
  delete: async () => (await import("./Deletion.tsx")).Deletion
}

/** What a section reads besides, of those that every project offers. */
const shown: { readonly [Id in SectionId]?: ReadDefinition<unknown, unknown, any> } = {
  emails: reads.contactChannels,
  sessions: reads.sessions,
  notifications: reads.notificationPreferences
}

const bodies = Record.map(code, lazyComponent)

/** Lets people manage their account, as far as the project allows. The page's fragment says which section is open. */
export const AccountSettings = (): ReactNode => {
  const { section = "profile" } = useSectionInAddress()
  const runEffect = useRunEffect()
  useEffect(() => {
    // while what is known of the user and the project is on its way
    code[section]().catch(() => {}) // whoever shows the section hears of it
    const read = shown[section]
    if (read !== undefined) void runEffect(askFor(read))
  }, [runEffect, section])
  return (
    <Waiting>
      <Live />
    </Waiting>
  )
}

const Live = () => {
  const state = useAccountSettings()
  if (state.step !== "open") return <AccountSettingsView {...state} />
  const Body = bodies[state.current]
  return (
    <AccountSettingsView {...state}>
      <WaitingSection key={state.current}>
        <Body {...state.current === "teams" ? { teamId: state.teamId } : {}} />
      </WaitingSection>
    </AccountSettingsView>
  )
}

/** The screen in a given state, without a platform. */
export const AccountSettingsView = ({ children, ...state }: AccountSettingsState & {
  /** The section. */
  readonly children?: ReactNode
}): ReactNode => {
  const { common } = useTexts()
  const texts = useAccountTexts()
  switch (state.step) {
    case "leaving":
      return <Loading />
    case "over":
      return (
        <MessageCard
          title={texts.over}
          text={texts.overHint}
          actions={[{ label: texts.signIn, to: state.signInUrl }, { label: common.home, to: state.homeUrl }]}
        />
      )
    case "open":
      return <Open {...state}>{children}</Open>
  }
}

type Open = Extract<AccountSettingsState, { readonly step: "open" }>

const Open = ({ children, ...state }: Open & { readonly children: ReactNode }) => {
  const { leads, pageTitle, sections, title } = useAccountTexts()
  const { current, email, pictureUrl, teamId, userName } = state
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const place = `${current}/${teamId ?? ""}`
  const before = useRef(place)
  useEffect(() => {
    if (before.current === place) return
    before.current = place
    heading.current?.focus()
  }, [place])
  return (
    <Main className="lk-top">
      <title>{interpolate(pageTitle, { section: sections[current] })}</title>
      <div className="lk-card lk-wide lk-account">
        <header className="lk-who">
          <Avatar name={userName} url={pictureUrl} />
          <div className="lk-grow">
            <h1>{title}</h1>
            <p className="lk-soft lk-row">
              <bdi>{userName}</bdi>
              {email === null || email === userName ? null : <bdi>{email}</bdi>}
            </p>
          </div>
        </header>
        <Sections {...state} />
        <section className="lk-section" aria-labelledby={id}>
          <header className="lk-head">
            <h2 ref={heading} id={id} tabIndex={-1}>{sections[current]}</h2>
            <p className="lk-soft">{leads[current]}</p>
          </header>
          <NoScript />
          {children}
        </section>
      </div>
    </Main>
  )
}

const Sections = ({ current, sections, signOut, signingOut }: Open) => {
  const texts = useAccountTexts()
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    // on a small screen the sections are a row that is longer than the screen
    list.current?.querySelector(`[href="#/${current}"]`)?.scrollIntoView({ block: "nearest", inline: "center" })
  }, [current])
  return (
    <nav className="lk-nav" aria-label={texts.title}>
      <ul ref={list}>
        {sections.map((id) => (
          <li key={id}>
            <a href={`#/${id}`} aria-current={id === current ? "page" : undefined}>{texts.sections[id]}</a>
          </li>
        ))}
        <li>
          <Button className="lk-small" look="quiet" busy={signingOut} onClick={signOut}>{texts.signOut}</Button>
        </li>
      </ul>
    </nav>
  )
}
