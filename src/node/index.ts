/** Session in a file. Exported by `src/node.ts` and used by the command. */
export { layerFile, replaced } from "./fileStore.ts"
export { lockForProcess } from "./processLock.ts"
export { removeLeftBeside, replaceFile } from "./replaceFile.ts"
