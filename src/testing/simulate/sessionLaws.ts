/** Laws about sessions that every app should keep. */
import type { Law, LawResult, SimulatedEnd, SimulatedRequest, World } from "./world.ts"

type AnyWorld = World<unknown>

/** Whether a session ended for a reason: a sign-out, another sign-in, or the platform's decision. */
const hasReason = (
  { emulator, ends, isOver }: AnyWorld,
  { device, entry: { by, sessionId } }: SimulatedEnd
): boolean => {
  if (sessionId === undefined) return true
  if (by === "platform") return !emulator.store.projects.get(emulator.project.projectId)!.sessions.has(sessionId)
  // the ledger of the tab that ended the session may still wait for the origin of an earlier end
  if (!isOver) return true
  const isOrigin = (by: SimulatedEnd["entry"]["by"]) => by !== "vanished" && by !== "anotherTab"
  return ends.some((end) => end.device === device && end.entry.sessionId === sessionId && isOrigin(end.entry.by))
}

/** Endpoints that begin a session, regardless of the token that a request carries. */
const isSignIn = /sign(?:In|Up)/

const isSentBefore = (a: SimulatedRequest, b: SimulatedRequest): boolean => a.id < b.id

/**
 * Laws about sessions, for the option `laws`. Use all of them with `...sessionLaws`, or select some by name.
 *
 * - Network faults end no session: a session ends because the app signs out, another person signs in, or the platform has
 *   ended it.
 * - An action that began for one person sends no request with another person's tokens, unless it signed in itself. Wrap
 *   such an action in `forPerson`.
 * - The tabs of a device send one refresh of a session at a time.
 * - Every action ends within ten minutes after the last fault.
 */
export const sessionLaws = {
  "people are signed out only for a reason": (world: AnyWorld): LawResult => {
    const end = world.ends.find((end) => !hasReason(world, end))
    return end === undefined || `A session ended in ${end.tab} without a sign-out, but still exists on the platform.`
  },
  "no action uses another person's session": ({ people, requests }: AnyWorld): LawResult => {
    for (const request of requests) {
      const { action, endpoint = "an unknown address", tab, userId } = request
      const person = action?.person === undefined ? undefined : people[action.person]
      if (userId === undefined || person === undefined || userId === person.userId || isSignIn.test(endpoint)) continue
      const hasSignedIn = requests.some((other) =>
        other.action === action && other.beginsSession && isSentBefore(other, request)
      )
      if (!hasSignedIn) {
        return `"${action!.name}" in ${tab} began for ${person.name}, and called ${endpoint} for another person.`
      }
    }
    return true
  },
  "a device sends one refresh at a time": ({ requests }: AnyWorld): LawResult => {
    // a sign-out may refresh the session that it ends, because it doesn't wait for requests of the tab
    const refreshes = requests.filter(({ endpoint, person }) => endpoint === "oauth.refresh" && person !== undefined)
    const isUnderWay = (one: SimulatedRequest, other: SimulatedRequest) =>
      other.device === one.device && other.person === one.person && isSentBefore(other, one)
      && (other.endedAt ?? Infinity) > one.sentAt
    const second = refreshes.find((one) => refreshes.some((other) => isUnderWay(one, other)))
    return second === undefined || `${second.tab} sent a refresh while another one was running.`
  },
  "every action ends": ({ actions, isOver }: AnyWorld): LawResult => {
    const running = isOver ? actions.find(({ endedAt }) => endedAt === undefined) : undefined
    return running === undefined || `"${running.name}" in ${running.tab} still runs, ten minutes after the last fault.`
  }
}

/**
 * Law about the app's own sign-outs: the app may end the session only while one of these actions runs in the tab. An
 * app that signs people out because a request failed breaks this law.
 */
export const signedOutOnlyBy = (...names: ReadonlyArray<string>): Law<unknown> => ({ actions, ends }) => {
  const isRunning = ({ at, tab }: SimulatedEnd) =>
    actions.some((action) =>
      action.tab === tab && names.includes(action.name) && action.beganAt <= at && (action.endedAt ?? Infinity) >= at
    )
  const end = ends.find((end) => end.entry.by === "here" && !isRunning(end))
  return end === undefined || `${end.tab} signed out, and none of these actions runs: ${names.join(", ")}.`
}
