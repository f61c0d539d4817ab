/** State of the sessions section. */
"use client"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { useEffect, useState } from "react"
import { bindToUser } from "../../../layers/access/index.ts"
import type { ActiveSession } from "../../../schemas/entities/Session.ts"
import { sessions } from "../../../src/flows/account/index.ts"
import * as reads from "../../../src/reads.ts"
import { useAction, useRunEffect } from "../../index.ts"
import { inTurn } from "../form/inTurn.ts"
import { type Device, deviceOf } from "./deviceOf.ts"
import { type Loaded, useLoaded, withReady } from "./Loaded.ts"
import { type ItemAction, useEach } from "./useEach.ts"

/** State of the sessions section. */
export type SessionsState = Loaded<{
  /** The current session first, then the most recently used ones. */
  readonly sessions: ReadonlyArray<ActiveSession>
  /** When the sessions were read, for relative times such as "3 minutes ago". */
  readonly now: Date
  /** Device of this page. The platform doesn't report the devices of other sessions. */
  readonly device: Device
  readonly revoke: ItemAction
  /** Ends all sessions except the current one. */
  readonly revokeOthers: () => void
  readonly revokingOthers: boolean
  readonly problem: unknown
}>

/** Returns the state of the sessions section. */
export const useSessionsSection = (): SessionsState => {
  const loaded = useLoaded(reads.sessions)
  const [now, setNow] = useState(() => new Date(0))
  const runEffect = useRunEffect()
  const isReady = loaded.step === "ready"
  useEffect(() => {
    if (isReady) void runEffect(Effect.map(Clock.currentTimeMillis, (millis) => setNow(new Date(millis))))
  }, [isReady, runEffect])
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

const revokeOne = (id: string) => inTurn("sessions")(sessions.revoke({ id }))

const idOf = ({ id }: ActiveSession) => id

const rank = ({ createdAt, isCurrentSession, lastUsedAt }: ActiveSession) =>
  isCurrentSession === true ? Infinity : (lastUsedAt ?? createdAt).getTime()
