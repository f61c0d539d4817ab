/** Metrics of a project. docs/platform.md §17. */
import type { MetricsReport } from "../../../../schemas/entities/Metrics.ts"
import type { Place, Platform, Project, User } from "../../state/index.ts"
import { contactChannels, serverUserView } from "../accounts/index.ts"
import { simpleStatusOf, statusOf } from "./emailStatus.ts"

/** Number of days in a series: today and the 30 days before. */
const points = 31

const dayMillis = 86_400_000

/** Returns the UTC day of a time. */
export const dayOf = (millis: number): string => new Date(millis).toISOString().slice(0, 10)

/** Records that a user received an access token, which counts as activity. */
export const record = (project: Project, user: User, now: number, place: Place | null): void => {
  const { countries, days, last } = project.activity
  const day = dayOf(now)
  let users = days.get(day)
  if (users === undefined) {
    days.set(day, users = new Set())
    const first = dayOf(now - (points - 1) * dayMillis)
    for (const day of days.keys()) if (day < first) days.delete(day)
  }
  users.add(user.id)
  last.delete(user.id)
  last.set(user.id, now)
  if (place?.countryCode !== undefined) countries.set(user.id, place.countryCode)
}

/** Builds a daily series that ends today. */
export const series = (now: number, activityOn: (day: string) => number): MetricsReport["dailyUsers"] =>
  Array.from({ length: points }, (_, at) => dayOf(now - (points - 1 - at) * dayMillis))
    .map((date) => ({ date, activity: activityOn(date) }))

/** Counts the occurrences of each name. */
export const counted = (names: Iterable<string>): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

const methodsOf = (user: User): ReadonlyArray<string> => [
  ...(user.passwordHash === null ? [] : ["password"]),
  ...(user.otpAuthEnabled ? ["otp"] : []),
  ...(user.passkey === null ? [] : ["passkey"]),
  // accounts that are only linked can't be used to sign in
  ...user.oauthAccounts.flatMap(({ allowSignIn, providerId }) => allowSignIn ? [providerId.toLowerCase()] : [])
]

/** Returns the sign-ups since a time, oldest first. */
const registeredSince = (project: Project, millis: number): ReadonlyArray<User> => {
  const users = project.usersInOrder
  let at = users.length
  while (at > 0 && users[at - 1]!.signedUpAt >= millis) at--
  return users.slice(at)
}

const maxRecent = 5

/** Returns the newest users, without anonymous ones. */
const recentlyRegistered = (project: Project, max: number): ReadonlyArray<User> => {
  const found: Array<User> = []
  for (let at = project.usersInOrder.length - 1; at >= 0 && found.length < max; at--) {
    const user = project.usersInOrder[at]!
    if (!user.isAnonymous) found.push(user)
  }
  return found
}

/** Returns the most recently active users, by their latest access tokens. */
const recentlyActive = (
  { rules }: Platform,
  { activity, users }: Project,
  isCounted: (user: User) => boolean
): ReadonlyArray<User> => {
  const ids = [...activity.last.keys()].reverse()
  // 2025-08 limits the list before it removes deleted users
  const counted = (rules.listsDeletedAsActive ? ids.slice(0, maxRecent) : ids).flatMap((id) => users.get(id) ?? [])
  return counted.filter(isCounted).slice(0, maxRecent)
}

type Overview<Of extends keyof MetricsReport> = NonNullable<MetricsReport[Of]>

/** Splits the active users or teams of each day into new, retained (also active on the day before) and reactivated. */
const split = (
  now: number,
  activeOn: (day: string) => ReadonlyArray<string>,
  createdAt: (id: string) => number | undefined
): Overview<"authOverview">["dailyActiveUsersSplit"] => {
  const kindsOn = (day: string) => {
    const dayBefore = new Set(activeOn(dayOf(Date.parse(day) - dayMillis)))
    return counted(
      activeOn(day).map((id) => {
        const at = createdAt(id)
        return at !== undefined && dayOf(at) === day ? "new" : dayBefore.has(id) ? "retained" : "reactivated"
      })
    )
  }
  const kinds = new Map(series(now, () => 0).map(({ date }) => [date, kindsOn(date)]))
  const of = (kind: string) => series(now, (day) => kinds.get(day)?.get(kind) ?? 0)
  return {
    total: series(now, (day) => activeOn(day).length),
    new: of("new"),
    retained: of("retained"),
    reactivated: of("reactivated")
  }
}

