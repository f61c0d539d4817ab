/** Where the processes of tests keep their modules compiled: half of what a short one costs. */
import { fileURLToPath } from "node:url"

/** For the environment of a process. */
export const compileCache = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL("../../node_modules/.cache/latchkey/compile", import.meta.url))
}
