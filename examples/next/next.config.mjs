/** An application that installs the package needs none of this. */
import * as path from "node:path"

export default {
  // each start has a platform of its own: what was compiled for one is of no use to the next
  experimental: { turbopackFileSystemCacheForDev: false },
  turbopack: {
    root: path.resolve(import.meta.dirname, "../.."),
    // made by main.ts
    resolveAlias: {
      "latchkey/adapters": "./.library/adapters.js",
      "latchkey/verify": "./.library/verify.js"
    }
  }
}
