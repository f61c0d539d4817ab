/** An application that installs the package needs none of this: here it is the folder above. */
import * as path from "node:path"

const root = path.resolve(import.meta.dirname, "../..")

export default {
  // the library's sources are many files: without these it starts faster, but a later start is no faster than the first
  experimental: { turbopackFileSystemCacheForDev: false, turbopackSourceMaps: false, turbopackInputSourceMaps: false },
  turbopack: {
    root,
    resolveAlias: {
      "latchkey/adapters": "../../src/adapters.ts",
      "latchkey/verify": "../../src/verify.ts"
    }
  }
}
