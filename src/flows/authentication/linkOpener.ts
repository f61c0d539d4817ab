/** Chooses the program that opens a link, by operating system and environment. */

/** Relevant parts of the process. */
export interface Surroundings {
  readonly env: { readonly [name: string]: string | undefined }
  readonly platform: string
}

/**
 * Returns the command that opens a link; the caller appends the link. Returns `undefined` on a machine without a screen.
 * The command runs without a shell, because a shell would interpret characters such as `&` in the link.
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
