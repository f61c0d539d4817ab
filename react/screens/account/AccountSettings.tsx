/** The account-settings screen: one section at a time, each with its own URL. */
"use client"
import * as Record from "effect/Record"
import { type ComponentType, type ReactNode, useContext, useEffect, useId, useRef } from "react"
import * as reads from "../../../src/reads.ts"
import { type ReadDefinition, useRunEffect } from "../../index.ts"
import { sectionGroups, type SectionId, useOpenSection, useSectionHref } from "../../parts/account/openSection.ts"
import {
  type AccountSettingsOptions,
  type AccountSettingsState,
  useAccountSettings
} from "../../parts/account/useAccountSettings.ts"
import { askFor } from "../../parts/form/askFor.ts"
import { Avatar } from "../elements/Avatar.tsx"
import { Button } from "../elements/Button.tsx"
import { DialogHeading, Heading, Main, Placed, type ScreenProps } from "../elements/Main.tsx"
import { NoScript } from "../elements/NoScript.tsx"
import { Sign } from "../elements/Sign.tsx"
import { Title } from "../elements/Title.tsx"
import { Loading, Waiting } from "../elements/Waiting.tsx"
import { lazyComponent } from "../lazyComponent.ts"
import { interpolate } from "../texts/interpolate.ts"
import { useAccountTexts } from "./accountTexts.ts"
import { WaitingSection } from "./LoadedView.tsx"
import { NotSignedInView } from "./NotSignedIn.tsx"

type Body = ComponentType<{ readonly teamId?: string | undefined }>

/** Loads a section's code when the section is opened. */
const code: { readonly [Id in SectionId]: () => Promise<Body> } = {
  profile: async () => (await import("./Profile.tsx")).Profile,
  emails: async () => (await import("./Emails.tsx")).Emails,
  password: async () => (await import("./Password.tsx")).Password,
  passkeys: async () => (await import("./Passkeys.tsx")).Passkeys,
  mfa: async () => (await import("./MfaSettings.tsx")).MfaSettings,
  sessions: async () => (await import("./Sessions.tsx")).Sessions,
  connections: async () => (await import("./Connections.tsx")).Connections,
  notifications: async () => (await import("./Notifications.tsx")).Notifications,
  "api-keys": async () => (await import("./ApiKeys.tsx")).ApiKeys as Body,
  teams: async () => (await import("./Teams.tsx")).Teams,
  billing: async () => (await import("./billing/Billing.tsx")).Billing
}

/** Reads that a section needs. Includes only sections that every project offers. */
const shown: { readonly [Id in SectionId]?: ReadDefinition<unknown, unknown, any> } = {
  emails: reads.contactChannels,
  sessions: reads.sessions,
  notifications: reads.notificationPreferences
}

const bodies = Record.map(code, lazyComponent)

/** Your own section in the account settings. */
export interface AccountSettingsItem {
  /** Name of the section in the URL's fragment, different from the names of the other sections. */
  readonly id: string
  readonly title: string
  readonly content: ReactNode
  readonly icon?: ReactNode | undefined
}

/** Props of `AccountSettings`. */
export interface AccountSettingsProps extends AccountSettingsOptions, ScreenProps {
  /** Your own sections, shown after the others. */
  readonly extraItems?: ReadonlyArray<AccountSettingsItem> | undefined
}

/**
 * Lets users manage their account with the sections that the project offers. The URL's fragment names the open section.
 * With `billing`, users also manage their purchases.
 */
export const AccountSettings = ({ billing, extraItems, fullPage }: AccountSettingsProps): ReactNode => {
  const { section = "profile" } = useOpenSection()
  const runEffect = useRunEffect()
  useEffect(() => {
    // Starts loading while the user and the project are being read. The section reports errors when it renders.
    if (section === "billing" && billing !== true) return
    code[section]().catch(() => {}) // reported where the section renders
    const read = shown[section]
    if (read !== undefined) void runEffect(askFor(read))
  }, [billing, runEffect, section])
  return (
    <Placed fullPage={fullPage}>
      <Waiting until={<Loading wide />}>
        <Live billing={billing} extraItems={extraItems} />
      </Waiting>
    </Placed>
  )
}

const Live = ({ extraItems = [], ...options }: Omit<AccountSettingsProps, "fullPage">) => {
  const state = useAccountSettings(options)
  const { name } = useOpenSection()
  if (state.step !== "open") return <AccountSettingsView {...state} />
  const Body = bodies[state.current]
  const extraItem = extraItems.find(({ id }) => id === name)
  return (
    <AccountSettingsView {...state} extraItem={extraItem} extraItems={extraItems}>
      {extraItem === undefined
        ? (
          <WaitingSection key={state.current}>
            <Body {...state.current === "teams" ? { teamId: state.teamId } : {}} />
          </WaitingSection>
        )
        : extraItem.content}
    </AccountSettingsView>
  )
}

