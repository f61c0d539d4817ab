/**
 * Redirects that have begun to leave a page, so that a redirect of the page itself doesn't replace them. docs/protocol.md
 * §23.3.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { Navigation } from "../../../layers/browser/index.ts"
import { Session } from "../../../layers/session/index.ts"

/** How long a page waits for a redirect to leave it, in milliseconds: a server may respond slowly. */
const patience = 10_000

/** A redirect: the page, its target, its start in milliseconds, and whether it is known to have left the page. */
interface Departure {
  readonly from: string
  readonly to: string
  readonly at: number
  left: boolean
}

/** The last redirect of each way to navigate. */
const departures = new WeakMap<Navigation, Departure>()

const hasLeft = ({ here }: Navigation, departure: Departure): boolean =>
  departure.left ||= here()?.href !== departure.from

/** Waits until a condition holds. */
const until = (holds: () => boolean): Effect.Effect<void> =>
  Effect.suspend(() => holds() ? Effect.void : Effect.delay(until(holds), 50))

/** Redirects with `Navigation`. */
export const go = Effect.fnUntraced(function*(url: string, options?: { readonly replace?: boolean | undefined }) {
  const navigation = yield* Navigation
  const here = navigation.here()
  const going = navigation.go(url, { replace: options?.replace === true })
  if (here === undefined) return yield* going
  const at = yield* Clock.currentTimeMillis
  const departure = { from: here.href, to: new URL(url, here).href, at, left: false }
  departures.set(navigation, departure)
  // people may come back to the page while the redirect still waits
  const watching = Effect.andThen(until(() => hasLeft(navigation, departure)), Effect.never)
  yield* Effect.raceFirst(going, watching)
  hasLeft(navigation, departure)
})

/** Waits until a redirect that begins from now on has left the page. */
export const departed: Effect.Effect<void> = Effect.gen(function*() {
  const navigation = yield* Navigation
  const before = departures.get(navigation)
  const last = () => departures.get(navigation)!
  yield* until(() => last() !== before && hasLeft(navigation, last()))
})

/**
 * Waits for a sign-out and for its caller's redirect. Returns whether that redirect has left the page. If it leads to the
 * same page, or hasn't left after 10 seconds, the page is still there and must redirect signed-out visitors itself.
 */
export const leftBySignOut: Effect.Effect<boolean, never, Session> = Effect.gen(function*() {
  const navigation = yield* Navigation
  const page = navigation.here()?.href
  const before = departures.get(navigation)
  const wasEarlier = before !== undefined && hasLeft(navigation, before)
  // a redirect would abort the request
  yield* (yield* Session).revocation
  // the caller resumes after this fiber
  for (let turn = 0; turn < 5; turn++) yield* Effect.yieldNow
  const departure = departures.get(navigation)
  if (departure === undefined || (wasEarlier && departure === before)) return false
  if (departure.from !== page || departure.to === page) return false
  while (!hasLeft(navigation, departure)) {
    if ((yield* Clock.currentTimeMillis) - departure.at >= patience) return false
    yield* Effect.sleep(50)
  }
  return true
})
