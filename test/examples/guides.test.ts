/** The programs of the guides run and print the output shown on their pages. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { readFileSync } from "node:fs"
import { startEmulator } from "../../src/emulator/index.ts"
import { readSeed } from "../../src/emulator/server/index.ts"
import { createServer } from "../../src/promise/index.ts"

/** Returns the lines that a program prints. Importing the program runs it, so this works once per worker. */
const printedBy = async (load: () => Promise<unknown>): Promise<ReadonlyArray<string>> => {
  const { log } = console
  const lines: Array<string> = []
  console.log = (...args: ReadonlyArray<unknown>) => {
    lines.push(args.join(" "))
    log(...args)
  }
  try {
    await load()
  } finally {
    console.log = log
  }
  return lines
}

describe("examples/guides", () => {
  it("session.ts: a session outlives its access token with one refresh, and ends locally and on the platform", async () => {
    assert.deepStrictEqual(await printedBy(() => import("../../examples/guides/session.ts")), [
      "session: SignedIn",
      "signed in as ada@example.com",
      "session: SignedIn",
      "still ada@example.com, with 0 teams and 1 address",
      "refreshes: 1",
      "the back end sees: signed-in",
      "sessions: 1",
      "acting as ada@example.com",
      "session: SignedOut",
      "signed out here and on the platform"
    ])
  })

  it("person.ts: a socket follows the signed-in person, and an upload stops when its person is no longer signed in", async () => {
    assert.deepStrictEqual(await printedBy(() => import("../../examples/guides/person.ts")), [
      "ada@example.com is connected",
      "ada@example.com is disconnected",
      "bob@example.com is connected",
      "upload stopped: AnotherUser",
      "bob@example.com is disconnected",
      "upload stopped: SignedOut"
    ])
  })

  it("watch.ts: a tape names the endpoints that a program uses", async () => {
    assert.deepStrictEqual(await printedBy(() => import("../../examples/guides/watch.ts")), [
      "users.list, users.get"
    ])
  })

  it("bugReport.ts: a tape shows the bug of an app, and its fix", async () => {
    assert.deepStrictEqual(await printedBy(() => import("../../examples/guides/bugReport.ts")), [
      "the user reads: Wrong email address or password.",
      "the tape contains the password: false",
      "signInWithBug: Wrong email address or password.",
      "signIn: We can't sign you in right now. Try again in a few minutes.",
      "the written test expects another text: true",
      "the written test signs in: true"
    ])
  })

  it("errorsOnward.ts: a platform error keeps its class when it is passed on through a response and a workflow", async () => {
    const taken = "There is already an account with this email address. Sign in to it, or use another address."
    assert.deepStrictEqual(await printedBy(() => import("../../examples/guides/errorsOnward.ts")), [
      "404 application/problem+json",
      "No team 5a3c9f0e-1b2c-4d5e-8f90-123456789000.",
      `bob@example.com has an account\n${taken}\n${taken}`
    ])
  })

  it("ledger.ts: a ledger records what happened to the session, and why it ended", async () => {
    const ended = "The user was signed out, because the platform no longer accepts the session."
    const refused =
      "The platform rejected the refresh token (REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED, 401): the session was "
      + "ended on another device or by an administrator, or has expired."
    assert.deepStrictEqual(await printedBy(() => import("../../examples/guides/ledger.ts")), [
      "The user signed in with signIn.withPassword.",
      refused,
      ended,
      `${ended}\n${refused}`,
      "The user was signed out here by signOut."
    ])
  })

  it("ownEndpoint.ts: a custom endpoint can be called at both levels, as a promise and as a cached read, and fails with its own error", async () => {
    assert.deepStrictEqual(await printedBy(() => import("../../examples/guides/ownEndpoint.ts")), [
      "added Water the plants",
      "Choose a title of at most 20 characters. true",
      "Groceries, Water the plants",
      "title: Choose a title of at most 20 characters.",
      "2 notes, then 3",
      "0 notes"
    ])
  })

  it("serverless.ts: a function finds a user by email", async () => {
    assert.deepStrictEqual(await printedBy(() => import("../../examples/guides/serverless.ts")), [
      "users: [\"ada@example.com\"]"
    ])
  })

  it("bothWays.ts: a program prints the same result with promises and with Effects", async () => {
    assert.deepStrictEqual(await printedBy(() => import("../../examples/guides/bothWays.ts")), [
      "as a promise: Wrong e-mail or password.",
      "as an Effect: Wrong e-mail or password.",
      "settled: EmailPasswordMismatch",
      "Grace, meet nobody"
    ])
  })

  it("restricted.ts: a guest becomes an account that counts as signed out until its address is verified", async () => {
    assert.deepStrictEqual(await printedBy(() => import("../../examples/guides/restricted.ts")), [
      "signed in: null",
      "signed in: null, restricted: email_not_verified",
      "the same user: true, with {\"basket\":[\"a book\"]}",
      "now ada@example.com"
    ])
  })

  it("revisions.ts: only the newer revision of the platform restricts the user", async () => {
    assert.deepStrictEqual(await printedBy(() => import("../../examples/guides/revisions.ts")), [
      "2025-08: not restricted",
      "2026-04: email_not_verified"
    ])
  })

  it("ssr.tsx: a server renders the page for each user and sends the cookie of a refreshed session", async () => {
    const greeting = (name: string) => `<!--$--><p>Hello <!-- -->${name}</p><!--/$-->`
    assert.deepStrictEqual(await printedBy(() => import("../../examples/guides/ssr.tsx")), [
      greeting("stranger"),
      greeting("ada@example.com"),
      `${greeting("ada@example.com")}, 1 cookie, private, no-store`
    ])
  })

  it("secondFactor.ts: MFA is enabled with a TOTP code, required at sign-in, and disabled", async () => {
    const [toScan = "", ...lines] = await printedBy(() => import("../../examples/guides/secondFactor.ts"))
    assert.match(toScan, /^QR code: otpauth:\/\/totp\/My%20app:ada%40example\.com\?secret=…&/)
    assert.deepStrictEqual(lines, [
      "MFA enabled: true",
      "signed in: ada@example.com",
      "without MFA, the password is sufficient"
    ])
  })

  it("mailedCodes.ts: an emailed code signs in once, and its link doesn't sign in again", async () => {
    const [welcome, label, rejection] = await printedBy(() => import("../../examples/guides/mailedCodes.ts"))
    assert.deepStrictEqual([welcome, label], ["welcome", "Continue"])
    assert.match(rejection ?? "", /^VerificationCodeAlreadyUsed: /)
  })

  it("teams.ts: an invited member has the granted permissions, the permissions that these contain, and no others", async () => {
    assert.deepStrictEqual(await printedBy(() => import("../../examples/guides/teams.ts")), [
      "Grace is in Analytical Engines",
      "Grace may read reports: true",
      "Grace lacks $update_team"
    ])
  })

  it("developmentData.ts: a project gets roles, and a team whose members have these roles", async () => {
    assert.deepStrictEqual(await printedBy(() => import("../../examples/guides/developmentData.ts")), [
      "ada@example.com: read true, edit true",
      "grace@example.com: read true, edit false"
    ])
  })

  it("apiKeys.ts: an API key acts for the user who created it until it is revoked", async () => {
    assert.deepStrictEqual(await printedBy(() => import("../../examples/guides/apiKeys.ts")), [
      "Nightly export, for the user who made it: true",
      "Nightly export, ends with 4 shown characters",
      "now: manually-revoked"
    ])
  })

  it("payments.ts: a user has a free plan, upgrades, uses credits, has the plan renewed, and gets a refund", async () => {
    assert.deepStrictEqual(await printedBy(() => import("../../examples/guides/payments.ts")), [
      "a picture",
      "a picture",
      "a picture",
      "no credits left",
      "Pro, 100 credits",
      "after a picture: 99 credits",
      "after a month: 100 credits, 2 invoices",
      "refunded: purchase of Pro",
      "left: nothing"
    ])
  })

  it("webhooks.ts: a signed webhook is accepted and a forged one is rejected", async () => {
    const [welcome, forged] = await printedBy(() => import("../../examples/guides/webhooks.ts"))
    assert.strictEqual(welcome, "welcome, grace@example.com")
    assert.match(forged ?? "", /^a forged event: 400 The webhook was not accepted\. /)
  })

  it("dataVault.ts: a value of the data vault is redacted, can be read by the back end, and is found only under its key", async () => {
    assert.deepStrictEqual(await printedBy(() => import("../../examples/guides/dataVault.ts")), [
      "stored: <redacted>",
      "readable for the back end: 13 characters",
      "of another user: null"
    ])
  })

  it("recentSignIn.ts: an operation is rejected after an older sign-in, and accepted after another sign-in", async () => {
    assert.deepStrictEqual(await printedBy(() => import("../../examples/guides/recentSignIn.ts")), [
      "/account/delete: 401 Sign-in too old",
      "deleted: true",
      "closed"
    ])
  })

  it("severalAccounts.ts: another account is added, and the accounts are switched and signed out", async () => {
    assert.deepStrictEqual(await printedBy(() => import("../../examples/guides/severalAccounts.ts")), [
      "ada@work.example, active",
      "ada@example.com",
      "working as ada@example.com",
      "signed out, with 1 account left",
      "0 accounts left"
    ])
  })

  it("agents.ts: an agent works for the person who approved it, and is rejected where a person is required", async () => {
    assert.deepStrictEqual(await printedBy(() => import("../../examples/guides/agents.ts")), [
      "Approve the code XXXX-XXXX at http://localhost:3000/handler/agent-auth-confirm?code=…",
      "Release notes asks for access.",
      "Working for ada@example.com.",
      "The agent gets 403, Ada 200."
    ])
  })

  it("metadata.ts: metadata of an earlier version is upgraded, and a back end reads the metadata that it wrote", async () => {
    assert.deepStrictEqual(await printedBy(() => import("../../examples/guides/metadata.ts")), [
      "theme: dark, plan: none",
      "ada@example.com: pro"
    ])
  })

  it("emails.ts: the project can send emails only with its own email server, and sent emails appear in the outbox", async () => {
    assert.deepStrictEqual(await printedBy(() => import("../../examples/guides/emails.ts")), [
      "This needs a mail server of your own. Enter it in the project's email settings, then try again.",
      "sent to ada@example.com",
      "in the outbox: Your report is ready",
      "Good morning: skipped"
    ])
  })

  it("cliLogin.ts: a command-line tool gets the session that the browser confirmed", async () => {
    assert.deepStrictEqual(await printedBy(() => import("../../examples/guides/cliLogin.ts")), [
      "Open https://app.example.com/handler/cli-auth-confirm?login_code=…",
      "You are ada@example.com."
    ])
  })

  it("retry.ts: a call is retried as often as its policy allows", async () => {
    assert.deepStrictEqual(await printedBy(() => import("../../examples/guides/retry.ts")), [
      "ada@example.com, 3 requests",
      "My app, 3 requests",
      "My app, 3 requests",
      "My app, 2 requests",
      "My app, 2 requests",
      "LoopDetected, 1 request",
      "RateLimited: The platform refuses further requests for now (429, 1 attempt). Try again in 3600 s."
    ])
  })

  it("importUsers.ts: imported users keep their password and their provider", async () => {
    assert.deepStrictEqual(await printedBy(() => import("../../examples/guides/importUsers.ts")), [
      "Ada Lovelace signed in with the old password, and may use github"
    ])
  })
})

