/** An application that installs the package needs none of this: here it is the folder above. */
import * as path from "node:path"

const root = path.resolve(import.meta.dirname, "../..")

export default {
  turbopack: {
    root,
    resolveAlias: {
      "latchkey/adapters": "../../src/adapters.ts",
      "latchkey/verify": "../../src/verify.ts"
    }
  }
}
