/** `latchkey login`, `whoami` and `logout` with an emulator. A client replaces the browser. */
import * as Redacted from "effect/Redacted"
import { readdirSync, readFileSync, statSync } from "node:fs"
import * as path from "node:path"
import { afterAll, assert, beforeAll, describe, it, onTestFinished } from "vitest"
import { type RunningEmulator, startEmulator } from "../../../src/emulator/index.ts"
import { createClient } from "../../../src/promise/createClient.ts"
import { commandIn, linesOf } from "../../support/processes/command.ts"

const ada = { email: "ada@example.com", password: "correct horse", displayName: "Ada" }
const bob = { email: "bob@example.com", password: "correct horse", displayName: "Bob" }

let platform: RunningEmulator
let env: Record<string, string>

const envOf = ({ baseUrl, project }: RunningEmulator): Record<string, string> => ({
  NEXT_PUBLIC_STACK_API_URL: baseUrl,
  NEXT_PUBLIC_STACK_PROJECT_ID: project.projectId,
  NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY: Redacted.value(project.publishableClientKey)
})

beforeAll(async () => {
  platform = await startEmulator({ users: [ada, bob] })
  env = envOf(platform)
})

afterAll(() => platform.close())

/** Signs in as the person in the browser would, and confirms the login. */
const confirm = async (loginCode: string, person = ada, { baseUrl, project } = platform) => {
  await using browser = createClient({
    projectId: project.projectId,
    publishableClientKey: project.publishableClientKey,
    baseUrl
  })
  await browser.signIn.withPassword(person)
  await browser.cliLogin.confirm({ loginCode })
}

const link = /login_code=(\w+)/

const loginArgs = ["login", "--app-url", "https://app.example.com"]

const filesIn = (folder: string): ReadonlyArray<string> => {
  try {
    return readdirSync(path.join(folder, "latchkey")).toSorted()
  } catch {
    return []
  }
}

/** Parses the session file. */
const sessionIn = (folder: string): { readonly refreshToken: string; readonly accessToken: string } => {
  const file = filesIn(folder).find((name) => name !== "project.json")!
  return JSON.parse(readFileSync(path.join(folder, "latchkey", file), "utf8"))
}

describe("latchkey login", () => {
  const at = commandIn()

  it("M1 M4: without a terminal, login prints the link and stores the session in a file that only this user can read", async () => {
    const login = at.start(loginArgs, { env })
    const [, loginCode] = await login.says(link)

    await confirm(loginCode!)
    const { code, errors, output } = await login.ended

    assert.strictEqual(code, 0)
    assert.match(errors, /^Open this link to sign in:\n\n {2}https:\/\/app\.example\.com\/handler\/cli-auth-confirm/)
    assert.include(errors, `Allow it if the page shows the code ${loginCode!.slice(-6)}.`)
    assert.match(output, /^Signed in as Ada\.\n/)
    const files = filesIn(at.folder)
    assert.strictEqual(files.length, 2)
    for (const file of files) assert.strictEqual(statSync(path.join(at.folder, "latchkey", file)).mode & 0o777, 0o600)
    assert.strictEqual(statSync(path.join(at.folder, "latchkey")).mode & 0o777, 0o700)
  })

  it("whoami works in every folder after login, until logout ends the session on the server", async () => {
    const whoami = await at.runHere(["whoami"])
    const logout = await at.runHere(["logout"])
    const after = await at.runHere(["whoami"])

    assert.deepStrictEqual([whoami.code, logout.code, after.code], [0, 0, 1])
    assert.match(whoami.output, /^Ada, ada@example\.com\n/)
    assert.match(logout.output, /^Signed out, also in the browser/)
    assert.match(after.errors, /^latchkey: Not signed in to project .* Sign in with: latchkey login\n$/)
    assert.deepStrictEqual(filesIn(at.folder), ["project.json"])
  })
})

