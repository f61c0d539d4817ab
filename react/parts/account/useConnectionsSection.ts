/** State of the connected accounts section. */
"use client"
import { read } from "../../../layers/reads/index.ts"
import type { OAuthProvider } from "../../../schemas/entities/OAuthProvider.ts"
import { oauth, oauthProviders } from "../../../src/flows/oauth/index.ts"
import { useProject, useUser } from "../../index.ts"
import { inTurn } from "../form/inTurn.ts"
import { confirmFirst } from "./confirmFirst.ts"
import { type Loaded, useLoaded, withReady } from "./Loaded.ts"
import { type ItemAction, useEach } from "./useEach.ts"

/** State of the connected accounts section. */
export type ConnectionsState = Loaded<{
  /** Connected accounts, oldest first. */
  readonly accounts: ReadonlyArray<OAuthProvider>
  /** Ids of the project's providers that the user has not connected. */
  readonly available: ReadonlyArray<string>
  /** Goes to the provider with the given id. Requires a recent sign-in. */
  readonly link: ItemAction
  /** Disconnects the account with the given id. */
  readonly unlink: ItemAction
  /** Id of the account that is the user's only way to sign in. */
  readonly lastWayIn: string | undefined
}>

/**
 * Returns the state of the connected accounts section. Suspends until the project's configuration and the user are
 * known.
 */
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

const linkAccount = (provider: string) => confirmFirst(oauth.link({ provider }))

const unlinkAccount = (id: string) => inTurn("connections")(oauthProviders.unlink({ id }))
