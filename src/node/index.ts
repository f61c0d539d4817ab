/**
 * A session in a file.
 * Its entry is `src/node.ts`; the command uses it.
 */
export { layerFile, replaced } from "./fileStore.ts"
export { lockForProcess } from "./processLock.ts"
export { removeLeftBeside, replaceFile } from "./replaceFile.ts"
