/** Hooks in components, for tests of what an editor shows. This code never runs. */
import {
  createLatchkeyReact,
  useAction,
  useApiKeys,
  useClient,
  useConnectedAccount,
  useContactChannels,
  useNotificationPreferences,
  usePermission,
  useProject,
  useRead,
  useReadState,
  useRunEffect,
  useSession,
  useSessions,
  useTeam,
  useTeams,
  useUser
} from "../../react/index.ts"
import { currentUser } from "../../src/index.ts"
import type { LatchkeyClient } from "../../src/promise/index.ts"

declare const client: LatchkeyClient

export const hooks = [
  useAction,
  useApiKeys,
  useClient,
  useConnectedAccount,
  useContactChannels,
  useNotificationPreferences,
  usePermission,
  useProject,
  useRead,
  useReadState,
  useRunEffect,
  useSession,
  useSessions,
  useTeam,
  useTeams
]

export const user = () => useUser({ or: "redirect" })
export const account = () => useConnectedAccount("github", { or: "redirect" })
export const effect = currentUser.get({ or: "throw" })
export const promised = () => client.currentUser.get({ or: "throw" })

const own = createLatchkeyReact()
export const ownUser = () => own.useUser({ or: "throw" })
export const ownHooks = [own.useAction, own.useRead, own.useReadState, own.useRunEffect]
