/** Which mails the user gets, without markup. */
"use client"
import { optimistically } from "../../../layers/reads/index.ts"
import type { NotificationPreference } from "../../../schemas/entities/NotificationPreference.ts"
import { notificationPreferences } from "../../../src/flows/account/index.ts"
import * as reads from "../../../src/reads.ts"
import { type Loaded, useLoaded, withReady } from "./Loaded.ts"
import { type Each, useEach } from "./useEach.ts"

/** What the notifications section shows. */
export type NotificationsState = Loaded<{
  readonly preferences: ReadonlyArray<NotificationPreference>
  /** Shown at once, and taken back when it fails. */
  readonly set: Each<[enabled: boolean]>
}>

/** The notifications section's state. */
export const useNotificationsSection = (): NotificationsState => {
  const loaded = useLoaded(reads.notificationPreferences)
  const set = useEach(setPreference)
  return withReady(loaded, (preferences) => ({ preferences, set }))
}

const setPreference = (notificationCategoryId: string, enabled: boolean) =>
  notificationPreferences.set({ notificationCategoryId, enabled }).pipe(
    optimistically(
      reads.notificationPreferences,
      (preferences) =>
        preferences.map((preference) =>
          preference.notificationCategoryId === notificationCategoryId ? { ...preference, enabled } : preference
        )
    )
  )
