/** Nothing that is tried against the embedded platform is tried in process alone. */
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

/** What puts an embedded platform into a test. */
const platform = /\b(?:emulated|embeddedPlatform|startEmulator|Emulator\.(?:layer|layerServe|serve))\(/

/** Tests of the embedded platform that one way to it is enough for. */
const oneWay: { readonly [file: string]: string } = {
  "layers/call/metrics.test.ts": "counts calls, whichever way they went",
  "src/emulator/console/console.test.ts": "is about pages for people, which a port alone has",
  "src/emulator/faults/faults.test.ts": "is about faults, which each way has a test of its own for",
  "src/emulator/handlers/projectConfig.test.ts":
    "is about what a document says; the calls are in keysAndDomains.test.ts",
  "src/emulator/handlers/restrictedUsers.test.ts": "sends requests by hand; the calls are in the tests of the flows",
  "src/emulator/handlers/revisions.test.ts": "is about what answers hold, whichever way they come",
  "src/emulator/handlers/signUpRules.test.ts": "is about what rules decide, whichever way a sign-up comes",
  "src/emulator/mail/emails.test.ts": "is about rendering, which knows nothing of transports; sending is in emailFlows",
  "src/emulator/mail/systemMails.test.ts": "is about rendering, which knows nothing of transports",
  "src/emulator/model/userSearch.test.ts": "tries the index of users, without requests",
  "src/emulator/request/authentication.test.ts": "tries how a key is compared, without requests",
  "src/emulator/seed/savedState.test.ts": "is about files",
  "src/emulator/server/sessionControl.test.ts": "is about functions of the platform; the calls are in sessions.test.ts",
  "src/emulator/server/control.test.ts": "is about the control API on the port",
  "src/emulator/server/emulator.test.ts": "is about either way, and what tells them apart",
  "src/emulator/server/hostile.test.ts": "runs over both in its own order: the port gets what a transport never sends",
  "src/emulator/server/pipeline.test.ts": "sends requests by hand that no client makes",
  "src/cli/doctor.test.ts": "is about processes, which reach a platform over a port alone",
  "src/cli/initRuns.test.ts": "is about files and the processes they start, which reach a platform over a port alone",
  "src/cli/initNext.test.ts": "is about files and the processes they start, which reach a platform over a port alone",
  "src/cli/login.test.ts": "is about processes, which reach a platform over a port alone",
  "src/backend/fleet/authenticator.test.ts":
    "is about what a fleet's processes share; the calls are in Authenticator.test.ts",
  "src/flows/account/currentUser.test.ts": "is about what one revision tells; the calls are in flows.test.ts",
  "src/flows/authentication/cookiesBlocked.test.ts": "is about refusals before anything is sent",
  "src/flows/authentication/lockedOut.test.ts":
    "is about what a client makes of faults, which each way has a test of its own for",
  "src/backend/httpApi/permissions.test.ts":
    "is about how long an answer is believed; the calls are in httpApi.test.ts",
  "src/promise/happyDom.test.ts": "is about the environment's own fetch, which needs a port",
  "src/promise/nativeApp.test.ts": "is about what runtimes lack; each part has the transport that it is about",
  "src/promise/secretKeys.test.ts": "is about what is in requests, whichever way they go",
  "src/promise/trailingSlashes.test.ts": "is about addresses, which matter over a port alone",
  "src/backend/verify/createAuthenticator.test.ts": "is about options; what it makes is in Authenticator.test.ts",
  "src/backend/verify/crossSite.test.ts": "is about what a browser sends, before any call",
  "src/backend/verify/headerLists.test.ts": "is about the headers of requests to a back end, before any call",
  "src/backend/verify/webhook.test.ts": "is about what was posted, not about calls"
}

/** Flows, and namespaces of them, that no test drives against the embedded platform, and why. */
const undriven: { readonly [name: string]: string } = {
  "admin.productionMode.problemsOf": "sends nothing",
  "admin.sessionReplays": "calls of later revisions, which the embedded platform does not have",
  "cliLogin.open": "sends nothing",
  "cliLogin.print": "sends nothing",
  "cliLogin.show": "sends nothing",
  "redirectTo": "moves people within the app and sends nothing",
  "server.emailOutbox": "calls of later revisions, which the embedded platform does not have",
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

/** What a file calls by the name of its module or its own: `teams.create`, `signOut`. */
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

describe("tests against the embedded platform", () => {
  it("run in process and over a port, but for those that say why not", () => {
    const reaching = files.filter((file) => platform.test(textOf(file)))

    assert.isAbove(reaching.length, 50)
    assert.deepStrictEqual(reaching.filter((file) => !isOverBoth(file)), Object.keys(oneWay).sort())
  })

  it("O2: drive every flow of people, back ends and owners over both", async () => {
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
