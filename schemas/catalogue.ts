/**
 * The whole contract as lists, for the emulator, OpenAPI, the docs and tests. Applications import individual endpoints
 * instead, so that their bundles contain nothing else.
 */
import type { AnyEndpoint } from "./Endpoint.ts"
import * as agents from "./endpoints/agents.ts"
import * as aiChat from "./endpoints/aiChat.ts"
import * as aiConversations from "./endpoints/aiConversations.ts"
import * as analytics from "./endpoints/analytics.ts"
import * as anonymous from "./endpoints/anonymous.ts"
import * as billing from "./endpoints/billing.ts"
import * as cli from "./endpoints/cli.ts"
import * as connectedAccounts from "./endpoints/connectedAccounts.ts"
import * as contactChannels from "./endpoints/contactChannels.ts"
import * as credentialScanning from "./endpoints/credentialScanning.ts"
import * as dataVault from "./endpoints/dataVault.ts"
import * as emailDrafts from "./endpoints/emailDrafts.ts"
import * as emailOutbox from "./endpoints/emailOutbox.ts"
import * as emails from "./endpoints/emails.ts"
import * as emailTemplates from "./endpoints/emailTemplates.ts"
import * as emailThemes from "./endpoints/emailThemes.ts"
import * as externalAuth from "./endpoints/externalAuth.ts"
import * as featureRequests from "./endpoints/featureRequests.ts"
import * as feedback from "./endpoints/feedback.ts"
import * as internalApiKeys from "./endpoints/internalApiKeys.ts"
import * as internalProjects from "./endpoints/internalProjects.ts"
import * as invoices from "./endpoints/invoices.ts"
import * as items from "./endpoints/items.ts"
import * as managedOnboarding from "./endpoints/managedOnboarding.ts"
import * as metrics from "./endpoints/metrics.ts"
import * as mfa from "./endpoints/mfa.ts"
import * as notificationPreferences from "./endpoints/notificationPreferences.ts"
import * as oauth from "./endpoints/oauth.ts"
import * as oauthProviders from "./endpoints/oauthProviders.ts"
import * as onboarding from "./endpoints/onboarding.ts"
import * as otp from "./endpoints/otp.ts"
import * as passkey from "./endpoints/passkey.ts"
import * as password from "./endpoints/password.ts"
import * as payments from "./endpoints/payments.ts"
import * as platform from "./endpoints/platform.ts"
import * as products from "./endpoints/products.ts"
import * as projectConfig from "./endpoints/projectConfig.ts"
import * as projectPermissionDefinitions from "./endpoints/projectPermissionDefinitions.ts"
import * as projectPermissions from "./endpoints/projectPermissions.ts"
import * as projects from "./endpoints/projects.ts"
import * as purchases from "./endpoints/purchases.ts"
import * as sentEmails from "./endpoints/sentEmails.ts"
import * as sessionReplays from "./endpoints/sessionReplays.ts"
import * as sessions from "./endpoints/sessions.ts"
import * as signUpRules from "./endpoints/signUpRules.ts"
import * as teamApiKeys from "./endpoints/teamApiKeys.ts"
import * as teamInvitations from "./endpoints/teamInvitations.ts"
import * as teamMemberProfiles from "./endpoints/teamMemberProfiles.ts"
import * as teamMemberships from "./endpoints/teamMemberships.ts"
import * as teamPermissionDefinitions from "./endpoints/teamPermissionDefinitions.ts"
import * as teamPermissions from "./endpoints/teamPermissions.ts"
import * as teams from "./endpoints/teams.ts"
import * as transactions from "./endpoints/transactions.ts"
import * as userApiKeys from "./endpoints/userApiKeys.ts"
import * as users from "./endpoints/users.ts"
import * as webhooks from "./endpoints/webhooks.ts"
import * as everyError from "./errors/index.ts"
import type { FamilyClass, KnownErrorClass } from "./KnownError.ts"
import type { Resource } from "./resources.ts"

/** The endpoints by resource. Each resource has one file, and its name is the first half of an endpoint's name. */
export const resources = {
  agents,
  aiChat,
  aiConversations,
  analytics,
  anonymous,
  billing,
  cli,
  connectedAccounts,
  contactChannels,
  credentialScanning,
  dataVault,
  emailDrafts,
  emailOutbox,
  emails,
  emailTemplates,
  emailThemes,
  externalAuth,
  featureRequests,
  feedback,
  internalApiKeys,
  internalProjects,
  invoices,
  items,
  managedOnboarding,
  metrics,
  mfa,
  notificationPreferences,
  oauth,
  oauthProviders,
  onboarding,
  otp,
  passkey,
  password,
  payments,
  platform,
  products,
  projectConfig,
  projectPermissionDefinitions,
  projectPermissions,
  projects,
  purchases,
  sentEmails,
  sessionReplays,
  sessions,
  signUpRules,
  teamApiKeys,
  teamInvitations,
  teamMemberProfiles,
  teamMemberships,
  teamPermissionDefinitions,
  teamPermissions,
  teams,
  transactions,
  userApiKeys,
  users,
  webhooks
} as const satisfies { readonly [Name in Resource]: object }

/** Every endpoint. */
export const endpoints: ReadonlyArray<AnyEndpoint> = Object.values(resources).flatMap((resource) =>
  Object.values<AnyEndpoint>(resource)
)

const classes: ReadonlyArray<unknown> = Object.values(everyError)

/** Every known error of the platform. */
export const errors: ReadonlyArray<KnownErrorClass> = classes.filter((it): it is KnownErrorClass =>
  typeof it === "function" && "spec" in it
)

/** The abstract parent classes of known errors. The platform never sends these. */
export const families: ReadonlyArray<FamilyClass> = classes.filter((it): it is FamilyClass =>
  typeof it === "function" && "family" in it && !("spec" in it)
)
