/**
 * What `latchkey --help` prints, written down by the build: somebody who only looks is answered before anything is loaded.
 * In the repository nothing is written down, and the command says it itself.
 */
export const help: { readonly plain: string; readonly coloured: string } | undefined = undefined
