/** State of the account settings. */
"use client"
import * as Effect from "effect/Effect"
import { useState } from "react"
import { userNameOf } from "../../../schemas/entities/names.ts"
import { signOut } from "../../../src/flows/authentication/index.ts"
import { redirectTo } from "../../../src/flows/redirects/index.ts"
import * as reads from "../../../src/reads.ts"
import { useAction, useProject, useReadState, useUser } from "../../index.ts"
import { useRunOnce } from "../form/useRunOnce.ts"
import { useHrefs } from "../useHrefs.ts"
import { goToSignIn } from "./goToSignIn.ts"
import { type SectionId, sectionIds, useOpenSection } from "./openSection.ts"

/** State of the account-settings screen. */
export type AccountSettingsState =
  /**
   * The user is signed out or restricted. The page goes to the sign-in page or to `onboarding`, which later return
   * here.
   */
  | { readonly step: "leaving" }
  /**
   * The session ended while the page was open: the user signed out here or in another tab, or the account was deleted.
   */
  | { readonly step: "over"; readonly homeUrl: string; readonly signInUrl: string }
  | {
    readonly step: "open"
    readonly userId: string
    readonly userName: string
    readonly email: string | null
    readonly pictureUrl: string | null
    /** URL of the app's home page, for a link out of the settings. */
    readonly homeUrl: string
    /** The sections that the project offers. */
    readonly sections: ReadonlyArray<SectionId>
    readonly current: SectionId
    /** Whether the URL or the dialog names a section. If not, small screens show the list of sections. */
    readonly isChosen: boolean
    /** Id of the open team: `#/teams/…`. */
    readonly teamId: string | undefined
    readonly signOut: () => void
    readonly signingOut: boolean
  }

/** Options for the account settings. */
export interface AccountSettingsOptions {
  /** Whether to offer the billing section, for apps that sell products. @default false */
  readonly billing?: boolean | undefined
}

/** Returns the state of the account settings. Suspends until the project's configuration and the user are known. */
export const useAccountSettings = ({ billing = false }: AccountSettingsOptions = {}): AccountSettingsState => {
  const teams = useReadState(reads.teams)
  useReadState(reads.project) // starts the request before the next line suspends
  const user = useUser()
  const { config } = useProject()
  const leaving = useAction(leave)
  const { home, signIn } = useHrefs("home", "signIn")
  const { section, teamId } = useOpenSection()
  const [wasOpen, setWasOpen] = useState(false)
  if (user !== null && !wasOpen) setWasOpen(true)
  useRunOnce(user === null && !wasOpen ? true : undefined, () => goToSignIn)
  if (user === null) return wasOpen ? { step: "over", homeUrl: home, signInUrl: signIn } : { step: "leaving" }
  const isOffered: { readonly [Id in SectionId]?: boolean } = {
    billing,
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
    homeUrl: home,
    sections,
    current: sections.find((id) => id === section) ?? "profile",
    isChosen: section !== undefined,
    teamId,
    signOut: () => void leaving.run(),
    signingOut: leaving.isPending
  }
}

/** Uninterruptible, because sign-out unmounts the component that runs this effect. */
const leave = () => Effect.uninterruptible(Effect.andThen(signOut(), redirectTo.afterSignOut()))
