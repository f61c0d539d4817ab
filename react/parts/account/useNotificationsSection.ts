/** State of the notifications section. */
"use client"
import { optimistically } from "../../../layers/reads/index.ts"
import type { NotificationPreference } from "../../../schemas/entities/NotificationPreference.ts"
import { notificationPreferences } from "../../../src/flows/account/index.ts"
import * as reads from "../../../src/reads.ts"
import { inTurn } from "../form/inTurn.ts"
import { type Loaded, useLoaded, withReady } from "./Loaded.ts"
import { type ItemAction, useEach } from "./useEach.ts"

/** State of the notifications section. */
export type NotificationsState = Loaded<{
  readonly preferences: ReadonlyArray<NotificationPreference>
  /** Shows the change before the request completes, and reverts it if the request fails. */
  readonly set: ItemAction<[enabled: boolean]>
}>

/** Returns the state of the notifications section. */
export const useNotificationsSection = (): NotificationsState => {
  const loaded = useLoaded(reads.notificationPreferences)
  const set = useEach(setPreference)
  return withReady(loaded, (preferences) => ({ preferences, set }))
}

const setPreference = (notificationCategoryId: string, enabled: boolean) =>
  notificationPreferences.set({ notificationCategoryId, enabled }).pipe(
    inTurn("notifications"),
    optimistically(
      reads.notificationPreferences,
      (preferences) =>
        preferences.map((preference) =>
          preference.notificationCategoryId === notificationCategoryId ? { ...preference, enabled } : preference
        )
    )
  )
