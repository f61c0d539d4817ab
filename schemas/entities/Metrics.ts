/** A project's metrics. docs/platform.md §17. */
import * as Schema from "effect/Schema"
import { Json, Millis } from "../fields.ts"
import { wire, wireStruct } from "../wireNames.ts"
import { ServerUser } from "./User.ts"

/** One day in a series. */
export class MetricsDataPoint extends Schema.Opaque<MetricsDataPoint>()(wireStruct({
  /** `YYYY-MM-DD`, a day in UTC. */
  date: Schema.String,
  activity: Schema.Int
})) {}

const series = Schema.Array(MetricsDataPoint)
const byName = Schema.Record(Schema.String, Schema.Finite)

/** Activity by kind of user or team. */
export class MetricsActivitySplit extends Schema.Opaque<MetricsActivitySplit>()(wireStruct({
  total: series,
  new: series,
  retained: series,
  reactivated: series
})) {}

/** Metrics of users and teams. Later revisions of the platform only. */
export class MetricsAuthOverview extends Schema.Opaque<MetricsAuthOverview>()(wireStruct({
  verifiedUsers: Schema.Int,
  unverifiedUsers: Schema.Int,
  anonymousUsers: Schema.Int,
  totalTeams: Schema.Int,
  /** Monthly active users. */
  mau: Schema.Int,
  dailyActiveUsersSplit: MetricsActivitySplit,
  dailyActiveTeamsSplit: MetricsActivitySplit,
  totalUsersFiltered: Schema.Int
})) {}

/** Metrics of purchases. Later revisions of the platform only. */
export class MetricsPaymentsOverview extends Schema.Opaque<MetricsPaymentsOverview>()(wireStruct({
  subscriptionsByStatus: byName,
  activeSubscriptionCount: Schema.Int,
  totalOneTimePurchases: Schema.Int,
  dailySubscriptions: series,
  revenueCents: Schema.Int,
  /** Monthly recurring revenue. */
  mrrCents: Schema.Int,
  totalOrders: Schema.Int,
  checkoutConversionRate: Schema.Finite
})) {}

/** Metrics of emails. Later revisions of the platform only. */
export class MetricsEmailOverview extends Schema.Opaque<MetricsEmailOverview>()(wireStruct({
  emailsByStatus: byName,
  totalEmails: Schema.Int,
  dailyEmails: series,
  dailyEmailsByStatus: Schema.Array(wireStruct({
    date: Schema.String,
    ok: Schema.Int,
    error: Schema.Int,
    inProgress: Schema.Int
  })),
  emailsSent: Schema.Int,
  recentEmails: Schema.Array(wireStruct({
    id: Schema.String,
    status: Schema.String,
    subject: Schema.String,
    createdAt: wire("created_at_millis", Millis)
  })),
  deliverabilityStatus: wireStruct({
    delivered: Schema.Int,
    bounced: Schema.Int,
    error: Schema.Int,
    inProgress: Schema.Int
  }),
  deliverabilityRate: Schema.Finite,
  bounceRate: Schema.Finite,
  clickRate: Schema.Finite
})) {}

/** Metrics of visits. Later revisions of the platform only. */
export class MetricsAnalyticsOverview extends Schema.Opaque<MetricsAnalyticsOverview>()(wireStruct({
  dailyPageViews: series,
  dailyClicks: series,
  dailyVisitors: series,
  dailyRevenue: Schema.Array(wireStruct({ date: Schema.String, newCents: Schema.Int, refundCents: Schema.Int })),
  totalRevenueCents: Schema.Int,
  totalReplays: Schema.Int,
  recentReplays: Schema.Int,
  visitors: Schema.Int,
  avgSessionSeconds: Schema.Finite,
  /** Current visitors. */
  onlineLive: Schema.Int,
  revenuePerVisitor: Schema.Finite,
  topReferrers: Schema.Array(wireStruct({ referrer: Schema.String, visitors: Schema.Int })),
  topRegion: Schema.NullOr(wireStruct({
    countryCode: Schema.NullOr(Schema.String),
    regionCode: Schema.NullOr(Schema.String),
    count: Schema.Int
  })),
  bounceRate: Schema.optionalKey(Schema.Finite),
  conversionRate: Schema.optionalKey(Schema.Finite),
  deltas: Schema.optionalKey(Json)
})) {}

/** A project's metrics. A series has 31 points: the last 30 days and today. */
export class MetricsReport extends Schema.Opaque<MetricsReport>()(wireStruct({
  /** Includes anonymous users on the 2025-08 platform. Later platforms include them only on request. */
  totalUsers: Schema.Int,
  /** Sign-ups per day. */
  dailyUsers: series,
  /** Users with a newly issued access token, per day. */
  dailyActiveUsers: series,
  /** Users by two-letter country code of their last activity. */
  usersByCountry: Schema.Record(Schema.String, Schema.Int),
  /** The 5 newest users, newest first, without anonymous users. Up to 100 in later revisions of the platform. */
  recentlyRegistered: Schema.Array(ServerUser),
  /** At most 5 users, last active first, including anonymous users. Up to 100 in later revisions of the platform. */
  recentlyActive: Schema.Array(ServerUser),
  /**
   * Users by sign-in method: `password`, `otp`, `passkey`, the id of an OAuth provider, or `other`. Unused methods are
   * omitted.
   */
  loginMethods: Schema.Array(wireStruct({ method: Schema.String, count: Schema.Int })),
  authOverview: Schema.optionalKey(MetricsAuthOverview),
  paymentsOverview: Schema.optionalKey(MetricsPaymentsOverview),
  emailOverview: Schema.optionalKey(MetricsEmailOverview),
  analyticsOverview: Schema.optionalKey(MetricsAnalyticsOverview)
})) {}
