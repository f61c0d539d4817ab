/** The emulator's console over HTTP, without its script. */
import { assert, describe, it } from "@effect/vitest"
import * as Redacted from "effect/Redacted"
import { build } from "esbuild"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { onTestFinished } from "vitest"
import { hueOf } from "../../../../schemas/entities/names.ts"
import { attemptsOf } from "../../../../src/emulator/console/attempts.ts"
import { script } from "../../../../src/emulator/console/enhance.ts"
import { styles } from "../../../../src/emulator/console/styles.ts"
import { type LoggedRequest, type RunningEmulator, startEmulator } from "../../../../src/emulator/index.ts"
import * as contactChannels from "../../../../src/emulator/model/accounts/contactChannels.ts"

const password = "correct horse battery staple"

const started = async (): Promise<RunningEmulator> => {
  const platform = await startEmulator({ pages: true, users: [{ email: "ada@example.com", password }] })
  onTestFinished(() => platform.close())
  return platform
}

const projectOf = (platform: RunningEmulator) => platform.store.projects.get(platform.project.projectId)!

const page = (platform: RunningEmulator, path: string) =>
  fetch(`${platform.baseUrl}/emulator${path}`).then((response) => response.text())

const send = (
  platform: RunningEmulator,
  path: string,
  fields: { readonly [name: string]: string },
  origin: string = platform.baseUrl
) =>
  fetch(`${platform.baseUrl}/emulator${path}`, {
    method: "POST",
    redirect: "manual",
    headers: { origin },
    body: new URLSearchParams(fields)
  })

