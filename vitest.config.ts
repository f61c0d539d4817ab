import { availableParallelism } from "node:os"
import { defineConfig } from "vitest/config"
import { compileCache } from "./test/support/processes/compileCache.ts"
import { slow } from "./test/support/suite/slow.ts"
import { WaitingFirst } from "./test/support/suite/waitingFirst.ts"

// inherited by workers
Object.assign(process.env, compileCache)

/** Resolves the package's own name to its sources, as in `npm run example`. */
const conditions = ["latchkey-source", "module", "node", "development|production"]

/**
 * Tests that need a DOM. They are a separate project, because a worker ends when the environment of its files changes.
 */
const onPage = [
  "test/react/**/!(server).test.tsx",
  "test/react/devtools/checks.test.ts",
  "test/examples/*.test.tsx",
  "test/layers/browser/turnstile.test.ts",
  "test/layers/browser/Visibility.test.ts",
  "test/layers/reads/Visibility.test.ts"
]

/** Tests that build Next.js apps: `npm run test:next`. */
const nextApps = {
  browser: ["test/browser/nextGallery.test.ts"],
  slow: ["test/src/cli/initNext.test.ts", "test/examples/next.test.ts"]
}

/** Tests of every sandbox of the site: `npm run test:site`. */
const siteTests = ["test/browser/tryItPages.test.ts"]

/** Tests that build the package: part of `npm run pack:check`. */
const packed = ["test/build.test.ts"]

/** Tests that `npm run test:hostile` runs completely, and other runs partially. */
const hostile = ["test/hostile/*.test.ts"]

export default defineConfig(({ mode }) => ({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    env: mode === "quick" ? { PROPERTY_RUNS: process.env["PROPERTY_RUNS"] ?? "20" } : {},
    // more than Vitest's default on two cores, because tests also wait for pages and processes
    maxWorkers: Math.max(3, availableParallelism()),
    // on a busy machine, one step of a page or process may fail
    retry: process.env["CI"] === undefined ? 0 : 1,
    // modules are loaded once per worker, so a test must clean up
    isolate: false,
    sequence: { sequencer: WaitingFirst },
    reporters: ["default", "./.ci/closingLine.mjs"],
    projects: [
      {
        extends: true,
        test: {
          name: "node",
          environment: "node",
          setupFiles: ["test/support/suite/properties.ts", "test/support/suite/noSecretShown.ts"],
          testTimeout: 60_000,
          include: ["{test,examples}/**/*.test.{ts,tsx}"],
          exclude: ["test/browser/**", ...onPage, ...slow, "**/node_modules/**"]
        }
      },
      {
        extends: true,
        test: {
          name: "slow",
          environment: "node",
          setupFiles: ["test/support/suite/properties.ts", "test/support/suite/noSecretShown.ts"],
          testTimeout: 60_000,
          env: mode === "hostile" ? { HOSTILE: "full" } : {},
          ...(mode === "next" ?
            { include: nextApps.slow }
            : mode === "package"
            ? { include: packed }
            : mode === "hostile"
            ? { include: hostile }
            : { include: slow, exclude: [...nextApps.slow, ...packed] }),
          typecheck: {
            enabled: !["next", "package", "hostile"].includes(mode),
            checker: "tsc",
            // only what these tests import, because `npm run check` checks the rest
            tsconfig: "test/types/tsconfig.json",
            include: ["test/types/**/*.test-d.{ts,tsx}"],
            ignoreSourceErrors: true
          }
        }
      },
      {
        extends: true,
        test: {
          name: "react",
          environment: "jsdom",
          setupFiles: [
            "test/support/suite/properties.ts",
            "test/support/suite/noSecretShown.ts",
            "test/react/support/jsdomPage.ts"
          ],
          testTimeout: 60_000,
          include: onPage
        }
      },
      {
        extends: true,
        test: {
          name: "browser",
          environment: "node",
          globalSetup: ["test/browser/support/chromium.ts", "test/browser/support/pageBundles.ts"],
          ...(mode === "next"
            ? { testTimeout: 180_000, hookTimeout: 180_000, include: nextApps.browser }
            : {
              testTimeout: 120_000,
              hookTimeout: 120_000,
              include: mode === "site" ? siteTests : ["test/browser/**/*.test.ts"],
              exclude: [...nextApps.browser, ...(mode === "site" ? [] : siteTests)]
            })
        }
      }
    ]
  }
}))
