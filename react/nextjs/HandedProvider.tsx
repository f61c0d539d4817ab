"use client"
import * as Redacted from "effect/Redacted"
import { type ReactNode, useState } from "react"
import type { PageOptions } from "../../layers/browser/index.ts"
import type { PageSettings } from "../../layers/call/index.ts"
import type { InitialReads } from "../../layers/reads/index.ts"
import { type CookieOptions, stateOfToken } from "../../layers/session/index.ts"
import type { ClientProject } from "../../schemas/entities/Project.ts"
import type { User } from "../../schemas/entities/User.ts"
import * as reads from "../../src/reads.ts"
import { LatchkeyProvider } from "../index.ts"

/** What a server component knows of the request's session. Goes into the page: there is no token in it. */
export interface Handed {
  /** The user's id; `null`: nobody is signed in. */
  readonly person: string | null
  /** The access token's middle part, its claims; without its signature nobody takes it for a token. */
  readonly claims: string | null
  /** `undefined`: the platform did not answer. */
  readonly user: User | null | undefined
}

/** What crosses from the server to the browser. */
export interface HandedProviderProps {
  readonly children: ReactNode
  readonly fallback: ReactNode
  readonly settings: PageSettings & PageOptions & {
    readonly cookies?: CookieOptions | undefined
    readonly oauthScopesOnSignIn?: { readonly [provider: string]: ReadonlyArray<string> } | undefined
  }
  /** `undefined`: it cannot be told now who sends the request. */
  readonly handed: Handed | undefined
  readonly offered: ClientProject | undefined
}

/** The provider as a server component renders it: it begins with what that knows. */
export const HandedProvider = ({ children, fallback, handed, offered, settings }: HandedProviderProps): ReactNode => {
  // later ones come with what the router fetches, when the session in the browser knows better
  const [initial] = useState(() => handed && initialOf(handed, offered))
  return <LatchkeyProvider project={settings} initial={initial} fallback={fallback}>{children}</LatchkeyProvider>
}

const initialOf = ({ claims, person, user }: Handed, offered: ClientProject | undefined): InitialReads => ({
  person,
  values: {
    [reads.session.key]: stateOfToken(claims === null ? null : Redacted.make(`.${claims}.`)),
    ...(user === undefined ? {} : { [reads.currentUser.key]: user }),
    ...(offered === undefined ? {} : { [reads.project.key]: offered })
  }
})
