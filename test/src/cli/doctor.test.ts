import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import { writeFileSync } from "node:fs"
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import * as path from "node:path"
import { afterAll, beforeAll, onTestFinished } from "vitest"
import { type RunningEmulator, startEmulator } from "../../../src/emulator/index.ts"
import { commandIn, linesOf } from "../../support/processes/command.ts"

let platform: RunningEmulator
let env: Record<string, string>

beforeAll(async () => {
  platform = await startEmulator()
  const { project } = platform
  env = {
    NEXT_PUBLIC_STACK_API_URL: platform.baseUrl,
    NEXT_PUBLIC_STACK_PROJECT_ID: project.projectId,
    NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY: Redacted.value(project.publishableClientKey),
    STACK_SECRET_SERVER_KEY: Redacted.value(project.secretServerKey),
    STACK_SUPER_SECRET_ADMIN_KEY: Redacted.value(project.superSecretAdminKey)
  }
})

afterAll(() => platform.close())

const serving = async (answer: RequestListener) => {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://localhost:${(server.address() as AddressInfo).port}`
}

/** Starts a server that always sends the same response. */
const responding = (headers: Record<string, string | ReadonlyArray<string>>, body = "{}") =>
  serving((_, response) => {
    response.sendDate = headers["date"] === undefined
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value as string | Array<string>)
    response.end(body)
  })

/** Starts a server that never responds. */
const silent = async () => {
  let receive: () => void
  const received = new Promise<void>((resolve) => receive = resolve)
  return { address: await serving(() => receive()), received }
}

