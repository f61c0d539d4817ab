import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    environment: "node",
    include: ["test/**/*.test.{ts,tsx}"],
    reporters: ["default", "./.ci/closingLine.mjs"],
    typecheck: {
      enabled: true,
      checker: "tsc",
      include: ["test/types/**/*.test-d.{ts,tsx}"],
      ignoreSourceErrors: true
    }
  }
})
