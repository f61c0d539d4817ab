/** The parts that need Node: `latchkey/node`. */
export type { TokenStore } from "../layers/session/TokenStore.ts"
export { layerFile } from "./node/fileStore.ts"
