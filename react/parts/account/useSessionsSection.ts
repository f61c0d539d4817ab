/** Where the user is signed in, without markup. */
"use client"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { useEffect, useState } from "react"
import { bindToUser } from "../../../layers/access/index.ts"
import type { ActiveSession } from "../../../schemas/entities/Session.ts"
import { sessions } from "../../../src/flows/account/index.ts"
import * as reads from "../../../src/reads.ts"
import { useAction, useRunEffect } from "../../index.ts"
import { type Device, deviceOf } from "./deviceOf.ts"
import { type Loaded, useLoaded, withReady } from "./Loaded.ts"
import { type Each, useEach } from "./useEach.ts"

/** What the sessions section shows. */
export type SessionsState = Loaded<{
  /** The current one first, then those used most recently. */
  readonly sessions: ReadonlyArray<ActiveSession>
  /** When they were asked for: what "3 minutes ago" counts from. */
  readonly now: Date
  /** What this page runs in. The platform does not say it of the others. */
  readonly device: Device
  readonly revoke: Each
  /** Ends all but the current one. */
  readonly revokeOthers: () => void
  readonly revokingOthers: boolean
  readonly problem: unknown
}>

/** The sessions section's state. */
export const useSessionsSection = (): SessionsState => {
  const loaded = useLoaded(reads.sessions)
  const [now, setNow] = useState(() => new Date(0))
  const runEffect = useRunEffect()
  const isThere = loaded.step === "ready"
  useEffect(() => {
    if (isThere) void runEffect(Effect.map(Clock.currentTimeMillis, (millis) => setNow(new Date(millis))))
  }, [isThere, runEffect])
  const revoke = useEach(revokeOne)
  const others = useAction((ids: ReadonlyArray<string>) =>
    bindToUser(Effect.forEach(ids, revokeOne, { discard: true }))
  )
  return withReady(loaded, (all) => ({
    now,
    device: deviceOf(navigator.userAgent),
    sessions: [...all].sort((a, b) => rank(b) - rank(a)),
    revoke,
    revokeOthers: () => void others.run(all.filter(({ isCurrentSession }) => isCurrentSession !== true).map(idOf)),
    revokingOthers: others.isPending,
    problem: revoke.problem ?? others.error
  }))
}

const revokeOne = (id: string) => sessions.revoke({ id })

const idOf = ({ id }: ActiveSession) => id

const rank = ({ createdAt, isCurrentSession, lastUsedAt }: ActiveSession) =>
  isCurrentSession === true ? Infinity : (lastUsedAt ?? createdAt).getTime()
