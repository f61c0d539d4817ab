/**
 * Vitest configuration for the tests of hooks, parts and screens. They use the version of React that `react18.mjs`
 * installed.
 */
import * as path from "node:path"
import { defineConfig } from "vitest/config"
import { hangMillis } from "../test/support/suite/hangMillis.ts"

const root = path.resolve(import.meta.dirname, "..")
const installed = path.join(root, "node_modules/.cache/latchkey/react18/node_modules")
const conditions = ["latchkey-source", "module", "node", "development|production"]
const setupFiles = [".ci/react18.setup.ts", "test/support/suite/properties.ts", "test/support/suite/noSecretShown.ts"]

export default defineConfig({
  root,
  resolve: {
    conditions,
    alias: [
      { find: /^react-dom\/server$/, replacement: path.join(root, ".ci/react18.server.ts") },
      { find: /^(react|react-dom)(?=$|\/)/, replacement: `${installed}/$1` }
    ]
  },
  ssr: { resolve: { conditions } },
  test: {
    isolate: false,
    testTimeout: hangMillis,
    hookTimeout: hangMillis,
    retry: process.env["CI"] === undefined ? 0 : 1,
    reporters: ["default"],
    // inlined, because this package imports React
    server: { deps: { inline: [/@testing-library\/react/] } },
    projects: [
      {
        extends: true,
        test: {
          name: "react",
          environment: "jsdom",
          setupFiles: [...setupFiles, "test/react/support/jsdomPage.ts"],
          include: ["test/react/**/!(server).test.tsx", "test/examples/react.test.tsx"]
        }
      },
      {
        extends: true,
        test: { name: "server", environment: "node", setupFiles, include: ["test/react/**/server.test.tsx"] }
      }
    ]
  }
})