describe("latchkey login", () => {
  it("M5, M7: login prints JSON lines of one schema without secrets", async () => {
    const at = commandIn(onTestFinished)
    const login = at.start([...loginArgs, "--json"], { env })
    const [, loginCode] = await login.says(link)
    await confirm(loginCode!)

    const printed = await login.ended
    const kept = sessionIn(at.folder)
    const [begun, done, ...more] = linesOf(printed.output)
    const whoamiOutput = await at.runHere(["whoami", "--json"])
    const [whoami] = linesOf(whoamiOutput.output)
    const [logout] = linesOf((await at.runHere(["--json", "logout"])).output)
    const [signedOut] = linesOf((await at.runHere(["whoami", "--json"])).output)

    const user = {
      id: done.result.user.id,
      displayName: "Ada",
      primaryEmail: ada.email,
      primaryEmailVerified: true,
      isAnonymous: false,
      restrictedReason: null
    }
    assert.deepStrictEqual(more, [])
    assert.deepStrictEqual(Object.keys(begun), ["schema", "command", "event", "url", "expiresAt"])
    assert.deepStrictEqual(done, {
      schema: 1,
      command: "login",
      ok: true,
      result: { user, kept: true, projectId: platform.project.projectId }
    })
    assert.deepStrictEqual(whoami.result, {
      user,
      projectId: platform.project.projectId,
      apiUrl: `${platform.baseUrl}/api/v1`
    })
    assert.deepStrictEqual(logout.result, { wasSignedIn: true, revoked: true })
    assert.deepStrictEqual([signedOut.ok, signedOut.error.tag], [false, "NotSignedIn"])
    const everything = [printed, whoamiOutput].map(({ errors, output }) => output + errors).join("")
    assert.notInclude(everything, kept.refreshToken)
    assert.notInclude(everything, kept.accessToken)
  })

  it("U1: login and whoami explain why a user is restricted, and the next step", async () => {
    const at = commandIn(onTestFinished)
    const held = { ...bob, restrictedByAdmin: true, restrictedByAdminReason: "The bill is open." }
    await using platform = await startEmulator({
      revision: "2026-04",
      config: { requireEmailVerification: true },
      users: [{ ...ada, verified: false }, held]
    })
    const printed = async (person: typeof ada) => {
      const login = at.start(loginArgs, { env: envOf(platform) })
      const [, loginCode] = await login.says(link)
      await confirm(loginCode!, person, platform)
      return [(await login.ended).output, (await at.runHere(["whoami"])).output]
    }

    const [signedIn, whoami] = await printed(ada)
    const [json] = linesOf((await at.runHere(["whoami", "--json"])).output)
    const [, administered] = await printed(bob)

    const unverified =
      "\nRestricted (email_not_verified): the app treats this user as signed out. Verify your email address, "
    assert.include(signedIn, `Signed in as Ada.${unverified}`)
    assert.include(whoami, `Ada, ada@example.com${unverified}`)
    assert.deepInclude(json.result.user, { restrictedReason: "email_not_verified" })
    assert.include(administered, "(restricted_by_administrator)")
    assert.include(
      administered,
      "An administrator has restricted it; ask them to remove the restriction. Reason: The bill is open."
    )
  })

  it("M2: login leaves no file behind after Ctrl-C", async () => {
    const at = commandIn(onTestFinished)
    const login = at.start(loginArgs, { env })
    await login.says(link)

    const { code } = await login.stop("SIGINT")

    assert.strictEqual(code, 130)
    assert.deepStrictEqual(filesIn(at.folder), [])
  })

  it("M3: login exits with 1 and a message when the login expires", async () => {
    const at = commandIn(onTestFinished)
    const login = at.start(loginArgs, { env })
    await login.says(link)

    platform.clock.advance("3 hours")
    const { code, errors } = await login.ended

    assert.strictEqual(code, 1)
    assert.include(
      errors,
      "latchkey: CLI authentication request expired. Please try again. "
        + "See https://latchkey-auth.github.io/latchkey/errors/CLI_AUTH_EXPIRED_ERROR\n"
    )
  })

  it("M4: concurrent logins store one complete session", async () => {
    const at = commandIn(onTestFinished)
    const logins = [ada, bob, ada].map((person) => ({ person, login: at.start(loginArgs, { env }) }))

    await Promise.all(logins.map(async ({ login, person }) => confirm((await login.says(link))[1]!, person)))
    const codes = await Promise.all(logins.map(async ({ login }) => (await login.ended).code))

    const session = filesIn(at.folder).filter((file) => file !== "project.json")
    const { output } = await at.runHere(["whoami"])
    assert.deepStrictEqual(codes, [0, 0, 0])
    assert.strictEqual(session.length, 1)
    assert.match(output, /^(?:Ada|Bob), /)
  })

  it("M6: login explains that a host name can't be resolved, and that a proxy isn't used", async () => {
    const at = commandIn(onTestFinished)

    const { code, errors } = await at.runHere(loginArgs, {
      env: {
        ...env,
        NEXT_PUBLIC_STACK_API_URL: "https://nowhere.invalid",
        HTTPS_PROXY: "http://user:hunter2@127.0.0.1:1"
      }
    })

    assert.strictEqual(code, 1)
    assert.include(errors, "The host name of https://nowhere.invalid was not found (ENOTFOUND). ")
    assert.include(errors, "HTTPS_PROXY is set, but Node uses it only with NODE_USE_ENV_PROXY=1")
    assert.notInclude(errors, "hunter2")
  })

  it("login reports missing and invalid arguments before sending a request", async () => {
    const at = commandIn(onTestFinished)
    const requests = platform.requests.list().length

    const noProject = await at.runHere(loginArgs)
    const noSite = await at.runHere(["login"], { env })
    const oddSite = await at.runHere(["login", "--app-url", "app.example.com"], { env })
    const signsIn = await at.runHere(["login", "--app-url", "https://ann:hunter2@app.example.com"], { env })

    assert.deepStrictEqual([noProject.code, noSite.code, oddSite.code, signsIn.code], [2, 2, 2, 2])
    assert.include(noProject.errors, "HEXCLAVE_PROJECT_ID.")
    assert.include(noSite.errors, "The site that confirms the login is not set.")
    assert.include(oddSite.errors, "--app-url needs an http or https URL, not app.example.com.")
    assert.include(signsIn.errors, "--app-url needs a URL without a user name or password")
    assert.notInclude(signsIn.errors, "hunter2")
    assert.strictEqual(platform.requests.list().length, requests)
  })
})
