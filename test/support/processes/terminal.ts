/** Environment of commands that a test runs as a user would in a terminal. */
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
  NEXT_TELEMETRY_DISABLED: "1"
}
