/** Which program opens a link, by system and environment. */

/** What of the process decides. */
export interface Surroundings {
  readonly env: { readonly [name: string]: string | undefined }
  readonly platform: string
}

/**
 * The program and what comes before the link among its arguments; `undefined` where there is no screen to open one on.
 * No shell is between, so that nothing in a link is a command: `start` of Windows would read its `&`.
 */
export const openerOf = (
  { env, platform }: Surroundings
): [program: string, ...args: ReadonlyArray<string>] | undefined => {
  const chosen = env["BROWSER"]
  if (chosen !== undefined) return chosen === "" || chosen === "none" ? undefined : [chosen]
  if (env["SSH_CONNECTION"] !== undefined) return undefined
  if (platform === "darwin") return ["open"]
  if (platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler"]
  if (env["WSL_DISTRO_NAME"] !== undefined) return ["wslview"]
  return env["DISPLAY"] !== undefined || env["WAYLAND_DISPLAY"] !== undefined ? ["xdg-open"] : undefined
}
