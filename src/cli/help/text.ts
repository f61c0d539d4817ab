/**
 * Output of `latchkey --help`. The build generates it, so that help loads no other module. `undefined` in the repository,
 * where the command formats the help.
 */
export const help: { readonly plain: string; readonly coloured: string } | undefined = undefined
