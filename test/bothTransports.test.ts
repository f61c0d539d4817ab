/** The tests with the emulator run both in-process and over a port. */
import { assert, describe, it } from "@effect/vitest"
import { readdirSync, readFileSync } from "node:fs"
import * as path from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import * as adminFlows from "../src/admin/index.ts"
import * as flows from "../src/flows/index.ts"
import * as serverFlows from "../src/server/index.ts"

const folder = path.dirname(fileURLToPath(import.meta.url))

const files = ["src", "layers"].flatMap((part) =>
  readdirSync(path.join(folder, part), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => `${part}/${name.replaceAll(path.sep, "/")}`)
).sort()

const textOf = (file: string): string => readFileSync(path.join(folder, file), "utf8")

const isOverBoth = (file: string): boolean => textOf(file).includes("overBothTransports(")

/** Expressions that start an emulator in a test. */
const platform = /\b(?:emulated|inProcessEmulator|startEmulator|Emulator\.(?:layer|layerServe|serve))\(/

/** Test files for which one transport is enough, each with the reason. */
const oneWay: { readonly [file: string]: string } = {
  "layers/call/Digest.test.ts": "tests cryptography, independent of the transport",
  "layers/observe/metrics.test.ts": "counts calls, independent of the transport",
  "layers/observe/otlp.test.ts": "reads what a collector receives, independent of the transport",
  "src/emulator/console/console.test.ts": "tests pages, which only a port has",
  "src/emulator/console/payments.test.ts": "tests pages, which only a port has",
  "src/emulator/console/queue.test.ts": "tests pages, which only a port has",
  "src/emulator/faults/faults.test.ts": "tests faults, which each transport tests separately",
  "src/emulator/handlers/dashboard/analytics.test.ts":
    "tests the contents of responses; outboxFlows.test.ts has the calls",
  "src/emulator/handlers/emails/managedOnboarding.test.ts":
    "tests the contents of responses, independent of the transport",
  "src/emulator/handlers/projects/projectConfig.test.ts": "tests a document; keysAndDomains.test.ts has the calls",
  "src/emulator/handlers/authentication/restrictedUsers.test.ts":
    "sends raw requests; the tests of the flows have the calls",
  "src/emulator/handlers/revisions.test.ts": "tests the contents of responses, independent of the transport",
  "src/emulator/handlers/projects/signUpRules.test.ts": "tests rules, independent of the transport",
  "src/emulator/mail/emails.test.ts": "tests rendering, independent of the transport; emailFlows has the sending",
  "src/emulator/mail/queue.test.ts": "tests states of emails by the clock; outboxFlows.test.ts has the calls",
  "src/emulator/mail/systemMails.test.ts": "tests rendering, independent of the transport",
  "src/emulator/model/accounts/userSearch.test.ts": "tests the index of users, without requests",
  "src/emulator/payments/checkout.test.ts": "tests pages and the clock; payments.test.ts has the calls",
  "src/emulator/payments/items.test.ts": "tests balances by the clock; payments.test.ts has the calls",
  "src/emulator/payments/offers.test.ts": "tests the contents of responses, independent of the transport",
  "src/emulator/payments/products.test.ts": "tests ownership by the clock; payments.test.ts has the calls",
  "src/emulator/request/authentication.test.ts": "tests the comparison of keys, without requests",
  "src/emulator/seed/savedState.test.ts": "tests files",
  "src/emulator/server/sessionControl.test.ts": "tests functions of the emulator; sessions.test.ts has the calls",
  "src/emulator/server/control.test.ts": "tests the control API, which only a port has",
  "src/emulator/server/emulator.test.ts": "tests both transports and their differences",
  "src/emulator/server/hostile.test.ts":
    "uses both transports separately: the port gets requests that a transport never sends",
  "src/emulator/server/pipeline.test.ts": "sends raw requests that no client sends",
  "src/backend/verify/human.test.ts": "tests orders; freshness.test.ts has the list of sessions over both transports",
  "src/cli/doctor.test.ts": "tests processes, which need a port",
  "src/cli/initRuns.test.ts": "tests files and processes, which need a port",
  "src/cli/initNext.test.ts": "tests files and processes, which need a port",
  "src/cli/watch/watch.test.ts": "changes the responses of the emulator",
  "src/cli/login.test.ts": "tests processes, which need a port",
  "src/backend/fleet/FleetAuthenticator.test.ts":
    "tests what a fleet's processes share; Authenticator.test.ts has the calls",
  "src/flows/account/currentUser.test.ts": "tests the claims of one revision; flows.test.ts has the calls",
  "src/flows/authentication/cookiesBlocked.test.ts": "tests errors before any request",
  "src/flows/authentication/lockedOut.test.ts":
    "tests a client's reaction to faults, which each transport tests separately",
  "src/backend/httpApi/permissions.test.ts": "tests the caching of permissions; httpApi.test.ts has the calls",
  "src/accounts/promises.test.ts": "tests promises over the flows; accounts.test.ts has the calls",
  "src/metadata/edges.test.ts": "tests schemas and values; metadata.test.ts has the calls",
  "src/metadata/promises.test.ts": "tests promises over the flows; metadata.test.ts has the calls",
  "src/payments/promises.test.ts": "tests promises over the flows; payments.test.ts has the calls",
  "src/backend/uncheckedSettings.test.ts": "tests options, before any call",
  "src/backend/verify/freshRule.test.ts": "tests a rule of a back end; freshness.test.ts has the calls",
  "src/backend/verify/knownMeans.test.ts": "tests a rule of a back end; freshness.test.ts has the calls",
  "src/emulator/handlers/dashboard/analyticsQuery.test.ts": "tests a query language, independent of the transport",
  "src/emulator/model/configuration/overrides.test.ts": "tests a document; keysAndDomains.test.ts has the calls",
  "src/emulator/payments/providerEvents.test.ts": "tests events by the clock; payments.test.ts has the calls",
  "src/emulator/request/requestRules.test.ts": "sends raw requests that no client sends",
  "src/emulator/server/projectClock.test.ts": "tests the clock of a project, independent of the transport",
  "src/emulator/payments/pageQuantity.test.ts": "tests pages, which only a port has",
  "src/emulator/server/badRecords.test.ts": "tests damaged records, independent of the transport",
  "src/promise/frozenIntrinsics.test.ts": "tests the environment's intrinsics, independent of the transport",
  "src/server/dataVaultRefusals.test.ts": "tests errors before any request",
  "src/promise/happyDom.test.ts": "tests the environment's fetch, which needs a port",
  "src/promise/nativeApp.test.ts": "tests missing parts of runtimes, each with a suitable transport",
  "src/promise/person.test.ts": "tests promises over forPerson; forPerson.test.ts has the laws",
  "src/promise/secretKeys.test.ts": "tests the contents of requests, independent of the transport",
  "src/promise/trailingSlashes.test.ts": "tests URLs, which matter only with a port",
  "src/backend/verify/createAuthenticator.test.ts": "tests options; Authenticator.test.ts has the results",
  "src/backend/verify/crossSite.test.ts": "tests what a browser sends, before any call",
  "src/backend/verify/headerLists.test.ts": "tests the headers of requests to a back end, before any call",
  "src/backend/verify/webhook.test.ts": "tests received webhooks, without calls"
}

/** Flows and namespaces that no test runs with the emulator, each with the reason. */
const undriven: { readonly [name: string]: string } = {
  "admin.productionMode.problemsOf": "sends nothing",
  "cliLogin.open": "sends nothing",
  "cliLogin.print": "sends nothing",
  "cliLogin.show": "sends nothing",
  "redirectTo": "navigates within the app and sends nothing",
  "signIn.requestedHere": "sends nothing"
}

const isWithin = (name: string, space: string): boolean => name === space || name.startsWith(`${space}.`)

const nameFlows = (
  calls: object,
  prefix: string,
  named = new Map<unknown, string>()
): Map<unknown, string> => {
  for (const [name, call] of Object.entries(calls)) {
    if (typeof call === "function") named.set(call, `${prefix}${name}`)
    else nameFlows(call as object, `${prefix}${name}.`, named)
  }
  return named
}

/** Returns the functions that a file uses, by module or by name: `teams.create`, `signOut`. */
const calledIn = async (file: string): Promise<ReadonlyArray<unknown>> => {
  const text = textOf(file)
  const imports = text.matchAll(/import (?:\* as (\w+)|\{([^}]*)\}) from "(\.[^"]*(?:src|schemas\/endpoints)\/[^"]*)"/g)
  const called: Array<unknown> = []
  for (const [, namespace, names = "", from] of imports) {
    const module = await import(pathToFileURL(path.resolve(folder, path.dirname(file), from!)).href)
    if (namespace === undefined) {
      for (const name of names.split(",")) called.push(module[name.trim().split(" ")[0]!])
    } else {for (const [, name] of text.matchAll(new RegExp(`\\b${namespace}\\.(\\w+)`, "g"))) {
        called.push(module[name!])
      }}
  }
  return called
}

describe("tests with the emulator", () => {
  it("every test with the emulator runs both in-process and over a port, unless it is listed with a reason", () => {
    const reaching = files.filter((file) => platform.test(textOf(file)))

    assert.isAbove(reaching.length, 50)
    assert.deepStrictEqual(reaching.filter((file) => !isOverBoth(file)), Object.keys(oneWay).sort())
  })

  it("O2: the emulator's tests run every flow of every level both in-process and over a port", async () => {
    const named = [
      ...nameFlows(flows, ""),
      ...nameFlows(serverFlows, "server."),
      ...nameFlows(adminFlows, "admin.")
    ]
    const called = new Set((await Promise.all(files.filter(isOverBoth).map(calledIn))).flat())

    const missing = named.flatMap(([call, name]) => called.has(call) ? [] : [name])

    assert.isAbove(named.length, 200)
    const excused = Object.keys(undriven)
    assert.deepStrictEqual(missing.filter((name) => !excused.some((space) => isWithin(name, space))), [])
    assert.deepStrictEqual(excused.filter((space) => !missing.some((name) => isWithin(name, space))), [])
  })
})
