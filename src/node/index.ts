/** Session in a file. Exported by `src/node.ts` and used by the command. */
export { lockForProcess } from "./processLock.ts"
export { removeLeftBeside, replaceFile } from "./replaceFile.ts"
export { layer as layerFile, replaced } from "./sessionFile.ts"