/** Renders the screen for a given state. */
export const AccountSettingsView = (
  { children, extraItem, extraItems = [], ...state }: AccountSettingsState & Extras & {
    readonly children?: ReactNode | undefined
  }
): ReactNode => {
  if (state.step !== "open") return <NotSignedInView {...state} />
  return <Open {...state} extraItem={extraItem} extraItems={extraItems}>{children}</Open>
}

type Open = Extract<AccountSettingsState, { readonly step: "open" }>

/** The app's own sections, and the open one. */
interface Extras {
  readonly extraItem?: AccountSettingsItem | undefined
  readonly extraItems?: ReadonlyArray<AccountSettingsItem> | undefined
}

const Open = ({ children, ...state }: Open & Extras & { readonly children: ReactNode }) => {
  const { backToApp, leads, pageTitle, sections, title } = useAccountTexts()
  const { current, email, extraItem, homeUrl, isChosen, pictureUrl, teamId, userId, userName } = state
  const name = extraItem?.title ?? sections[current]
  const hrefOf = useSectionHref()
  const isInDialog = useContext(DialogHeading) !== undefined
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const place = `${extraItem?.id ?? current}/${teamId ?? ""}`
  const before = useRef(place)
  useEffect(() => {
    if (before.current === place) return
    before.current = place
    heading.current?.focus()
  }, [place])
  return (
    <Main className="lk-top">
      <Title>{interpolate(pageTitle, { section: name })}</Title>
      <div className="lk-card lk-wide lk-account" data-chosen={isChosen || extraItem !== undefined || undefined}>
        <header className="lk-who">
          <Avatar id={userId} name={userName} url={pictureUrl} />
          <div className="lk-grow">
            <Heading>{title}</Heading>
            <p className="lk-soft lk-row">
              <bdi translate="no">{userName}</bdi>
              {email === null || email === userName ? null : <bdi translate="no">{email}</bdi>}
            </p>
          </div>
          {isInDialog ? null : (
            <a className="lk-home" href={homeUrl}>
              <Sign of="back" />
              <span>{backToApp}</span>
            </a>
          )}
        </header>
        <Sections {...state} />
        <section className="lk-section" aria-labelledby={id}>
          <a className="lk-back" href={hrefOf("")}>
            <Sign of="back" />
            <span>{title}</span>
          </a>
          <header className="lk-head">
            <h2 ref={heading} id={id} tabIndex={-1}>{name}</h2>
            {extraItem === undefined ? <p className="lk-soft">{leads[current]}</p> : null}
          </header>
          <NoScript />
          {children}
        </section>
      </div>
    </Main>
  )
}

const Sections = ({ current, extraItem, extraItems = [], sections, signOut, signingOut }: Open & Extras) => {
  const texts = useAccountTexts()
  const hrefOf = useSectionHref()
  const id = useId()
  return (
    <nav className="lk-nav" aria-label={texts.title}>
      {groups.map(([group, members]) => {
        const shown = members.filter((section) => sections.includes(section))
        return shown.length === 0 ? null : (
          <div key={group}>
            <p id={`${id}-${group}`} className="lk-group">{texts.groups[group]}</p>
            <ul aria-labelledby={`${id}-${group}`}>
              {shown.map((section) => (
                <li key={section}>
                  <a
                    href={hrefOf(section)}
                    aria-current={extraItem === undefined && section === current ? "page" : undefined}
                  >
                    <Sign of={section} />
                    <span>{texts.sections[section]}</span>
                  </a>
                </li>
              ))}
            </ul>
          </div>
        )
      })}
      {extraItems.length === 0 ? null : (
        <ul>
          {extraItems.map(({ icon, id, title }) => (
            <li key={id}>
              <a href={hrefOf(id)} aria-current={extraItem?.id === id ? "page" : undefined}>
                {icon ?? <Sign of="settings" />}
                <span>{title}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
      <Button className="lk-small" look="quiet" busy={signingOut} onClick={signOut}>
        {signingOut ? null : <Sign of="signOut" />}
        {texts.signOut}
      </Button>
    </nav>
  )
}

const groups: ReadonlyArray<readonly [group: keyof typeof sectionGroups, members: ReadonlyArray<SectionId>]> = Record
  .toEntries(sectionGroups)
