/** Where a program runs, and what a project's settings are called there. docs/protocol.md §1. */

/** By what they set, in the order of precedence. The first one is what we tell people to set. */
export const environment = {
  projectId: ["NEXT_PUBLIC_STACK_PROJECT_ID", "STACK_PROJECT_ID"],
  publishableClientKey: ["NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY", "STACK_PUBLISHABLE_CLIENT_KEY"],
  secretServerKey: ["STACK_SECRET_SERVER_KEY"],
  superSecretAdminKey: ["STACK_SUPER_SECRET_ADMIN_KEY"],
  baseUrl: ["NEXT_PUBLIC_STACK_API_URL", "NEXT_PUBLIC_STACK_URL", "STACK_API_URL"],
  baseUrlBrowser: ["NEXT_PUBLIC_BROWSER_STACK_API_URL", "STACK_API_URL_BROWSER"],
  baseUrlServer: ["NEXT_PUBLIC_SERVER_STACK_API_URL", "STACK_API_URL_SERVER"],
  extraRequestHeaders: ["NEXT_PUBLIC_STACK_EXTRA_REQUEST_HEADERS"]
} as const

/** The names to look under: later revisions say HEXCLAVE for STACK, and prefer it. */
export const namesOf = (setting: keyof typeof environment): ReadonlyArray<string> => [
  ...environment[setting].map((name) => name.replace("STACK", "HEXCLAVE")),
  ...environment[setting]
]

/** A page, and no server, worker or native app. */
export const inBrowser = (): boolean => "window" in globalThis && "document" in globalThis
