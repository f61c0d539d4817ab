/** The tests of one subject without projects, which Stryker cannot run. */
import { defineConfig } from "vitest/config"

const conditions = ["latchkey-source", "module", "node", "development|production"]

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    environment: "node",
    env: { PROPERTY_RUNS: "20" },
    setupFiles: ["test/support/properties.ts", "test/support/noSecretShown.ts"],
    // a busy machine is no failed test; of what hangs Stryker's own limit takes care
    testTimeout: 60_000,
    include: ["test/mutation/everyTest.ts"]
  }
})
