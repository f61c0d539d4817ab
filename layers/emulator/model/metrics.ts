/** A project in numbers, counted from what happened. docs/platform.md §17. */
import type { MetricsReport } from "../../../schemas/entities/Metrics.ts"
import type { Place, Platform, Project, User } from "../state/index.ts"
import { serverUserView } from "./userViews.ts"

/** A series: today and the 30 days before. */
const points = 31

const dayMillis = 86_400_000

const dayOf = (millis: number): string => new Date(millis).toISOString().slice(0, 10)

/** Keeps that a user was given an access token: that is what counts as activity. */
export const record = (project: Project, user: User, now: number, place: Place | null): void => {
  const { countries, days } = project.activity
  const day = dayOf(now)
  let users = days.get(day)
  if (users === undefined) {
    days.set(day, users = new Set())
    const first = dayOf(now - (points - 1) * dayMillis)
    for (const day of days.keys()) if (day < first) days.delete(day)
  }
  users.add(user.id)
  if (place?.countryCode !== undefined) countries.set(user.id, place.countryCode)
}

/** Counts by day, of the last days. */
const series = (now: number, activityOn: (day: string) => number): MetricsReport["dailyUsers"] =>
  Array.from({ length: points }, (_, at) => dayOf(now - (points - 1 - at) * dayMillis))
    .map((date) => ({ date, activity: activityOn(date) }))

/** How many there are of each name. */
const counted = (names: Iterable<string>): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

const methodsOf = (user: User): ReadonlyArray<string> => [
  ...(user.passwordHash === null ? [] : ["password"]),
  ...(user.otpAuthEnabled ? ["otp"] : []),
  ...(user.passkey === null ? [] : ["passkey"]),
  // accounts that are only linked are no way in
  ...user.oauthAccounts.flatMap(({ allowSignIn, providerId }) => allowSignIn ? [providerId.toLowerCase()] : [])
]

/** The users who signed up since a time, oldest first. */
const registeredSince = (project: Project, millis: number): ReadonlyArray<User> => {
  const users = project.usersInOrder
  let at = users.length
  while (at > 0 && users[at - 1]!.signedUpAt >= millis) at--
  return users.slice(at)
}

const mostRecent = 5

/** The newest users, without anonymous ones. */
const recentlyRegistered = (project: Project, most: number): ReadonlyArray<User> => {
  const found: Array<User> = []
  for (let at = project.usersInOrder.length - 1; at >= 0 && found.length < most; at--) {
    const user = project.usersInOrder[at]!
    if (!user.isAnonymous) found.push(user)
  }
  return found
}

/** The users who were given a token last. Whoever was deleted since is not there any more. */
const recentlyActive = (project: Project, isCounted: (user: User) => boolean): ReadonlyArray<User> =>
  [...new Set([...project.activity.days.values()].flatMap((ids) => [...ids]))]
    .flatMap((id) => project.users.get(id) ?? [])
    .filter(isCounted)
    .sort((a, b) => b.lastActiveAt - a.lastActiveAt || b.sequence - a.sequence)
    .slice(0, mostRecent)

/** Everything a project knows of itself, as of now. */
export const of = (platform: Platform, project: Project, includeAnonymous: boolean): MetricsReport => {
  const now = platform.now()
  const isCounted = (user: User) => includeAnonymous || platform.rules.countsAnonymous || !user.isAnonymous
  const counts = (id: string) => {
    const user = project.users.get(id)
    return user === undefined || isCounted(user)
  }
  const view = (user: User) => serverUserView(platform, project, user)
  const start = Date.parse(dayOf(now - (points - 1) * dayMillis))
  const signUps = counted(registeredSince(project, start).filter(isCounted).map(({ signedUpAt }) => dayOf(signedUpAt)))
  const countries = [...project.activity.countries].flatMap(([id, country]) => project.users.has(id) ? [country] : [])
  const methods = counted(project.usersInOrder.flatMap(methodsOf))
  return {
    totalUsers: project.usersInOrder.filter(isCounted).length,
    dailyUsers: series(now, (day) => signUps.get(day) ?? 0),
    dailyActiveUsers: series(now, (day) => [...project.activity.days.get(day) ?? []].filter(counts).length),
    usersByCountry: Object.fromEntries(counted(countries)),
    recentlyRegistered: recentlyRegistered(project, platform.rules.recentlyRegistered).map(view),
    recentlyActive: recentlyActive(project, isCounted).map(view),
    loginMethods: [...methods].map(([method, count]) => ({ method, count }))
  }
}

/** A user's activity by day: 1 on days with, 0 on days without. */
export const ofUser = (project: Project, userId: string, now: number): MetricsReport["dailyUsers"] =>
  series(now, (day) => project.activity.days.get(day)?.has(userId) === true ? 1 : 0)