describe("docs/guides/theming-and-texts.md", () => {
  it("the guide to theming names only custom properties that the screens use", () => {
    const text = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), "utf8")
    const propertiesIn = (file: string) => new Set(text(file).match(/--lk-[\w-]+/g))
    const known = propertiesIn("react/screens/screens.css")

    const named = [...propertiesIn("docs/guides/theming-and-texts.md")]

    assert.isAbove(named.length, 10)
    assert.deepStrictEqual(named.filter((name) => !known.has(name)), [])
  })
})

describe("examples/emulator/seed.json", () => {
  it("examples/emulator/seed.json starts an emulator with its users and providers", async () => {
    const seed = await Effect.runPromise(readSeed(JSON.parse(readFileSync("examples/emulator/seed.json", "utf8"))))
    await using platform = await startEmulator(seed)
    await using server = createServer(platform.project)

    const items = await server.users.list()
    const { config } = await server.currentProject.get()

    assert.deepStrictEqual(
      items.map(({ primaryEmail, primaryEmailVerified }) => [primaryEmail, primaryEmailVerified]).toSorted(),
      [["ada@example.com", true], ["grace@example.com", true], ["new@example.com", false]]
    )
    assert.deepStrictEqual(config.enabledOauthProviders.map(({ id }) => id), ["github", "google"])
  })
})
