/**
 * A session in a file.
 * Its entry is `src/node.ts`; the command uses it.
 */
export { alone } from "./fileLock.ts"
export { layerFile, replaced } from "./fileStore.ts"
export { removeLeftBeside, replaceFile } from "./replaceFile.ts"
