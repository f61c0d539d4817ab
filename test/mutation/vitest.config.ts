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
    testTimeout: 30_000,
    include: ["test/mutation/everyTest.ts"]
  }
})
