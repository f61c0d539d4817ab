/** Vitest configuration for one subject, without projects, which Stryker doesn't support. */
import { defineConfig } from "vitest/config"
import { hangMillis } from "../support/suite/hangMillis.ts"

const conditions = ["latchkey-source", "module", "node", "development|production"]

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    environment: "node",
    env: { PROPERTY_RUNS: "20" },
    setupFiles: ["test/support/suite/properties.ts", "test/support/suite/noSecretShown.ts"],
    // a busy machine must not fail tests, and Stryker has its own limit for hanging ones
    testTimeout: hangMillis,
    include: ["test/mutation/everyTest.ts"]
  }
})