describe("latchkey doctor", () => {
  const at = commandIn()

  const checks = async (env: Record<string, string>, ...args: ReadonlyArray<string>) => {
    const { code, errors, output } = await at.runHere(["doctor", "--json", ...args], { env })
    // on a busy machine, the checks may take longer than a second, after which a progress line is printed
    assert.include(["", "Contacting the server …\n"], errors)
    const { checks, healthy } = linesOf(output)[0].result
    const states: Record<string, string> = Object.fromEntries(checks.map(({ check, state }: any) => [check, state]))
    return { code, healthy, states, checks: checks as ReadonlyArray<any>, output }
  }

  it("M5, M7: doctor reports no problem for a valid project, and shows none of its keys", async () => {
    const site = await responding({
      "set-cookie": ["stack-refresh-x--default=secret-value; Path=/; SameSite=Lax", "theme=dark"]
    })

    const { checks: found, code, healthy, output, states } = await checks(env, "--app-url", site)

    assert.deepStrictEqual([code, healthy], [0, true])
    for (const each of found) assert.includeMembers(["check", "state", "found", "fix"], Object.keys(each))
    assert.deepStrictEqual(states, {
      Versions: "good",
      Project: "good",
      Platform: "good",
      Revision: "good",
      "Client key": "good",
      "Server key": "good",
      "Admin key": "good",
      Clock: "good",
      Domains: "doubtful", // doubtful, because localhost is trusted, which production mode forbids
      Cookies: "good"
    })
    for (const name of ["PUBLISHABLE_CLIENT_KEY", "SECRET_SERVER_KEY", "SUPER_SECRET_ADMIN_KEY"]) {
      const value = Object.entries(env).find(([variable]) => variable.endsWith(name))![1]
      assert.notInclude(output, value)
    }
    assert.notInclude(output, "secret-value")
  })

  it("D23: doctor --session prints a saved ledger, and why its last session ended", async () => {
    const file = path.join(at.folder, "ledger.json")
    writeFileSync(
      file,
      JSON.stringify({
        at: "another field of the devtools' export",
        ledger: [
          { _tag: "SignedIn", id: 7, at: 0, userId: "u", by: "here", flow: "signIn.withPassword", isAnonymous: false },
          { _tag: "RefreshRejected", id: 8, at: 1000, userId: "u", callers: 1, code: "A_CODE", status: 401 },
          { _tag: "Ended", id: 9, at: 1000, userId: "u", by: "platform", because: 8 }
        ]
      })
    )

    const { code, output } = await at.runHere(["doctor", "--session", file])
    const json = await at.runHere(["doctor", "--session", file, "--json"])

    assert.deepStrictEqual([code, json.code], [0, 0])
    assert.deepStrictEqual(output.trimEnd().split("\n"), [
      "1970-01-01T00:00:00.000Z  The user signed in with signIn.withPassword.",
      "1970-01-01T00:00:01.000Z  The platform rejected the refresh token (A_CODE, 401): the session was ended on another "
      + "device or by an administrator, or has expired.",
      "1970-01-01T00:00:01.000Z  The user was signed out, because the platform no longer accepts the session.",
      "",
      "The user was signed out, because the platform no longer accepts the session.",
      "  because: The platform rejected the refresh token (A_CODE, 401): the session was ended on another device or by an "
      + "administrator, or has expired."
    ])
    const { result } = linesOf(json.output)[0]
    assert.strictEqual(result.whySignedOut.length, 2)
    assert.deepInclude(result.entries[0], { id: 7, sentence: "The user signed in with signIn.withPassword." })
  })

  it("doctor --session rejects a file that is missing or not a ledger", async () => {
    const file = path.join(at.folder, "other.json")
    writeFileSync(file, "{}")

    const results = [
      await at.runHere(["doctor", "--session", file]),
      await at.runHere(["doctor", "--session", `${file}.missing`])
    ]

    assert.deepStrictEqual(results.map(({ code }) => code), [2, 2])
    assert.include(results[0]!.errors, "is not a session ledger")
    assert.include(results[1]!.errors, "cannot be read (ENOENT)")
  })

  it.each(
    [
      ["2025-08", {}, "good", "2025-08"],
      ["2026-04", {}, "good", "2026-04 or later"],
      ["2026-04", { requireEmailVerification: true }, "doubtful", "restricts users without a verified email address"]
    ] as const
  )(
    "doctor shows the platform's revision %s, and warns if that revision restricts users by the project's rules: %o",
    async (revision, config, state, words) => {
      const other = await startEmulator({ revision, config })
      onTestFinished(() => other.close())

      const { checks: found } = await checks({ ...env, NEXT_PUBLIC_STACK_API_URL: other.baseUrl })

      const finding = found.find(({ check }) => check === "Revision")
      assert.strictEqual(finding.state, state)
      assert.include(finding.found, words)
    }
  )

  it("doctor warns that 2025-08 rejects clients without a publishable key", async () => {
    const other = await startEmulator({ revision: "2025-08" })
    onTestFinished(() => other.close())
    const { NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY: _, ...keyless } = env

    const { checks: found, code } = await checks({ ...keyless, NEXT_PUBLIC_STACK_API_URL: other.baseUrl })

    assert.strictEqual(code, 1)
    assert.include(found.find(({ check }) => check === "Revision").found, "rejects clients without a publishable key")
  })

  it("doctor reads .env.local in the current folder, and names the file", async () => {
    const here = commandIn(onTestFinished)
    writeFileSync(
      path.join(here.folder, ".env.local"),
      Object.entries(env).map(([name, value]) => `${name}=${value}\n`).join("")
    )

    const { code, output } = await here.runHere(["doctor"])

    assert.strictEqual(code, 0)
    assert.match(output, /^✓ Project {5}\S+ \(environment, \.env\.local\)$/m)
  })

  it("M7: doctor sends no secret key of the environment to a URL from a file", async () => {
    const here = commandIn(onTestFinished)
    const { NEXT_PUBLIC_STACK_API_URL, ...keys } = env
    writeFileSync(path.join(here.folder, ".env"), `NEXT_PUBLIC_SERVER_STACK_API_URL=${NEXT_PUBLIC_STACK_API_URL}\n`)
    platform.requests.clear()

    const { code, output } = await here.runHere(["doctor"], { env: keys })

    assert.strictEqual(code, 1)
    assert.match(output, /^✗ Configuration\S* +baseUrl comes from \.env only, so STACK_SECRET_SERVER_KEY from the env/m)
    assert.match(
      output,
      /→ Set NEXT_PUBLIC_SERVER_STACK_API_URL in the environment too if the URL is right/
    )
    assert.isEmpty(platform.requests.list())
  })

  it("doctor prefers a setting from the environment to the same setting in a file, even under another name", async () => {
    const here = commandIn(onTestFinished)
    const { NEXT_PUBLIC_STACK_API_URL, ...keys } = env
    writeFileSync(path.join(here.folder, ".env.local"), "NEXT_PUBLIC_SERVER_STACK_API_URL=http://127.0.0.1:1\n")

    const { code, output } = await here.runHere(["doctor"], {
      env: { ...keys, STACK_API_URL: NEXT_PUBLIC_STACK_API_URL! }
    })

    assert.strictEqual(code, 0, output)
  })

  it("doctor reports a server key in place of a client key, and an invalid key, each with a fix", async () => {
    const { checks: found, code, states } = await checks({
      ...env,
      NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY: env["STACK_SECRET_SERVER_KEY"]!,
      STACK_SUPER_SECRET_ADMIN_KEY: "sak_wrong"
    })

    assert.strictEqual(code, 1)
    assert.deepStrictEqual([states["Client key"], states["Server key"], states["Admin key"]], ["bad", "good", "bad"])
    const client = found.find(({ check }) => check === "Client key")
    assert.strictEqual(client.found, "is set to a secret server key")
    assert.match(client.fix, /^Revoke that key now/)
    for (const { fix, state } of found) if (state === "bad") assert.isAbove(fix.length, 10)
  })

  it("doctor accepts a missing client key if the project doesn't require the key", async () => {
    const { NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY: _, ...keyless } = env
    const strict = await startEmulator({ revision: "2025-08" })
    onTestFinished(() => strict.close())
    const clientKey = async (env: Record<string, string>) =>
      (await checks(env)).checks.find(({ check }) => check === "Client key")

    const required = await clientKey({ ...keyless, NEXT_PUBLIC_STACK_API_URL: strict.baseUrl })
    const free = await clientKey(keyless)

    assert.strictEqual(required.state, "bad")
    assert.include(required.fix, "NEXT_PUBLIC_HEXCLAVE_PUBLISHABLE_CLIENT_KEY")
    assert.deepStrictEqual([free.state, free.found], ["good", "not set, and not required by the project"])
  })

  it("doctor reports how far the clock is off", async () => {
    const late = await responding({ date: "Thu, 01 Jan 1970 00:00:00 GMT" })

    const { checks: found } = await checks({ ...env, NEXT_PUBLIC_STACK_API_URL: late })

    const clock = found.find(({ check }) => check === "Clock")
    assert.strictEqual(clock.state, "doubtful")
    assert.match(clock.found, /^\d{9,} s ahead of the server's$/)
  })

  it("doctor reports attributes that the session cookies lack", async () => {
    const site = await responding({ "set-cookie": ["__Host-stack-refresh-x--default=v; Path=/app"] })

    const { checks: found } = await checks(env, "--app-url", site)

    const cookies = found.find(({ check }) => check === "Cookies")
    assert.deepStrictEqual(
      [cookies.state, cookies.found],
      ["bad", "__Host-stack-refresh-x--default lacks SameSite=Lax, Path=/"]
    )
  })

  it("doctor reports a site that the project does not trust", async () => {
    const { checks: found } = await checks(env, "--app-url", "https://elsewhere.invalid")

    const domains = found.find(({ check }) => check === "Domains")
    assert.deepStrictEqual([domains.state, domains.found], ["bad", "localhost, but not https://elsewhere.invalid"])
  })

  it("doctor compares sites by scheme, host and port, and ignores the path of a trusted domain", async () => {
    await using shop = await startEmulator({
      config: { allowLocalhost: false, domains: [{ domain: "https://shop.invalid/welcome", handlerPath: "/handler" }] }
    })
    const theirs = {
      ...env,
      NEXT_PUBLIC_STACK_API_URL: shop.baseUrl,
      NEXT_PUBLIC_STACK_PROJECT_ID: shop.project.projectId,
      NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY: Redacted.value(shop.project.publishableClientKey),
      STACK_SUPER_SECRET_ADMIN_KEY: Redacted.value(shop.project.superSecretAdminKey)
    }

    const trusted = await checks(theirs, "--app-url", "https://shop.invalid/cart")
    const other = await checks(theirs, "--app-url", "https://shop.invalid:8443")

    assert.deepStrictEqual([trusted.states["Domains"], other.states["Domains"]], ["good", "bad"])
  })

  it("M6: doctor reports an unreachable server in one line, and skips the checks that need it", async () => {
    const { code, output } = await at.runHere(["doctor"], {
      env: { ...env, NEXT_PUBLIC_STACK_API_URL: "http://127.0.0.1:1" }
    })

    assert.strictEqual(code, 1)
    assert.match(
      output,
      /^✗ Platform {4}The platform could not be reached at http:\/\/127\.0\.0\.1:1 .*bad port.* {2}→ Check the base URL/m
    )
    assert.match(output, /^· Keys {8}not checked$/m)
  })

  it.effect("M6: doctor waits at most five seconds for the server and for the site", () =>
    Effect.gen(function*() {
      const platformOf = yield* Effect.promise(silent)
      const site = yield* Effect.promise(silent)
      const clock = yield* Clock.Clock

      const running = at.runHere(["doctor", "--app-url", site.address], {
        env: { ...env, NEXT_PUBLIC_STACK_API_URL: platformOf.address },
        clock
      })
      for (const { received } of [platformOf, site]) {
        yield* Effect.promise(() => received)
        yield* TestClock.adjust("5 seconds")
      }
      const { code, output } = yield* Effect.promise(() => running)

      assert.strictEqual(code, 1)
      assert.match(
        output,
        /^✗ Platform {4}http:\/\/localhost:\d+ did not respond within 5 seconds {2}→ Check/m
      )
      assert.match(output, /^! Cookies {5}http:\/\/localhost:\d+\/? does not respond {2}→ Start the site/m)
    }))

  it("doctor reports the missing setting if nothing is configured", async () => {
    const { code, output } = await at.runHere(["doctor"])

    assert.strictEqual(code, 1)
    assert.match(
      output,
      /^✗ Project {5}projectId is missing \(environment\) {2}→ Set HEXCLAVE_PROJECT_ID in \.env\. Copy it from/m
    )
  })

  for (
    const [framework, toSet] of [
      ["next", "NEXT_PUBLIC_HEXCLAVE_PROJECT_ID in .env.local"],
      ["vite", "VITE_HEXCLAVE_PROJECT_ID in .env.local"],
      ["express", "HEXCLAVE_PROJECT_ID in .env."]
    ] as const
  ) {
    it(`doctor names the variable that a ${framework} project reads`, async () => {
      const here = commandIn(onTestFinished)
      writeFileSync(path.join(here.folder, "package.json"), JSON.stringify({ devDependencies: { [framework]: "*" } }))

      assert.include((await here.runHere(["doctor"])).output, `→ Set ${toSet}`)
    })
  }
})
