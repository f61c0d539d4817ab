"use client"
import * as Redacted from "effect/Redacted"
import { type ReactNode, useState } from "react"
import type { PageOptions } from "../../layers/browser/index.ts"
import type { PageSettings } from "../../layers/call/index.ts"
import type { InitialReads } from "../../layers/reads/index.ts"
import { type CookieOptions, stateOfToken } from "../../layers/session/index.ts"
import type { ClientProject } from "../../schemas/entities/Project.ts"
import type { User } from "../../schemas/entities/User.ts"
import type { SharedClient } from "../../src/promise/index.ts"
import * as reads from "../../src/reads.ts"
import { LatchkeyProvider } from "../LatchkeyProvider.ts"

/** The session data that the server passes to the page. It contains no token. */
export interface Handed {
  /** The user's id; `null` when signed out. */
  readonly person: string | null
  /** Payload of the access token with its claims. Without the signature, it can't be used as a token. */
  readonly claims: string | null
  /** The user. `undefined` if the platform could not be reached. */
  readonly user: User | null | undefined
}

/** Props that the server sends to the browser. */
export interface HandedProviderProps {
  readonly children: ReactNode
  /**
   * The client of the app's browser code, with the same project. `settings` then have no effect.
   * @default a client that the provider creates from `settings`
   */
  readonly client?: SharedClient | undefined
  readonly fallback: ReactNode
  readonly settings: PageSettings & PageOptions & {
    readonly cookies?: CookieOptions | undefined
    readonly oauthScopesOnSignIn?: { readonly [provider: string]: ReadonlyArray<string> } | undefined
  }
  /** The session. `undefined` if the request could not be authenticated, because the platform could not be reached. */
  readonly handed: Handed | undefined
  readonly offered: ClientProject | undefined
}

/** The provider of a page that a server rendered, with the session data of the request as initial values. */
export const HandedProvider = (
  { children, client, fallback, handed, offered, settings }: HandedProviderProps
): ReactNode => {
  // Only the first values are used. Values from later requests of the router may be older than the session in the
  // browser.
  const [initial] = useState(() => handed && initialOf(handed, offered))
  const source = client === undefined ? { project: settings } : { client }
  return <LatchkeyProvider {...source} initial={initial} fallback={fallback}>{children}</LatchkeyProvider>
}

const initialOf = ({ claims, person, user }: Handed, offered: ClientProject | undefined): InitialReads => ({
  person,
  values: {
    [reads.session.key]: stateOfToken(claims === null ? null : Redacted.make(`.${claims}.`)),
    ...(user === undefined ? {} : { [reads.currentUser.key]: user }),
    ...(offered === undefined ? {} : { [reads.project.key]: offered })
  }
})
