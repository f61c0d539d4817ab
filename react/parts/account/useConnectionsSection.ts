/** The user's accounts at other providers, without markup. */
"use client"
import { read } from "../../../layers/reads/index.ts"
import type { OAuthProvider } from "../../../schemas/entities/OAuthProvider.ts"
import { oauth, oauthProviders } from "../../../src/flows/oauth/index.ts"
import { useProject, useUser } from "../../index.ts"
import { type Loaded, useLoaded, withReady } from "./Loaded.ts"
import { type Each, useEach } from "./useEach.ts"

/** What the connected accounts section shows. */
export type ConnectionsState = Loaded<{
  /** Oldest first. */
  readonly accounts: ReadonlyArray<OAuthProvider>
  /** Providers of the project that the user has no account of here. */
  readonly available: ReadonlyArray<string>
  /** Goes to a provider, by its id; the page is left. */
  readonly link: Each
  /** By the id of the account. */
  readonly unlink: Each
  /** The account without which the user could not sign in any more. */
  readonly lastWayIn: string | undefined
}>

/** The connected accounts section's state. Suspends until it is known what the project offers and who is signed in. */
export const useConnectionsSection = (): ConnectionsState => {
  const { config } = useProject()
  const user = useUser()
  const loaded = useLoaded(linkedAccounts)
  const link = useEach(linkAccount)
  const unlink = useEach(unlinkAccount)
  return withReady(loaded, (accounts) => {
    const ways = accounts.filter(({ allowSignIn }) => allowSignIn)
    const hasOther = user === null || user.hasPassword || user.otpAuthEnabled || user.passkeyAuthEnabled
    return {
      accounts,
      available: config.enabledOauthProviders.map(({ id }) => id).filter((id) =>
        accounts.every(({ providerConfigId, type }) => (providerConfigId ?? type) !== id)
      ),
      link,
      unlink,
      lastWayIn: !hasOther && ways.length === 1 ? ways[0]!.id : undefined
    }
  })
}

const linkedAccounts = read("linkedAccounts", oauthProviders.list())

const linkAccount = (provider: string) => oauth.link({ provider })

const unlinkAccount = (id: string) => oauthProviders.unlink({ id })
