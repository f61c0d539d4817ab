/** State of the account settings. */
"use client"
import * as Effect from "effect/Effect"
import { userNameOf } from "../../../schemas/entities/names.ts"
import { signOut } from "../../../src/flows/authentication/index.ts"
import { redirectTo } from "../../../src/flows/redirects/index.ts"
import * as reads from "../../../src/reads.ts"
import { useAction, useProject, useReadState } from "../../index.ts"
import { type SectionId, sectionIds, useOpenSection } from "./openSection.ts"
import { type NotSignedInState, useSignedInUser } from "./useSignedInUser.ts"

/** State of the account-settings screen. */
export type AccountSettingsState =
  | NotSignedInState
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
  const signedIn = useSignedInUser()
  const { config } = useProject()
  const leaving = useAction(leave)
  const { section, teamId } = useOpenSection()
  if (signedIn.step !== "open") return signedIn
  const { homeUrl, user } = signedIn
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
    homeUrl,
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
