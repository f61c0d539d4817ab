/** Handlers of all resources. */
import type { resources } from "../../../schemas/catalogue.ts"
import type { Mounted, MountedResource } from "../request/index.ts"
import { handlers as aiChat } from "./aiChat.ts"
import { handlers as aiConversations } from "./aiConversations.ts"
import { handlers as analytics } from "./analytics.ts"
import { handlers as anonymous } from "./anonymous.ts"
import { handlers as cli } from "./cli.ts"
import { handlers as connectedAccounts } from "./connectedAccounts.ts"
import { handlers as contactChannels } from "./contactChannels.ts"
import { handlers as credentialScanning } from "./credentialScanning.ts"
import { billing, invoices, products, purchases } from "./customers.ts"
import { handlers as dataVault } from "./dataVault.ts"
import { handlers as emailDrafts } from "./emailDrafts.ts"
import { handlers as emailOutbox } from "./emailOutbox.ts"
import { handlers as emails } from "./emails.ts"
import { handlers as emailTemplates } from "./emailTemplates.ts"
import { handlers as emailThemes } from "./emailThemes.ts"
import { handlers as featureRequests } from "./featureRequests.ts"
import { handlers as feedback } from "./feedback.ts"
import { handlers as internalApiKeys } from "./internalApiKeys.ts"
import { handlers as internalProjects } from "./internalProjects.ts"
import { handlers as items } from "./items.ts"
import { handlers as managedOnboarding } from "./managedOnboarding.ts"
import { handlers as metrics } from "./metrics.ts"
import { handlers as mfa } from "./mfa.ts"
import { handlers as notificationPreferences } from "./notificationPreferences.ts"
import { handlers as oauth } from "./oauth.ts"
import { handlers as oauthProviders } from "./oauthProviders.ts"
import { handlers as onboarding } from "./onboarding.ts"
import { handlers as otp } from "./otp.ts"
import { handlers as passkey } from "./passkey.ts"
import { handlers as password } from "./password.ts"
import { handlers as payments, transactions } from "./payments.ts"
import { projectPermissionDefinitions, teamPermissionDefinitions } from "./permissionDefinitions.ts"
import { handlers as platform } from "./platform.ts"
import { handlers as projectConfig } from "./projectConfig.ts"
import { handlers as projectPermissions } from "./projectPermissions.ts"
import { handlers as projects } from "./projects.ts"
import { handlers as sentEmails } from "./sentEmails.ts"
import { handlers as sessionReplays } from "./sessionReplays.ts"
import { handlers as sessions } from "./sessions.ts"
import { handlers as signUpRules } from "./signUpRules.ts"
import { handlers as teamApiKeys } from "./teamApiKeys.ts"
import { handlers as teamInvitations } from "./teamInvitations.ts"
import { handlers as teamMemberProfiles } from "./teamMemberProfiles.ts"
import { handlers as teamMemberships } from "./teamMemberships.ts"
import { handlers as teamPermissions } from "./teamPermissions.ts"
import { handlers as teams } from "./teams.ts"
import { handlers as userApiKeys } from "./userApiKeys.ts"
import { handlers as users } from "./users.ts"
import { handlers as webhooks } from "./webhooks.ts"

/** Handlers of every resource in the contract. */
export type ResourceHandlers = {
  readonly [Name in keyof typeof resources]: MountedResource<(typeof resources)[Name]>
}

const resourceHandlers: ResourceHandlers = {
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
}

/** Every endpoint with its handler. */
export const mounted: ReadonlyArray<Mounted> = Object.values<ReadonlyArray<Mounted>>(resourceHandlers).flat()
