/** The account settings without their markup: who it is about, which sections there are, and which one is open. */
"use client"
import * as Effect from "effect/Effect"
import { useState, useSyncExternalStore } from "react"
import { Session } from "../../../layers/session/index.ts"
import { userNameOf } from "../../../schemas/entities/names.ts"
import { signOut } from "../../../src/flows/authentication/index.ts"
import { redirectTo } from "../../../src/flows/redirects/index.ts"
import * as reads from "../../../src/reads.ts"
import { useAction, useProject, useReadState, useUser } from "../../index.ts"
import { useRunOnce } from "../form/useRunOnce.ts"
import { useHrefs } from "../useHrefs.ts"

/** The sections by what they are about, in order. The fragment of the page's address names the one that is open: `#/emails`. */
export const sectionGroups = {
  you: ["profile", "emails", "connections", "notifications"],
  security: ["password", "passkeys", "two-step", "sessions"],
  work: ["teams", "api-keys"]
} as const

/** Every section. */
export const sectionIds = Object.values(sectionGroups).flat()

/** A section of the account settings. */
export type SectionId = typeof sectionGroups[keyof typeof sectionGroups][number]

/** What the account-settings screen shows. */
export type AccountSettingsState =
  /** Nobody is signed in: on the way to the sign-in page, a restricted user to `onboarding`. Either leads back here. */
  | { readonly step: "leaving" }
  /** The session ended while the page was open: here, in another tab, or with the account. */
  | { readonly step: "over"; readonly homeUrl: string; readonly signInUrl: string }
  | {
    readonly step: "open"
    readonly userId: string
    readonly userName: string
    readonly email: string | null
    readonly pictureUrl: string | null
    /** Those that the project offers. */
    readonly sections: ReadonlyArray<SectionId>
    readonly current: SectionId
    /** The page's address names a section: on a small screen it is shown, and the list of them otherwise. */
    readonly isChosen: boolean
    /** Of the teams, the one that is open: `#/teams/…`. */
    readonly teamId: string | undefined
    readonly signOut: () => void
    readonly signingOut: boolean
  }

/** The account settings' state. Suspends until it is known what the project offers and who is signed in. */
export const useAccountSettings = (): AccountSettingsState => {
  const teams = useReadState(reads.teams)
  useReadState(reads.project) // asked for before the next line suspends
  const user = useUser()
  const { config } = useProject()
  const leaving = useAction(leave)
  const { home, signIn } = useHrefs("home", "signIn")
  const { section, teamId } = useSectionInAddress()
  const [wasOpen, setWasOpen] = useState(false)
  if (user !== null && !wasOpen) setWasOpen(true)
  useRunOnce(user === null && !wasOpen ? true : undefined, away)
  if (user === null) return wasOpen ? { step: "over", homeUrl: home, signInUrl: signIn } : { step: "leaving" }
  const isOffered: { readonly [Id in SectionId]?: boolean } = {
    password: config.credentialEnabled,
    passkeys: config.passkeyEnabled,
    connections: config.enabledOauthProviders.length > 0,
    "api-keys": config.allowUserApiKeys,
    teams: config.clientTeamCreationEnabled || (teams._tag === "Success" && teams.value.length > 0)
  }
  const sections = sectionIds.filter((id) => isOffered[id] ?? true)
  return {
    step: "open",
    userId: user.id,
    userName: userNameOf(user),
    email: user.primaryEmail,
    pictureUrl: user.profileImageUrl,
    sections,
    current: sections.find((id) => id === section) ?? "profile",
    isChosen: section !== undefined,
    teamId,
    signOut: () => void leaving.run(),
    signingOut: leaving.isPending
  }
}

/** Goes on when the screen changes because nobody is signed in any more. */
const leave = () => Effect.uninterruptible(Effect.andThen(signOut(), redirectTo.afterSignOut()))

const away = () =>
  Effect.flatMap(
    Session,
    ({ state }) => redirectTo[state()._tag === "Restricted" ? "onboarding" : "signIn"]({ replace: true })
  )

/** Which section the page's address names, whether the project offers it or not, and which team in it. */
export const useSectionInAddress = () => {
  const [first, teamId] = useFragment().split("/")
  return { section: sectionIds.find((id) => id === first), teamId: teamId === "" ? undefined : teamId }
}

/** The fragment of the page's address, as a path: an anchor it is not. */
const useFragment = () => useSyncExternalStore(onFragment, fragment, () => "")

const fragment = () => location.hash.replace(/^#\/?/, "")

const onFragment = (listener: () => void) => {
  addEventListener("hashchange", listener)
  return () => removeEventListener("hashchange", listener)
}