const authOverview = (
  project: Project,
  now: number,
  activeOn: (day: string) => ReadonlyArray<string>,
  totalUsersFiltered: number
): Overview<"authOverview"> => {
  const withAccount = project.usersInOrder.filter(({ isAnonymous }) => !isAnonymous)
  const verifiedUsers =
    withAccount.filter((user) => contactChannels.primaryOf(project, user)?.isVerified === true).length
  /** Returns the teams with an active member. */
  const activeTeamsOn = (day: string) => {
    const active = new Set(activeOn(day))
    return [...project.teams.values()].flatMap(({ id, memberIds }) =>
      [...memberIds].some((each) => active.has(each)) ? [id] : []
    )
  }
  return {
    verifiedUsers,
    unverifiedUsers: withAccount.length - verifiedUsers,
    anonymousUsers: project.usersInOrder.length - withAccount.length,
    totalTeams: project.teams.size,
    mau: new Set([...project.activity.days.keys()].flatMap(activeOn)).size,
    dailyActiveUsersSplit: split(now, activeOn, (id) => project.users.get(id)?.signedUpAt),
    dailyActiveTeamsSplit: split(now, activeTeamsOn, (id) => project.teams.get(id)?.createdAt),
    totalUsersFiltered
  }
}

/** Metrics of payments. */
export interface PaymentMetrics {
  readonly overview: Overview<"paymentsOverview">
  readonly dailyRevenue: Overview<"analyticsOverview">["dailyRevenue"]
  readonly revenueCents: number
}

/** Computes the overview from the project's queue of emails. Nothing bounces in the emulator. */
const emailOverview = ({ emailQueue }: Project, now: number): Overview<"emailOverview"> => {
  const emails = [...emailQueue.values()]
  const byStatus = counted(emails.map(statusOf))
  const bySimpleStatus = counted(emails.map(simpleStatusOf))
  const onDay = counted(emails.map((email) => `${dayOf(email.createdAt)} ${simpleStatusOf(email)}`))
  const on = (day: string, status: string) => onDay.get(`${day} ${status}`) ?? 0
  const daily = series(now, () => 0).map(({ date }) => ({
    date,
    ok: on(date, "ok"),
    error: on(date, "error"),
    inProgress: on(date, "in-progress")
  }))
  const sent = byStatus.get("sent") ?? 0
  return {
    emailsByStatus: Object.fromEntries(byStatus),
    totalEmails: emails.length,
    dailyEmails: daily.map(({ date, error, inProgress, ok }) => ({ date, activity: ok + error + inProgress })),
    dailyEmailsByStatus: daily,
    emailsSent: sent,
    recentEmails: emails.slice(-maxRecentEmails).reverse().map((email) => ({
      id: email.id,
      status: statusOf(email),
      subject: email.rendered?.subject ?? "",
      createdAt: new Date(email.createdAt)
    })),
    deliverabilityStatus: {
      delivered: sent,
      bounced: 0,
      error: bySimpleStatus.get("error") ?? 0,
      inProgress: bySimpleStatus.get("in-progress") ?? 0
    },
    deliverabilityRate: emails.length === 0 ? 0 : sent / emails.length * 100,
    bounceRate: 0,
    clickRate: 0
  }
}

const maxRecentEmails = 10

const maxReferrers = 10

/** Returns the pages that led the most visitors here, by the `referrer` of page views. */
const topReferrers = (events: Project["analytics"]["events"]) => {
  const visitors = new Map<string, Set<string>>()
  for (const { data, type, userId } of events) {
    const referrer = (data as { readonly referrer?: unknown } | null)?.referrer
    if (type !== "$page-view" || typeof referrer !== "string" || referrer === "") continue
    visitors.set(referrer, (visitors.get(referrer) ?? new Set()).add(userId))
  }
  return [...visitors].map(([referrer, { size }]) => ({ referrer, visitors: size }))
    .sort((a, b) => b.visitors - a.visitors || (a.referrer < b.referrer ? -1 : 1))
    .slice(0, maxReferrers)
}

