/** Subjects by which errors are grouped. */

/** Subjects of the modules in `schemas/errors`, in the order in which they are listed. */
const subjects: { readonly [module: string]: string } = {
  CallError: "Any call",
  authConfiguration: "Sign-in, sign-up and passwords",
  multiFactor: "Multi-factor authentication",
  passkeys: "Passkeys",
  oauth: "OAuth",
  verificationCodes: "Verification codes",
  restrictions: "Restricted users and bot protection",
  session: "Sessions",
  users: "Users",
  contactChannels: "Email addresses of users",
  teams: "Teams",
  permissions: "Permissions",
  apiKeys: "API keys",
  cliAuthentication: "Command-line login",
  externalAuth: "AI agents and external identity providers",
  general: "Requests",
  projectAuthentication: "Project keys and access levels",
  projects: "Projects",
  emails: "Emails",
  payments: "Payments",
  analytics: "Analytics",
  aiChat: "AI chat",
  dataVault: "Data vault"
}

/** Package entries that export their own errors, in the order in which they are listed. */
const entries = [
  "latchkey",
  "latchkey/promise",
  "latchkey/layers",
  "latchkey/react",
  "latchkey/react/parts",
  "latchkey/verify",
  "latchkey/adapters",
  "latchkey/http-api",
  "latchkey/credits",
  "latchkey/fleet",
  "latchkey/payments",
  "latchkey/metadata",
  "latchkey/accounts",
  "latchkey/agents",
  "latchkey/emulator",
  "latchkey/testing",
  "latchkey/testing/simulate"
]

/** Returns the subject of the errors in a module of `schemas/errors`. */
export const subjectOfModule = (module: string): string => subjects[module] ?? "Other errors"

/**
 * Returns the subject of an entry's errors. Errors without an entry belong to `latchkey/react`, which has errors that
 * aren't exported.
 */
export const subjectOfEntry = (entry = "latchkey/react"): string => `Errors of ${entry}`

/** All subjects, in the order in which they are listed. */
export const subjectOrder: ReadonlyArray<string> = [
  ...Object.values(subjects),
  ...entries.map((entry) => subjectOfEntry(entry))
]
