import { availableParallelism } from "node:os"
import { defineConfig } from "vitest/config"
import { compileCache } from "./test/support/processes/compileCache.ts"
import { gates, inGates } from "./test/support/suite/gates.ts"
import { commandMillis, hangMillis, stepMillis } from "./test/support/suite/hangMillis.ts"
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
  "test/examples/**/*.test.tsx",
  "test/layers/browser/turnstile.test.ts",
  "test/layers/browser/Visibility.test.ts",
  "test/layers/reads/Visibility.test.ts"
]

/** Tests that `npm run prove hostile` runs completely, and other runs partially. */
const hostile = ["test/hostile/*.test.ts"]

/** Tests that also run with everything that watches a program: docs/laws.md observe-1. */
const alsoWatched = ["test/{layers/session,src/accounts,src/flows,layers/observe/everything}/**/*.test.ts"]

/** Gates that build something first, so that a run of all tests leaves them out. */
const apart = ["next", "package", "site"].flatMap((gate) => gates[gate]!)

/**
 * The test files of a mode. The mode `laws` is `npm test`, `quick` is `npm run test:quick`, and a gate's name is that gate.
 * Without a mode, Vitest runs all files, so that `npx vitest run <file>` finds each of them.
 */
const filesOf = (mode: string) => {
  const gate = gates[mode]
  const left = gate !== undefined ? [] : mode === "laws" || mode === "quick" ? inGates : apart
  return {
    slow: {
      include: [...mode === "hostile" ? hostile : gate?.filter((file) => !file.endsWith(".tsx")) ?? slow],
      exclude: ["test/browser/**", ...left]
    },
    react: { include: gate?.filter((file) => file.endsWith(".tsx")) ?? onPage, exclude: [...left] },
    browser: {
      include: gate?.filter((file) => file.startsWith("test/browser/")) ?? ["test/browser/**/*.test.ts"],
      exclude: [...left]
    }
  }
}

/** Tests of gates may build an app. */
const limitOf = (mode: string): number => mode in gates ? commandMillis : hangMillis

/** Number of runs of a property in modes that leave long checks to `npm run prove properties`. */
const propertyRuns: { readonly [mode: string]: string } = { laws: "100", quick: "20" }

const wire = `${import.meta.dirname}/test/examples/migration/wire`

/** Stand-ins for the packages of the platform's SDK, for the apps in `examples/migration/before`. */
const alias = [
  { find: /^@(?:stackframe|hexclave)\/js$/, replacement: `${wire}/apps.ts` },
  { find: /^@(?:stackframe|hexclave)\/react$/, replacement: `${wire}/react.tsx` }
]

export default defineConfig(({ mode }) => ({
  resolve: { alias, conditions },
  ssr: { resolve: { conditions } },
  test: {
    env: mode in propertyRuns ? { PROPERTY_RUNS: process.env["PROPERTY_RUNS"] ?? propertyRuns[mode]! } : {},
    // more than Vitest's default on two cores, because tests also wait for pages and processes
    maxWorkers: Math.max(3, availableParallelism()),
    // on a busy machine, one step of a page or process may fail
    retry: process.env["CI"] === undefined ? 0 : 1,
    testTimeout: limitOf(mode),
    hookTimeout: limitOf(mode),
    slowTestThreshold: limitOf(mode),
    expect: { poll: { timeout: stepMillis } },
    // modules are loaded once per worker, so a test must clean up
    isolate: false,
    sequence: { sequencer: WaitingFirst },
    reporters: ["./.ci/report.mjs"],
    projects: [
      {
        extends: true,
        test: {
          name: "node",
          environment: "node",
          setupFiles: ["test/support/suite/properties.ts", "test/support/suite/noSecretShown.ts"],
          include: ["{test,examples}/**/*.test.{ts,tsx}"],
          exclude: ["test/browser/**", "test/layers/observe/everything/**", ...onPage, ...slow, "**/node_modules/**"]
        }
      },
      {
        extends: true,
        test: {
          name: "watched",
          environment: "node",
          setupFiles: [
            "test/support/suite/properties.ts",
            "test/support/suite/noSecretShown.ts",
            "test/support/suite/watchingEverything.ts"
          ],
          // the project `node` runs the properties in full
          env: { PROPERTY_RUNS: process.env["PROPERTY_RUNS"] ?? "20" },
          include: alsoWatched
        }
      },
      {
        extends: true,
        test: {
          name: "slow",
          environment: "node",
          setupFiles: ["test/support/suite/properties.ts", "test/support/suite/noSecretShown.ts"],
          globalSetup: ["test/support/processes/compiled.ts"],
          env: mode === "hostile" ? { HOSTILE: "full" } : {},
          ...filesOf(mode).slow,
          typecheck: {
            enabled: gates[mode] === undefined && mode !== "hostile",
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
          ...filesOf(mode).react
        }
      },
      {
        extends: true,
        test: {
          name: "browser",
          environment: "node",
          globalSetup: ["test/browser/support/chromium.ts", "test/browser/support/pageBundles.ts"],
          ...filesOf(mode).browser
        }
      }
    ]
  }
}))
