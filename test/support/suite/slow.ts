/**
 * Test files that `npm run test:quick` skips, in addition to tests in a browser. Their tests start processes or bundle
 * programs (`test/quick.test.ts` checks this), render emails, read every entry, or try all combinations.
 */
export const slow = [
  "test/build.test.ts",
  "test/conformance/**/*.test.ts",
  "test/docs/docstringExamples.test.ts",
  "test/examples/**/*.test.ts",
  "test/hostile/*.test.ts",
  "test/src/cli/**/*.test.ts",
  "test/layers/call/projectDefaults.test.ts",
  "test/src/emulator/console/*.test.ts",
  "test/src/emulator/mail/*.test.ts",
  "test/src/emulator/seed/savedState.test.ts",
  "test/src/emulator/server/hostile.test.ts",
  "test/layers/fleet/SharedRecords.test.ts",
  "test/layers/fleet/refusedCommands.test.ts",
  "test/layers/fleet/sharedBudget.test.ts",
  "test/layers/session/clockSkew.test.ts",
  "test/publicApi.test.ts",
  "test/src/promise/frozenIntrinsics.test.ts",
  "test/quickstarts/*.test.ts",
  "test/react/devtools/production.test.ts",
  "test/schemas/addAnEndpoint.test.ts",
  "test/schemas/asKnownError.test.ts",
  "test/schemas/site.test.ts",
  "test/src/node/FileTokenStore.test.ts",
  "test/types/hovers.test.ts",
  "test/types/mistakes.test.ts",
  "test/types/withoutDom.test.ts",
  "test/regularExpressions.test.ts",
  "test/secrecy.test.ts",
  "test/secrecyCommand.test.ts",
  "test/setup.test.ts",
  "test/src/testing/tape/writtenTests.test.ts",
  "test/staticAnalysis.test.ts"
]
