import { defineConfig } from "vitest/config"

/** The package's own name leads to its sources, as in `npm run example`. */
const conditions = ["latchkey-source", "module", "node", "development|production"]

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    environment: "node",
    testTimeout: 30_000,
    include: ["{test,examples}/**/*.test.{ts,tsx}"],
    reporters: ["default", "./.ci/closingLine.mjs"],
    typecheck: {
      enabled: true,
      checker: "tsc",
      include: ["test/types/**/*.test-d.{ts,tsx}"],
      ignoreSourceErrors: true
    }
  }
})
