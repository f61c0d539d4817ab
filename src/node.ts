/** What needs Node: `latchkey/node`. */
export { layerFile } from "./node/fileStore.ts"