const ask = (
  platform: RunningEmulator,
  path: string,
  body: object,
  headers: { readonly [name: string]: string } = {}
) =>
  fetch(`${platform.baseUrl}/api/v1${path}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-stack-project-id": platform.project.projectId,
      "x-stack-access-type": "client",
      "x-stack-publishable-client-key": Redacted.value(platform.project.publishableClientKey),
      ...headers
    },
    body: JSON.stringify(body)
  }).then((response) => response.json())

describe("the console", () => {
  it("the console adds a user from a form without a script, and redirects to a confirmation page", async () => {
    const platform = await started()

    const added = await send(platform, "", { do: "add", email: "grace@example.com", displayName: "Grace" })

    assert.deepStrictEqual([added.status, added.headers.get("location")], [303, "/emulator?notice=added"])
    assert.match(await page(platform, "?notice=added"), /<p class="notice ">Added\.<\/p>[\s\S]*Grace/)
  })

  it("the console shows why a form was rejected, and escapes the submitted text", async () => {
    const platform = await started()

    const refused = await send(platform, "", { do: "add", email: "<script>alert(1)</script>" })
    const text = await refused.text()

    assert.strictEqual(refused.status, 422)
    assert.match(text, /<p class="notice bad">[^<]+email/i)
    assert.notInclude(text, "<script>alert")
    assert.notInclude(await page(platform, "?q=<script>alert(1)</script>"), "<script>alert")
  })

  it("the console shows the email address instead of an invisible name, and the same avatars as the app", async () => {
    const platform = await started()
    const [ada] = [...projectOf(platform).users.values()]
    ada!.displayName = "\u200B "
    await platform.users.add({ email: "octo@example.com", displayName: "🇦🇹 Octo" })
    await platform.teams.add({ displayName: "\u2060" })

    const users = await page(platform, "")
    const own = await page(platform, `/user?id=${ada!.id}`)
    const teams = await page(platform, "/teams")

    assert.include(users, `translate="no">ada@example.com</a>`)
    assert.include(users, `style="--hue:${hueOf(ada!.id)}" aria-hidden="true" translate="no">A</span>`)
    assert.include(users, `translate="no">🇦🇹</span>`)
    assert.include(own, "Sign in as ada@example.com")
    assert.include(teams, ">Team without a name</a>")
  })

  it("the console rejects forms from pages of other origins", async () => {
    const platform = await started()
    const [ada] = projectOf(platform).usersInOrder
    const forms: ReadonlyArray<readonly [path: string, fields: { readonly [name: string]: string }]> = [
      ["", { do: "add", email: "evil@example.com" }],
      [`/user?id=${ada!.id}`, { do: "delete" }],
      [`/user?id=${ada!.id}`, { do: "signOut" }],
      [`/user?id=${ada!.id}`, { do: "signIn", url: "https://evil.example" }],
      ["/teams", { do: "add", displayName: "Evil" }],
      ["/outbox", { do: "clear" }],
      ["/outbox", { do: "boost" }],
      ["/payments", { do: "refund", purchase: "any" }],
      ["/requests", { do: "clear" }],
      ["/conditions", { do: "advance", by: "30 days" }],
      ["/conditions", { do: "add", what: "serverError" }],
      ["/project", { do: "reset" }]
    ]
    const before = await platform.state.save()

    const answers = await Promise.all(
      ["https://evil.example", "null", "http://localhost:3000"].flatMap((origin) =>
        forms.map(async ([path, fields]) => (await send(platform, path, fields, origin)).status)
      )
    )

    assert.deepStrictEqual([...new Set(answers)], [403])
    assert.strictEqual(await platform.state.save(), before)
  })

  it("no console page shows secrets of logged requests, and only the project's page shows its keys", async () => {
    const platform = await started()
    platform.projects.configure({ allowUserApiKeys: true })
    const session = await ask(platform, "/auth/password/sign-in", { email: "ada@example.com", password })
    const signedIn = { "x-stack-access-token": session.access_token, "x-stack-refresh-token": session.refresh_token }
    await ask(platform, "/auth/otp/send-sign-in-code", {
      email: "ada@example.com",
      callback_url: "http://localhost:3000/handler/magic-link-callback"
    })
    const { code } = platform.outbox.list().at(-1)!
    await ask(platform, "/auth/otp/sign-in", { code })
    const key = await ask(
      platform,
      "/user-api-keys",
      { description: "Nightly", expires_at_millis: null, is_public: false, user_id: "me" },
      signedIn
    )
    await ask(
      platform,
      "/auth/password/update",
      { old_password: password, new_password: "another good password" },
      signedIn
    )
    await fetch(`${platform.baseUrl}/api/v1/auth/oauth/token`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({
        grant_type: "refresh_token",
        refresh_token: session.refresh_token,
        client_id: platform.project.projectId,
        client_secret: Redacted.value(platform.project.publishableClientKey)
      })
    })
    const { store } = platform
    const user = store.projects.get(platform.project.projectId)!.usersInOrder[0]!
    const secrets = [
      password,
      "another good password",
      session.access_token,
      session.refresh_token,
      code,
      key.value,
      user.passwordHash
    ]
    const keys = Object.values(platform.project).filter(Redacted.isRedacted).map((key) => Redacted.value(key) as string)
    assert.deepStrictEqual(secrets.filter((secret) => typeof secret !== "string" || secret.length < 8), [])

    const requested = platform.requests.list().map(({ id }) => `/request?id=${id}`)
    const pages = [
      "",
      `/user?id=${user.id}`,
      "/teams",
      "/requests",
      "/conditions",
      "/payments",
      "/project",
      ...requested
    ]
    const shown = await Promise.all(pages.map((path) => page(platform, path)))

    const pagesWith = (text: string) => pages.filter((_, index) => shown[index]!.includes(text))
    assert.isAtLeast(requested.length, 6)
    assert.lengthOf(keys, 3)
    for (const secret of secrets) assert.deepStrictEqual(pagesWith(secret!), [], "shown on these pages")
    for (const key of keys) assert.deepStrictEqual(pagesWith(key), ["/project"])
  })

  it("the console updates a user from a form, and clears the fields that are submitted empty", async () => {
    const platform = await started()
    const user = projectOf(platform).usersInOrder[0]!
    const save = async (fields: { readonly [name: string]: string }) => {
      const { headers, status } = await send(platform, `/user?id=${user.id}`, { do: "save", password: "", ...fields })
      return [status, headers.get("location")]
    }
    const primary = () => contactChannels.primaryOf(projectOf(platform), user)
    const saved = [303, `/emulator/user?id=${user.id}&notice=saved`]

    assert.deepStrictEqual(
      await save({
        displayName: "Ada",
        email: "countess@example.com",
        verified: "on",
        restrictedByAdmin: "on",
        restrictedByAdminReason: "Under review"
      }),
      saved
    )
    assert.deepInclude(user, {
      displayName: "Ada",
      restrictedByAdmin: true,
      restrictedByAdminReason: "Under review"
    })
    assert.deepInclude(primary()!, { value: "countess@example.com", isVerified: true })

    assert.deepStrictEqual(await save({ displayName: "", email: "", restrictedByAdminReason: "" }), saved)
    assert.deepInclude(user, { displayName: null, restrictedByAdmin: false })
    assert.isUndefined(primary())
  })

  it("the console adds, renames and deletes teams and their members", async () => {
    const platform = await started()
    const project = projectOf(platform)
    const act = async (path: string, fields: { readonly [name: string]: string }) =>
      (await send(platform, path, fields)).headers.get("location")

    assert.strictEqual(await act("/teams", { do: "add", displayName: "Engines" }), "/emulator/teams?notice=added")
    const [team] = [...project.teams.values()]
    const own = `/team?id=${team!.id}`
    const shown = (notice: string) => `/emulator${own}&notice=${notice}`
    assert.strictEqual(await act(own, { do: "save", displayName: "Analytical Engines" }), shown("saved"))
    assert.strictEqual(await act(own, { do: "join", user: " ada@example.com " }), shown("added"))
    assert.strictEqual(team!.displayName, "Analytical Engines")
    const [member] = [...team!.memberIds]
    assert.strictEqual(member, project.usersInOrder[0]!.id)
    assert.strictEqual(await act(own, { do: "leave", user: member! }), shown("deleted"))
    assert.strictEqual(team!.memberIds.size, 0)
    assert.strictEqual(await act(own, { do: "delete" }), "/emulator/teams?notice=deleted")
    assert.strictEqual(project.teams.size, 0)
  })

  it("the console moves the clock, switches faults on and off, and configures the project", async () => {
    const platform = await started()
    const before = platform.clock.now().getTime()

    await send(platform, "/conditions", { do: "advance", by: "1 day" })
    assert.isAtLeast(platform.clock.now().getTime() - before, 86_400_000)
    await send(platform, "/conditions", { do: "set", now: "2030-01-31T12:00:00" })
    assert.match(platform.clock.now().toISOString(), /^2030-01-31T12:00:0/)
    await send(platform, "/conditions", { do: "add", what: "lostAfter", endpoint: "users.getMe", times: "2" })
    await send(platform, "/conditions", { do: "add", what: "slow", endpoint: "", times: "" })
    assert.deepStrictEqual(platform.faults.list().map(({ fault, left }) => [fault.endpoint, left]), [
      ["users.getMe", 2],
      [undefined, Infinity]
    ])
    await send(platform, "/conditions", { do: "remove", at: "0" })
    assert.lengthOf(platform.faults.list(), 1)
    await send(platform, "/project", { do: "configure", passkeyEnabled: "on", domains: "https://a.example/auth" })
    assert.deepInclude(projectOf(platform).config, { passkeyEnabled: true, signUpEnabled: false })
    assert.deepStrictEqual(projectOf(platform).config.domains, [{ domain: "https://a.example", handlerPath: "/auth" }])
  })

  it("the console renames the project and changes its settings, including for programs that use the emulator", async () => {
    const platform = await started()

    await send(platform, "/project", {
      do: "configure",
      displayName: " Notes ",
      credentialEnabled: "on",
      oauthAccountMergeStrategy: "raise_error"
    })
    const unnamed = await send(platform, "/project", { do: "configure", displayName: " " })

    assert.deepInclude(projectOf(platform).config, {
      credentialEnabled: true,
      signUpEnabled: false,
      oauthAccountMergeStrategy: "raise_error"
    })
    assert.strictEqual(unnamed.status, 422)
    assert.deepStrictEqual([projectOf(platform).displayName, platform.project.displayName], ["Notes", "Notes"])
  })

  it("for each level, the console shows the first key that is neither revoked nor expired", async () => {
    const platform = await started()
    const project = projectOf(platform)
    const set = { ...project.keySets[0]!, id: "second", keys: { client: "pck_second", server: "ssk_second" } }
    project.keySets.push(set)
    project.keySets[0] = { ...project.keySets[0]!, revokedAt: platform.clock.now().getTime() }

    const shown = await page(platform, "/project")

    assert.include(shown, "pck_second")
    assert.include(shown, "ssk_second")
    assert.notInclude(shown, Redacted.value(platform.project.superSecretAdminKey))
    assert.match(shown, /Super secret admin key<\/dt><dd>none/)
  })

  it("the console switches providers and default permissions on and off, and keeps a provider's settings", async () => {
    const platform = await started()
    platform.projects.configure({ oauthProviders: [{ id: "gitlab", type: "standard", clientId: "acme" }] })
    const save = (...chosen: ReadonlyArray<readonly [name: string, value: string]>) =>
      fetch(`${platform.baseUrl}/emulator/project`, {
        method: "POST",
        redirect: "manual",
        headers: { origin: platform.baseUrl },
        body: new URLSearchParams([["do", "configure"], ...chosen.map((each) => [...each])])
      })
    const shown = await page(platform, "/project")

    await save(
      ["provider", "gitlab"],
      ["provider", "github"],
      ["teamMemberDefaultPermissions", "team_member"],
      ["teamMemberDefaultPermissions", "$update_team"]
    )
    const { oauthProviders, teamMemberDefaultPermissions } = projectOf(platform).config
    await save(["provider", "github"])

    assert.include(shown, `name="provider" value="gitlab" checked> <span translate="no">GitLab`)
    assert.include(shown, `name="provider" value="github"> <span translate="no">GitHub`)
    assert.sameDeepMembers([...oauthProviders], [
      { id: "gitlab", type: "standard", clientId: "acme" },
      { id: "github", type: "shared" }
    ])
    assert.sameMembers([...teamMemberDefaultPermissions], ["team_member", "$update_team"])
    assert.deepStrictEqual(projectOf(platform).config.oauthProviders, [{ id: "github", type: "shared" }])
    assert.deepStrictEqual(projectOf(platform).config.teamMemberDefaultPermissions, [])
  })

  it("the console filters requests by text, outcome and level, and shows how long each request took", async () => {
    const platform = await started()
    await ask(platform, "/auth/password/sign-in", { email: "ada@example.com", password })
    await ask(platform, "/auth/password/sign-in", { email: "ada@example.com", password: "a wrong password" })
    platform.faults.add({ endpoint: "projects.getCurrent", times: 1, respond: { type: "serverError" } })
    await fetch(`${platform.baseUrl}/api/v1/projects/current`)
    const rows = async (fields: { readonly [name: string]: string }) => {
      const text = await (await send(platform, "/requests", fields)).text()
      return [...text.matchAll(/<tr id="request-(\d+)"/g)].map(([, id]) => Number(id))
    }

    const all = await rows({ q: "", outcome: "", level: "" })
    const [last = 0] = all

    assert.lengthOf(all, 3)
    assert.deepStrictEqual(await rows({ q: "Email_Password" }), [last - 1])
    assert.deepStrictEqual(await rows({ outcome: "good" }), [last - 2])
    assert.deepStrictEqual(await rows({ outcome: "bad" }), [last, last - 1])
    assert.deepStrictEqual(await rows({ outcome: "fault" }), [last])
    assert.deepStrictEqual(await rows({ level: "admin" }), [])
    assert.deepStrictEqual(await rows({ q: "password.signIn", level: "client" }), [last - 1, last - 2])
    assert.match(await page(platform, "/requests"), /<td class="number">\d+ ms<\/td>/)
  })

  const refused: ReadonlyArray<readonly [path: string, fields: { readonly [name: string]: string }, sentence: RegExp]> =
    [
      ["", { do: "add", email: "ada@example.com" }, /already/],
      ["/team?id=none", { do: "save", displayName: "None" }, /Project .* has no team none/],
      ["/conditions", { do: "advance", by: "soon" }, /advance/],
      ["/conditions", { do: "set", now: "soon" }, /now/],
      ["/conditions", { do: "add", what: "serverError", endpoint: "users.getme" }, /Did you mean &quot;users\.getMe/],
      ["/conditions", { do: "add", what: "serverError", times: "0" }, /times/],
      ["/conditions", { do: "remove", at: "0" }, /There is no such fault/],
      ["/project", { do: "configure", domains: "a.example" }, /a\.example is not the URL of a site/]
    ]
  for (const [path, fields, sentence] of refused) {
    it(`the console explains on the page why ${path || "/"} rejects ${new URLSearchParams(fields)}`, async () => {
      const platform = await started()

      const response = await send(platform, path, fields)

      assert.strictEqual(response.status, 422)
      assert.match(/<p class="notice bad">(.*?)<\/p>/.exec(await response.text())![1]!, sentence)
    })
  }

  it("the console creates a sign-in link that works once, even for a user with MFA", async () => {
    const platform = await started()
    const user = projectOf(platform).usersInOrder[0]!
    user.requiresTotpMfa = true

    const { headers } = await send(platform, `/user?id=${user.id}`, { do: "signIn", url: "http://localhost:5173" })
    const link = new URL(headers.get("location")!)
    const code = link.searchParams.get("code")
    const first = await ask(platform, "/auth/otp/sign-in", { code })
    const second = await ask(platform, "/auth/otp/sign-in", { code })

    assert.strictEqual(link.origin + link.pathname, "http://localhost:5173/handler/magic-link-callback")
    assert.deepStrictEqual([first.user_id, second.code], [user.id, "VERIFICATION_CODE_ALREADY_USED"])
  })

  it("the console suggests only trusted origins as targets of a sign-in", async () => {
    const platform = await started()
    const path = `/user?id=${projectOf(platform).usersInOrder[0]!.id}`
    const from = (origin: string) =>
      ask(platform, "/auth/password/sign-in", { email: "ada@example.com", password }, { origin })
    await from("http://localhost:5173")
    await from("https://evil.example")

    const text = await page(platform, path)

    assert.include(text, `name="url" value="http://localhost:5173"`)
    assert.notInclude(text, "evil.example")
  })

  it("active faults don't affect the console's own changes", async () => {
    const platform = await started()
    platform.faults.add({ respond: { type: "lostBefore" } })

    const added = await send(platform, "", { do: "add", email: "grace@example.com" })

    assert.strictEqual(added.status, 303)
    assert.lengthOf(platform.requests.list(), 0)
  })

  it("the console describes each fault with its parameters and its remaining requests", async () => {
    const platform = await started()
    platform.faults.add({ respond: { type: "latency", duration: "350 millis" }, times: 3 })
    platform.faults.add({ respond: { type: "tooManyRequests", retryAfterSeconds: 7 } })
    platform.faults.add({ respond: ["pass", { type: "serverError", status: 503 }, { type: "lostAfter" }] })
    platform.faults.add({ respond: () => new Response() })

    const text = await page(platform, "/conditions")

    const rows = [...text.matchAll(/<tr id="fault-\d+"><td>(.*?)<\/td><td>.*?<\/td><td class="number">(.*?)<\/td>/g)]
    assert.deepStrictEqual(rows.map(([, label, left]) => [label, left?.replace(/<.*?>/g, "")]), [
      ["responses delayed by 350ms", "3"],
      ["429, retry after 7 seconds", "until removed"],
      ["no fault, then 503, then connection lost after the request is processed", "3"],
      ["response from test code", "until removed"]
    ])
  })

  it("the console's long poll completes when the state changes", async () => {
    const platform = await started()
    const watch = (after: number): Promise<{ readonly version: number }> =>
      fetch(`${platform.baseUrl}/emulator/changes?after=${after}`).then((response) => response.json())
    const { version } = await watch(0)

    const next = watch(version)
    await fetch(`${platform.baseUrl}/emulator`)
    platform.clock.advance("1 hour")

    assert.isAbove((await next).version, version)
  })

  it("the request log shows attempt numbers only for retries of failed requests", () => {
    const request = (status: number | undefined, at = 0, level = "client"): LoggedRequest => ({
      id: at,
      at: new Date(at),
      method: "GET",
      path: "/users/me",
      endpoint: "users.getMe",
      level,
      status,
      errorCode: undefined,
      faulty: false,
      durationMillis: 1
    })

    const requests = [
      request(undefined),
      request(503),
      request(200),
      request(200),
      request(429),
      request(400, 0, "server"),
      request(200, 60_000)
    ]

    assert.deepStrictEqual(attemptsOf(requests), [1, 2, 3, 1, 1, 1, 1])
  })

  it("the console uses the same style values as the screens' style sheet", () => {
    const valuesIn = (sheet: string) =>
      new Map([...sheet.matchAll(/^\s*(--lk-[\w-]+): (.+?);/gm)].map(([, name, value]) => [name, value]))
    const screens = valuesIn(readFileSync(new URL("../../../../react/screens/screens.css", import.meta.url), "utf8"))
    const own = valuesIn(styles)

    assert.isAtLeast(own.size, 10)
    for (const [name, value] of own) assert.strictEqual(value, screens.get(name), name)
  })

  const bundledScript = async (minify: boolean) => {
    const { outputFiles } = await build({
      entryPoints: [fileURLToPath(new URL("../../../../src/emulator/console/enhance.ts", import.meta.url))],
      bundle: true,
      minify,
      format: "esm",
      target: "es2022",
      write: false
    })
    const { text } = outputFiles[0]!
    const { script } = await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(text)}`)
    return { text, script: script as string }
  }

  it("the console's script stays self-contained when it is bundled and minified", async () => {
    const minified = await bundledScript(true)
    const { script, text } = await bundledScript(false)
    const names = [...text.matchAll(/^(?:var|function|class) (\w+)/gm)].map(([, name]) => name!)

    assert.doesNotThrow(() => new Function(minified.script))
    assert.notMatch(minified.script, /__\w/)
    assert.deepStrictEqual(names, ["makeFollow", "makeLive", "sendForms", "copyValues", "watchChanges", "script"])
    assert.deepStrictEqual(names.filter((name) => new RegExp(`\\b${name}\\b`).test(script)), [])
  })

  it("the console's script references only browser globals", () => {
    assert.doesNotThrow(() => new Function(script))
    assert.notMatch(script, /__vite|__name|import|_cov/)
  })
})