/**
 * Computes page views, clicks, visitors and replays from the events that browsers sent. Durations are zero, and there
 * are no locations.
 */
const analyticsOverview = (
  { analytics: { events, replays } }: Project,
  now: number,
  { dailyRevenue, revenueCents }: PaymentMetrics
): Overview<"analyticsOverview"> => {
  const onDay = counted(events.map(({ at, type }) => `${dayOf(at)} ${type}`))
  const visits = new Set(events.map(({ at, userId }) => `${dayOf(at)} ${userId}`))
  const visitorsOn = counted([...visits].map((visit) => visit.split(" ")[0]!))
  const start = now - points * dayMillis
  const visitors = new Set(events.filter(({ at }) => at >= start).map(({ userId }) => userId)).size
  return {
    dailyPageViews: series(now, (day) => onDay.get(`${day} $page-view`) ?? 0),
    dailyClicks: series(now, (day) => onDay.get(`${day} $click`) ?? 0),
    dailyVisitors: series(now, (day) => visitorsOn.get(day) ?? 0),
    dailyRevenue,
    totalRevenueCents: revenueCents,
    totalReplays: replays.size,
    recentReplays: [...replays.values()].filter(({ createdAt }) => createdAt >= start).length,
    visitors,
    avgSessionSeconds: 0,
    onlineLive: 0,
    revenuePerVisitor: visitors === 0 ? 0 : revenueCents / visitors,
    topReferrers: topReferrers(events.filter(({ at }) => at >= start)),
    topRegion: null
  }
}

/** Computes the current metrics of a project. */
export const of = (
  platform: Platform,
  project: Project,
  { includeAnonymous, payments }: { readonly includeAnonymous: boolean; readonly payments: PaymentMetrics }
): MetricsReport => {
  const now = platform.now()
  const isCounted = (user: User) => includeAnonymous || platform.rules.countsAnonymous || !user.isAnonymous
  const counts = (id: string) => {
    const user = project.users.get(id)
    return user === undefined || isCounted(user)
  }
  const activeOn = (day: string) => [...project.activity.days.get(day) ?? []].filter(counts)
  const totalUsers = project.usersInOrder.filter(isCounted).length
  const view = (user: User) => serverUserView(platform, project, user)
  const start = Date.parse(dayOf(now - (points - 1) * dayMillis))
  const signUps = counted(registeredSince(project, start).filter(isCounted).map(({ signedUpAt }) => dayOf(signedUpAt)))
  const countries = [...project.activity.countries].flatMap(([id, country]) => {
    const user = project.users.get(id)
    return user !== undefined && isCounted(user) ? [country] : []
  })
  const methods = counted(project.usersInOrder.flatMap(methodsOf))
  return {
    totalUsers,
    dailyUsers: series(now, (day) => signUps.get(day) ?? 0),
    dailyActiveUsers: series(now, (day) => activeOn(day).length),
    usersByCountry: Object.fromEntries(counted(countries)),
    recentlyRegistered: recentlyRegistered(project, platform.rules.recentlyRegistered).map(view),
    recentlyActive: recentlyActive(platform, project, isCounted).map(view),
    loginMethods: [...methods].map(([method, count]) => ({ method, count })),
    ...(platform.rules.metricsOverviews
      ? {
        authOverview: authOverview(project, now, activeOn, totalUsers),
        paymentsOverview: payments.overview,
        emailOverview: emailOverview(project, now),
        analyticsOverview: analyticsOverview(project, now, payments)
      }
      : {})
  }
}

/** Returns a user's activity by day: 1 on active days, otherwise 0. */
export const ofUser = (project: Project, userId: string, now: number): MetricsReport["dailyUsers"] =>
  series(now, (day) => project.activity.days.get(day)?.has(userId) === true ? 1 : 0)
