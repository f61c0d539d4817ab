/** The parts that need Node: `latchkey/node`. */
export type * as TokenStore from "../layers/TokenStore.ts"
export * as FileTokenStore from "./node/FileTokenStore.ts"
