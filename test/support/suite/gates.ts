/**
 * Tests that `npm test` leaves to a gate: `npm run prove looks`. No law depends on them alone
 * (`test/docs/laws.test.ts`). They need many pages, processes or compilers, and `.ci/run` runs them side by side.
 */

/** The screens and programs of a browser, as people use them, and the states and addresses of every screen. */
const pages = [
  "test/browser/{billing,cli,magicLink,secondFactor,session,turnstile}.test.ts",
  "test/browser/screens/{account,accountSettingsDialog,back,failures,opening,signIn,signInDialog,steps,teamSettings}.test.ts",
  "test/react/screens/{languageTag,onboarding,sentMail,waysIn,waysOn}.test.tsx"
]

/** What people see: pictures, themes, layout, and the pages of the emulator's console and of the docs. */
const looks = [
  "test/browser/console.test.ts",
  "test/browser/sandbox/docsTabs.test.ts",
  "test/browser/pictures/*.test.ts",
  "test/browser/screens/{accountGallery,gallery,layoutShift,motion,templates,themes}.test.ts",
  "test/react/screens/translated.test.tsx",
  "test/src/emulator/console/*.test.ts"
]

/** The examples and the command, as processes and in a browser. */
const examples = [
  "test/browser/{app,guides,moved,routers}.test.ts",
  "test/examples/!(next|opentelemetry|simulation).test.ts",
  "test/examples/guides.test.tsx",
  "test/examples/migration/*.test.ts",
  "test/examples/migration/*.test.tsx",
  "test/examples/workflow/*.test.ts",
  "test/quickstarts/*.test.ts",
  "test/src/cli/{demo,emulatorState}.test.ts"
]

/** The projects that `latchkey init` sets up. */
const init = ["test/browser/init.test.ts", "test/src/cli/{init,initRuns}.test.ts"]

/** What an editor and the compiler show: hovers, messages, a new endpoint, and the examples in docstrings. */
const editor = [
  "test/docs/docstringExamples.test.ts",
  "test/schemas/addAnEndpoint.test.ts",
  "test/src/testing/tape/writtenTests.test.ts",
  "test/types/{hovers,migrated,mistakes}.test.ts"
]

/** Apps of Next.js. */
const next = [
  "test/browser/next/*.test.ts",
  "test/examples/next.test.ts",
  "test/src/cli/initNext.test.ts"
]

/** The sandbox of every page of the site, and what readers do in one. */
const site = ["test/browser/sandbox/{tryItCode,tryItPages}.test.ts"]

/** The package, which they build. */
const packed = ["test/build.test.ts", "test/react/devtools/production.test.ts"]

export const gates: { readonly [gate: string]: ReadonlyArray<string> } = {
  editor,
  examples,
  init,
  looks,
  next,
  package: packed,
  pages,
  site
}

/** The tests of all gates. */
export const inGates: ReadonlyArray<string> = Object.values(gates).flat()
