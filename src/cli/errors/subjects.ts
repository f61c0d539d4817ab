/** Subjects that errors are listed by. */

/** Subjects of the modules in `schemas/errors`, in the order of lists. */
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

/** Entries of the package that export errors of their own, in the order of lists. */
const entries = [
  "latchkey",
  "latchkey/promise",
  "latchkey/layers",
  "latchkey/react",
  "latchkey/react/parts",
  "latchkey/verify",
  "latchkey/adapters",
  "latchkey/http-api",
  "latchkey/fleet",
  "latchkey/emulator"
]

/** Subject of the errors in a module of `schemas/errors`. */
export const subjectOfModule = (module: string): string => subjects[module] ?? "Other errors"

/** Subject of the errors that an entry of the package exports. Only `latchkey/react` raises errors it does not export. */
export const subjectOfEntry = (entry = "latchkey/react"): string => `Errors of ${entry}`

/** All subjects, in the order of lists. */
export const subjectOrder: ReadonlyArray<string> = [
  ...Object.values(subjects),
  ...entries.map((entry) => subjectOfEntry(entry))
]
