/**
 * Whether output is coloured. `NO_COLOR` takes precedence over `FORCE_COLOR`, and both over the terminal's
 * capabilities.
 */
export const isColoured = (env: { readonly [name: string]: string | undefined }, isTerminal: boolean): boolean => {
  const { FORCE_COLOR = "", NO_COLOR = "", TERM } = env
  if (NO_COLOR !== "") return false
  return FORCE_COLOR === "" ? isTerminal && TERM !== "dumb" : FORCE_COLOR !== "0" && FORCE_COLOR !== "false"
}

/** Whether this process colours its output. */
export const coloured: boolean = isColoured(process.env, process.stdout.isTTY === true)
