/** The resources that the emulated platform answers. To mount another one, write its file and list it here. */
import type { Mounted } from "../request/handle.ts"
import { handlers as aiChat } from "./aiChat.ts"
import { handlers as anonymous } from "./anonymous.ts"
import { handlers as batches } from "./batches.ts"
import { handlers as cli } from "./cli.ts"
import { handlers as connectedAccounts } from "./connectedAccounts.ts"
import { handlers as contactChannels } from "./contactChannels.ts"
import { handlers as credentialScanning } from "./credentialScanning.ts"
import { handlers as emails } from "./emails.ts"
import { handlers as emailTemplates } from "./emailTemplates.ts"
import { handlers as emailThemes } from "./emailThemes.ts"
import { handlers as internalApiKeys } from "./internalApiKeys.ts"
import { handlers as internalProjects } from "./internalProjects.ts"
import { handlers as metrics } from "./metrics.ts"
import { handlers as mfa } from "./mfa.ts"
import { handlers as notificationPreferences } from "./notificationPreferences.ts"
import { handlers as oauth } from "./oauth.ts"
import { handlers as oauthProviders } from "./oauthProviders.ts"
import { handlers as otp } from "./otp.ts"
import { handlers as passkey } from "./passkey.ts"
import { handlers as password } from "./password.ts"
import { handlers as permissionDefinitions } from "./permissionDefinitions.ts"
import { handlers as platform } from "./platform.ts"
import { handlers as projectPermissions } from "./projectPermissions.ts"
import { handlers as projects } from "./projects.ts"
import { handlers as sentEmails } from "./sentEmails.ts"
import { handlers as sessions } from "./sessions.ts"
import { handlers as teamApiKeys } from "./teamApiKeys.ts"
import { handlers as teamInvitations } from "./teamInvitations.ts"
import { handlers as teamMemberProfiles } from "./teamMemberProfiles.ts"
import { handlers as teamMemberships } from "./teamMemberships.ts"
import { handlers as teamPermissions } from "./teamPermissions.ts"
import { handlers as teams } from "./teams.ts"
import { handlers as userApiKeys } from "./userApiKeys.ts"
import { handlers as users } from "./users.ts"
import { handlers as webhooks } from "./webhooks.ts"

/** Every mounted endpoint with its handler. */
export const mounted: ReadonlyArray<Mounted> = [
  ...aiChat,
  ...anonymous,
  ...batches,
  ...cli,
  ...connectedAccounts,
  ...contactChannels,
  ...credentialScanning,
  ...emailTemplates,
  ...emailThemes,
  ...emails,
  ...internalApiKeys,
  ...internalProjects,
  ...metrics,
  ...mfa,
  ...notificationPreferences,
  ...oauth,
  ...oauthProviders,
  ...otp,
  ...passkey,
  ...password,
  ...permissionDefinitions,
  ...platform,
  ...projectPermissions,
  ...projects,
  ...sentEmails,
  ...sessions,
  ...teamApiKeys,
  ...teamInvitations,
  ...teamMemberProfiles,
  ...teamMemberships,
  ...teamPermissions,
  ...teams,
  ...userApiKeys,
  ...users,
  ...webhooks
]
