/** Groups the errors by topic, for the index and the sidebar. */
import type { ErrorEntry } from "../../../../src/cli/errors/index.ts"

/** Topics with the names of their errors. An error belongs to the first topic that matches. */
const names: ReadonlyArray<readonly [topic: string, names: RegExp]> = [
  [
    "Sign-in and sign-up",
    /^(?:EMAIL_PASSWORD_|PASSWORD_|SIGN_UP_|PASSKEY_|Passkey|INVALID_TOTP|MULTI_FACTOR|Mfa|VERIFICATION_CODE_|BOT_CHALLENGE_|BotChallenge|ANONYMOUS_ACCOUNTS|USER_EMAIL_|USER_DOES_NOT_HAVE_PASSWORD|CONTACT_CHANNEL_ALREADY|EMAIL_NOT_VERIFIED|EMAIL_NOT_ASSOCIATED|CookiesBlocked)/
  ],
  [
    "OAuth and redirects",
    /OAUTH|OAuth|APPLE|^(?:REDIRECT_URL_|RedirectNotTrusted|INVALID_AUTHORIZATION_CODE|INVALID_SCOPE|.*EXTERNAL_AUTH_)/
  ],
  ["Command-line and agent sign-in", /^(?:CLI_AUTH_|INVALID_POLLING_CODE|AGENT_AUTH_)/],
  [
    "Sessions and tokens",
    /^(?:ACCESS_TOKEN_|UNPARSABLE_ACCESS_|INVALID_PROJECT_FOR_ACCESS_|REFRESH_TOKEN_|CANNOT_DELETE_CURRENT_SESSION|PROVIDER_REJECTED|USER_AUTHENTICATION_|CANNOT_GET_OWN_USER|ANONYMOUS_AUTHENTICATION|RESTRICTED_USER|ConfirmationNeeded|NotSignedIn|PersonChanged|UserChanged|TokenStoreFailed)/
  ],
  [
    "Back ends",
    /^(?:TokenRejected|KeysUnavailable|VerifierMisconfigured|RequirementMissing|ResponseAlreadySent|NotAuthenticated|NotPermitted|NotEnoughCredits|CreditsUnavailable|AuthenticationUnavailable|WebhookUnusable|SharedRecordsFailed)$/
  ],
  ["Users, teams and permissions", /^(?:USER_|TEAM_)|PERMISSION/],
  ["API keys", /API_KEY/],
  ["Emails", /EMAIL|^(?:TEMPLATE_|NoPrimaryEmail)/],
  ["Payments", /PRODUCT|OFFER|PURCHASE|SUBSCRIPTION|STRIPE|CUSTOMER|PAYMENT|^ITEM_/],
  ["Analytics, data and attachments", /ANALYTICS|DATA_VAULT|DataVault|VaultStore|SESSION_REPLAY|IMAGE/],
  [
    "Project, keys and access level",
    /PROJECT|BRANCH|ADMIN|ACCESS_TYPE|_AUTHENTICATION_REQUIRED$|_KEY$|^InvalidConfiguration$/
  ],
  ["React components", /^(?:DeferredToBrowser|CodeNotLoaded|PictureNotReadable|InputProblem)$/],
  ["Emulator", /^(?:StateDamaged|ControlError|PortTaken)$/]
]

const other = "Network, requests and responses"

export const topics: ReadonlyArray<string> = [
  ...names.slice(0, 4).map(([topic]) => topic),
  other,
  ...names.slice(4).map(([topic]) => topic)
]

export const topicOf = ({ name }: Pick<ErrorEntry, "name">): string =>
  names.find(([, pattern]) => pattern.test(name))?.[0] ?? other
