/** Environment of commands that a test runs as a user would in a terminal. */
import { homedir } from "node:os"
import * as path from "node:path"

/**
 * Environment of a user's terminal. It lacks the settings of this command's npm, the repository's programs, and the
 * settings of projects.
 */
export const userTerminal: NodeJS.ProcessEnv = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) =>
      !/^(?:npm_|node_(?:options|env|path|compile_cache)$|init_cwd$|ci$|(?:\w+_)?(?:stack|hexclave)_)/i.test(name)
    )
  ),
  PATH: [
    path.dirname(process.execPath),
    ...(process.env["PATH"] ?? "").split(path.delimiter).filter((folder) => !folder.includes("node_modules"))
  ].join(path.delimiter),
  npm_config_update_notifier: "false",
  ASTRO_TELEMETRY_DISABLED: "1",
  EXPO_NO_TELEMETRY: "1",
  NEXT_TELEMETRY_DISABLED: "1",
  NUXT_TELEMETRY_DISABLED: "1",
  // versions come from the installed package instead of a server
  EXPO_OFFLINE: "1"
}

/**
 * Returns the environment of a user's terminal with its own home folder, where tools store their data. npm uses the
 * settings and the cache of this machine, and requests only packages that the cache lacks. `npx` installs packages
 * without a question.
 */
export const terminalWith = (home: string): NodeJS.ProcessEnv => ({
  ...userTerminal,
  HOME: home,
  npm_config_cache: path.join(homedir(), ".npm"),
  npm_config_userconfig: path.join(homedir(), ".npmrc"),
  npm_config_prefer_offline: "true",
  npm_config_audit: "false",
  npm_config_fund: "false",
  npm_config_yes: "true"
})
