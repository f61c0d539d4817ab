/** Where a program runs, and what a project's settings are called there. docs/protocol.md §1. */

/** By what they set, in the order of precedence. */
export const environment = {
  projectId: ["NEXT_PUBLIC_STACK_PROJECT_ID", "STACK_PROJECT_ID"],
  publishableClientKey: ["NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY", "STACK_PUBLISHABLE_CLIENT_KEY"],
  secretServerKey: ["STACK_SECRET_SERVER_KEY"],
  superSecretAdminKey: ["STACK_SUPER_SECRET_ADMIN_KEY"],
  baseUrl: ["NEXT_PUBLIC_STACK_API_URL", "NEXT_PUBLIC_STACK_URL", "STACK_API_URL"],
  baseUrlBrowser: ["NEXT_PUBLIC_BROWSER_STACK_API_URL", "NEXT_PUBLIC_STACK_API_URL_BROWSER", "STACK_API_URL_BROWSER"],
  baseUrlServer: ["NEXT_PUBLIC_SERVER_STACK_API_URL", "NEXT_PUBLIC_STACK_API_URL_SERVER", "STACK_API_URL_SERVER"],
  extraRequestHeaders: ["NEXT_PUBLIC_STACK_EXTRA_REQUEST_HEADERS", "STACK_EXTRA_REQUEST_HEADERS"]
} as const

const renamed = (name: string): string => name.replace("STACK", "HEXCLAVE")

/** The names to look under: later revisions say HEXCLAVE for STACK, and prefer it. */
export const namesOf = (setting: keyof typeof environment): ReadonlyArray<string> => [
  ...environment[setting].map(renamed),
  ...environment[setting]
]

/** What we tell people to set: the name that today's dashboard writes, and the one from before. */
export const namesToSet = (setting: keyof typeof environment): string => {
  const [name] = environment[setting]
  return `${renamed(name)} or ${name}`
}

/** A page, and no server, worker or native app. */
export const inBrowser = (): boolean => "window" in globalThis && "document" in globalThis
