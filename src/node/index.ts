/** Session in a file. Exported by `src/node.ts` and used by the command. */
export * as FileTokenStore from "./FileTokenStore.ts"
export { lockForProcess } from "./processLock.ts"
export { removeLeftBeside, replaceFile } from "./replaceFile.ts"
