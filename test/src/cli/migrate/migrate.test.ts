/** `latchkey migrate`: the laws of its changes, and the apps in `examples/migration`. */
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { readFileSync } from "node:fs"
import { type Plan, planFor } from "../../../../src/cli/migrate/index.ts"
import { exported, members } from "../../../../src/cli/migrate/names.ts"
import { changedLines, moduleOf, overlap, replacedBytes, withReplacements } from "../../../../src/cli/source/index.ts"
import { withoutBytes } from "../../../../src/cli/transaction/bytes.ts"
import { apps, manifestOf, options, planOf, sourcesOf } from "./apps.ts"

const page = (name: string) => readFileSync(new URL(`../../../../docs/guides/${name}.md`, import.meta.url), "utf8")

/** Statements of an app that uses the platform's SDK, with what a codemod may stumble over. */
const statements = [
  "import { StackClientApp, useUser as useMe } from '@stackframe/react';",
  "import { HexclaveProvider, HexclaveHandler, useHexclaveApp, useUser } from \"@hexclave/react\"",
  "import { type CurrentUser, UserButton, StackTheme, OAuthButton } from '@stackframe/stack'",
  "import * as everything from '@stackframe/js'",
  "import '@stackframe/stack/style.css'",
  "import { app } from './app'",
  "export { useStackApp } from '@stackframe/react'",
  "export const app = new StackClientApp({ tokenStore: 'cookie', noAutomaticPrefetch: true, urls: {} });",
  "const other = new StackClientApp({ ...options })",
  "const server = new StackServerApp({ tokenStore: 'nextjs-cookie' })",
  "const user = await app.getUser({ or: 'throw' }); await user.update({ displayName: 'é🔑' })",
  "export function Name() { const user = useUser(); return <b onClick={() => user?.signOut()}>{user.displayName}</b> }",
  "function Shadowed(app) { const user = useMe(); return app.getUser() ?? user.setDisplayName('x', 'y') }",
  "const Page = () => {\n\tconst app = useHexclaveApp()\n\tconst user = app.useUser() // the user\n\treturn user.useTeams()\n}",
  "const View = () => (\n  <StackTheme>\n    <UserButton colorModeToggle={f} />\n  </StackTheme>\n)",
  "const Root = () => <HexclaveProvider app={app}><HexclaveHandler app={app} location={'/x'} /></HexclaveProvider>",
  "async function signIn() { const result = await app.signInWithCredential({ email, password, noRedirect: true /* stay */ }); if (result.status !== 'ok') throw result.error }",
  "async function signUp() { const result = await app.signUpWithCredential({ email, password }); return result.data ?? result.status === 'error' }",
  "const list = async () => { for (const user of await server.listUsers({ limit: 3 })) await user.setServerMetadata({ a: user.clientMetadata.x }) }",
  "async function admin(id) { const team = await server.createTeam({ displayName }); await team.addUser(id); await team.delete( // all\n); const member = await server.getUser(id); await member?.delete() }",
  "type Props = { user: CurrentUser; useUser: () => void }; const label = { useUser, app }",
  "const login = () => app.sendMagicLinkEmail(email)",
  "export async function middleware(request) { return (await server.getUser()) ? NextResponse.next() : NextResponse.next({ request }) }",
  "export const proxy = async (request) => NextResponse.next( )",
  "const { useUser: renamed } = require('@stackframe/js')",
  "// useUser, StackProvider and app.getUser() in a comment",
  "const text = `useUser ${app.urls.signIn} @stackframe/react`",
  "async function send() { const sent = await app.sendMagicLinkEmail(email, { /* here */ callbackUrl, }); if (sent.status === 'error') throw sent.error }",
  "const newest = () => server.listUsers({ desc: true, orderBy: 'signedUpAt' })",
  "function Leave({ team }) { const user = useUser(); return <b onClick={() => user.leaveTeam(team!)} /> }"
]

const programs = Schema.Struct({
  lines: Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: statements.length - 1 }))),
  others: Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: statements.length - 1 }))),
  end: Schema.Literals(["\n", "\r\n"]),
  hasMark: Schema.Boolean,
  isNext: Schema.Boolean
})

/** Returns a module with each statement once, because names can't be declared twice. */
const moduleText = ({ end, hasMark }: typeof programs.Type, lines: ReadonlyArray<number>) =>
  `${hasMark ? "\ufeff" : ""}${
    [...new Set(lines)].map((line) => statements[line]).join("\n").replaceAll("\n", end)
  }${end}`

const sourcesFor = (program: typeof programs.Type): { readonly [path: string]: string } => ({
  "src/app.tsx": moduleText(program, program.lines),
  "src/page.tsx": moduleText(program, program.others),
  "middleware.js": moduleText(program, program.lines)
})

const planned = (sources: { readonly [path: string]: string }, isNext: boolean): Plan =>
  planFor(
    Object.entries(sources).map(([path, text]) => ({ path, text, isScript: true })),
    manifestOf(isNext ? "next" : "spa"),
    { ...options, isNext }
  )

const after = (sources: { readonly [path: string]: string }, { changes }: Plan): { readonly [path: string]: string } =>
  Object.fromEntries(
    Object.entries(sources).map(([path, text]) => [path, changes.find((change) => change.path === path)?.after ?? text])
  )

/** Names of theirs in the guide's tables. */
const theirs = page("names-of-the-platforms-sdk").split("\n").map((line) => line.split("|")).flatMap((cells) =>
  cells.length === 4 ? [cells[1]!] : []
)

const hasRow = (name: string): boolean => theirs.some((cell) => RegExp(`\\b${name}\\b`).test(cell))

/** Methods that the command lists wherever a module of the platform's SDK calls them. */
const listedMethods =
  `addUser removeUser inviteUser getTeamProfile grantPermission revokePermission hasPermission getPermission
  usePermission listPermissions usePermissions getConnectedAccount useConnectedAccount createContactChannel
  getActiveSessions revokeSession createSession listApiKeys createApiKey useApiKeys getAuthJson getAuthHeaders
  setSelectedTeam setClientMetadata setServerMetadata setClientReadOnlyMetadata setDisplayName setPrimaryEmail
  registerPasskey listInvitations`.split(/\s+/)

/** Sources of an app of Next.js with a middleware, unless `text` is `undefined`. */
const withMiddleware = (text: string | undefined): { readonly [path: string]: string } => ({
  "src/app/page.tsx": "export default () => null\n",
  "src/stack.ts": "import { StackServerApp } from '@stackframe/stack'\n"
    + "export const app = new StackServerApp({ tokenStore: 'nextjs-cookie' })\n",
  ...(text === undefined ? {} : { "src/middleware.ts": `import { app } from './stack'\n${text}\n` })
})

describe("latchkey migrate", () => {
  it.prop(
    "migrate-1: putting the replaced text back restores a file byte for byte",
    [programs],
    ([program]) => {
      for (const { after, before, replacements } of planned(sourcesFor(program), program.isNext).changes) {
        const restored = withoutBytes(Buffer.from(after), replacedBytes(before, replacements))

        assert.deepStrictEqual(Buffer.from(restored), Buffer.from(before))
        assert.strictEqual(after, withReplacements(before, replacements))
        assert.isTrue(
          replacements.every((one, at) => replacements.slice(at + 1).every((other) => !overlap(one, other)))
        )
      }
    }
  )

  it("migrate-1: a sign-out on an optional user is one replacement for each place", () => {
    const sources = {
      "src/app.tsx": `${statements[1]}\n${statements[11]}\n`,
      "src/page.tsx": `${statements[0]}\n${statements[7]}\n`
    }
    const { replacements } = planned(sources, false).changes.find(({ path }) => path === "src/app.tsx")!

    assert.include(replacements.map(({ text }) => text), ".then(() => app.redirectTo.afterSignOut()))")
    assert.isTrue(
      replacements.every((one, at) => replacements.slice(at + 1).every((other) => !overlap(one, other)))
    )
  })

  it.prop("migrate-2: each module that migrate has changed can be parsed", [programs], ([program]) => {
    const sources = sourcesFor(program)
    const modules = Object.entries(sources).filter(([path, text]) => moduleOf(path, text) !== undefined)
    const result = after(sources, planned(sources, program.isNext))

    for (const [path] of modules) assert.isDefined(moduleOf(path, result[path]!), result[path])
  })

  it.prop("migrate-3: a second run of migrate changes nothing", [programs], ([program]) => {
    const sources = sourcesFor(program)
    const result = after(sources, planned(sources, program.isNext))

    assert.deepStrictEqual(
      planned(result, program.isNext).changes.filter(({ path }) => path !== "package.json").map(({ shown }) => shown),
      []
    )
  })

  it.prop("migrate-4: migrate shows every line that it changes, before and after", [programs], ([program]) => {
    for (const { after, before, replacements, shown } of planned(sourcesFor(program), program.isNext).changes) {
      const split = (text: string) => text === "" ? [] : text.replace(/\r?\n$/, "").split(/\r\n|\n/)
      const result = [...split(before)]
      for (const block of shown.split(/^@ line /m).slice(1).toReversed()) {
        const lines = block.replace(/\n$/, "").split("\n").slice(1)
        const marked = (mark: string) => lines.filter((line) => line[0] === mark).map((line) => line.slice(2))
        const removed = result.splice(Number.parseInt(block) - 1, marked("-").length, ...marked("+"))
        assert.deepStrictEqual(removed, marked("-"))
      }

      assert.strictEqual(shown, changedLines(before, replacements))
      assert.deepStrictEqual(result, split(after))
    }
  })

  it.prop("migrate-5: each place that the command lists has a row in the guide's table", [programs], ([program]) => {
    const { left } = planned(sourcesFor(program), program.isNext)

    assert.deepStrictEqual(left.filter(({ row }) => !hasRow(row)), [])
  })

  it("migrate-5: each method and field that the command lists for an unknown object has a row in the guide's table", () => {
    const calls = listedMethods.map((name, at) => `const v${at} = other.${name}()`)
    const fields = ["urls", "clientMetadata", "clientReadOnlyMetadata", "serverMetadata"]
      .map((name, at) => `const f${at} = user.${name}.x`)
    const text = [
      "import { StackServerApp, useUser } from '@stackframe/react'",
      "const user = useUser()",
      ...calls,
      ...fields
    ].join("\n")
    const { left } = planned({ "src/all.ts": text }, false)

    const rows = left.map(({ row }) => row)
    assert.includeMembers(rows, [
      ...listedMethods,
      "urls",
      "clientMetadata",
      "clientReadOnlyMetadata",
      "serverMetadata"
    ])
    assert.deepStrictEqual(left.filter(({ row }) => !hasRow(row)), [])
  })

  it("migrate-5: migrate replaces each name as the guide's table states", () => {
    const rows = page("names-of-the-platforms-sdk").split("\n").map((line) => line.split("|")).filter(({ length }) =>
      length === 4
    )
    const isInRow = (theirs: string, ours: string) =>
      rows.some(([, left, right]) => RegExp(`\\b${theirs}\\b`).test(left!) && RegExp(`\\b${ours}\\b`).test(right!))
    const redirect = /^redirectTo[A-Z]/
    const pairs = [
      ...Object.entries(exported).map(([theirs, { to }]) => [theirs, to] as const),
      ...Object.values(members).flatMap((own) =>
        Object.entries(own).filter(([theirs]) => !redirect.test(theirs)).map(([theirs, { to }]) =>
          [theirs, to.split(".").at(-1)!] as const
        )
      )
    ]

    assert.isAbove(pairs.length, 60)
    assert.deepStrictEqual(pairs.filter(([theirs, ours]) => !isInRow(theirs, ours)), [])
  })

  it.each([
    ["app.sendMagicLinkEmail(mail, { callbackUrl: '/x' })", "app.signIn.sendCode({ email: mail, callbackUrl: '/x' })"],
    ["app.sendForgotPasswordEmail(email, { callbackUrl })", "app.password.sendResetCode({ email, callbackUrl })"],
    ["app.signInWithOAuth('github', { returnTo: '/x' })", "app.oauth.signIn({ provider: 'github', returnTo: '/x' })"],
    ["(await app.getUser()).id", "(await app.currentUser.get()).id"]
  ])("migrate-6: options behind positional arguments join them in one object: %s", (before, expected) => {
    const sources = { "src/app.tsx": `${statements[0]}\n${statements[7]}\nawait ${before}\n`, "src/page.tsx": "" }

    assert.include(after(sources, planned(sources, false))["src/app.tsx"]!, `\nawait ${expected}\n`)
  })

  it.each([
    ["app.sendMagicLinkEmail(email, { callbackUrl, other })", "sendMagicLinkEmail"],
    ["app.sendMagicLinkEmail(email, options)", "sendMagicLinkEmail"],
    ["app.sendMagicLinkEmail(email, {})", "sendMagicLinkEmail"]
  ])("migrate-8: a call with other options stays, and is listed: %s", (code, row) => {
    const sources = { "src/app.tsx": `${statements[0]}\n${statements[7]}\nawait ${code}\n`, "src/page.tsx": "" }
    const plan = planned(sources, false)

    assert.include(after(sources, plan)["src/app.tsx"]!, code)
    assert.deepStrictEqual(plan.left.filter((each) => each.row === row).map(({ line }) => line), [3])
  })

  it.each(["\n", "\r\n"])("migrate-6: an added property has its own line where the others have (%j)", (end) => {
    const lines = (...all: ReadonlyArray<string>) => all.join(end)
    const call = lines("app.signInWithCredential({", "  email,", "  password", "})")
    const sources = { "src/app.tsx": lines(statements[0]!, statements[7]!, `await ${call}`, ""), "src/page.tsx": "" }

    assert.include(
      after(sources, planned(sources, false))["src/app.tsx"]!,
      lines("app.signIn.withPassword({", "  email,", "  password,", "  redirect: true", "})")
    )
  })

  it("migrate-6: the browser's client of a Next.js app loses tokenStore, which fails while the server renders", () => {
    const sources = {
      "src/app.tsx": `${statements[0]}\nexport const app = new StackClientApp({ tokenStore: "nextjs-cookie", urls })\n`,
      "src/page.tsx": `${statements[0]}\nexport const app = new StackClientApp({ tokenStore: "cookie" })\n`
    }
    const result = after(sources, planned(sources, true))

    assert.include(result["src/app.tsx"]!, "createClient({ urls })")
    assert.include(result["src/page.tsx"]!, "createClient({ tokenStore: \"cookie\" })")
  })

  it("migrate-6: options that are spread from an object in the same file are read, and others are listed", () => {
    const app = (options: string) =>
      `import { StackClientApp } from '@stackframe/js'\n${options}\nexport const app = new StackClientApp({ ...shared, urls })\n`
    const sources = {
      "src/app.tsx": app("const shared = { projectId }"),
      "src/page.tsx": app("import { shared } from './shared'"),
      "src/other.tsx": app("const shared = { noAutomaticPrefetch: true }")
    }
    const plan = planned(sources, false)

    assert.include(after(sources, plan)["src/app.tsx"]!, "createClient({ ...shared, urls })")
    assert.deepStrictEqual(plan.left.map(({ path, reason }) => [path, reason]), [
      ["src/other.tsx", "Remove the option noAutomaticPrefetch, which is in another object."],
      ["src/page.tsx", "The options are not written as an object in this file."]
    ])
  })

  it("migrate-8: metadata and methods of users are listed where the user comes from a list, a request or a function", () => {
    const server = "import { StackServerApp } from '@stackframe/js'\nconst app = new StackServerApp({})\n"
    const uses = [
      "const plans = (await app.listUsers()).map((each) => each.serverMetadata?.plan)",
      "const copy = { ...request.user!.clientMetadata }",
      "const cast = (each.serverMetadata as { role: string }).role",
      "const user = await requireUser(); await user.getTeam(id)",
      "await app.getTeam(id)"
    ]
    const { left } = planned({ "src/app.tsx": `${server}${uses.join("\n")}\n`, "src/page.tsx": "" }, false)

    assert.deepStrictEqual(left.map(({ line, row }) => [line, row]), [
      [3, "serverMetadata"],
      [4, "clientMetadata"],
      [6, "getTeam"],
      [7, "getTeam"]
    ])
    assert.include(left.at(-1)!.reason, "TeamNotFound")
  })

  it("migrate-8: a client for given tokens is listed with the function that creates it", () => {
    const text = `${statements[0]}\n${statements[7]}\nawait app.getUser({ tokenStore: { refreshToken } })\n`
    const { left } = planned({ "src/app.tsx": text, "src/page.tsx": "" }, false)

    assert.include(left.find(({ line }) => line === 3)!.reason, "createClient({ tokenStore })")
  })

  it("migrate-8: an app object that is in no variable is listed where it is created", () => {
    const text = "import { StackClientApp } from '@stackframe/js'\nclass Session {\n  app = new StackClientApp({})\n}\n"
    const plan = planned({ "src/app.tsx": text, "src/page.tsx": "" }, false)

    assert.deepStrictEqual(plan.left.map(({ code, line }) => [code, line]), [["new StackClientApp({})", 3]])
    assert.include(plan.left[0]!.reason, "Create it with createClient.")
  })

  it("migrate-6: an added import has the kind of extension that the imports of other files have", () => {
    const menu = "import { useUser } from '@stackframe/react'\n"
      + "export const Menu = () => {\n  const user = useUser()\n  return <b onClick={() => user.update({ displayName })} />\n}\n"
    const sources = {
      "src/stack.ts": "import { StackClientApp } from '@stackframe/react'\nexport const app = new StackClientApp({})\n",
      "src/user.ts": "import { app } from './stack.ts'\nexport const user = () => app.getUser()\n",
      "src/Menu.tsx": menu
    }

    assert.include(after(sources, planned(sources, false))["src/Menu.tsx"]!, "import { app } from './stack.ts'\n")
  })

  it("migrate-6: a component whose calls all stay gets no client", () => {
    const component = "export function Leave() { const user = useUser(); return user.leaveTeam(a, b) }"
    const plan = planned({ "src/app.tsx": `${statements[1]}\n${component}\n`, "src/page.tsx": "" }, false)

    assert.notInclude(plan.changes.map(({ after }) => after).join("\n"), "useClient")
    assert.deepStrictEqual(plan.left.filter(({ row }) => row === "leaveTeam").length, 1)
  })

  it("migrate-6: values that have other names now are replaced, and values that can't be read are listed", () => {
    const server = "import { StackServerApp } from '@stackframe/js'\nconst app = new StackServerApp({})\n"
    const sources = {
      "src/app.tsx": `${server}await app.listUsers({ orderBy: "signedUpAt" })\n`,
      "src/page.tsx": `${server}await app.listUsers({ orderBy })\n`
    }
    const plan = planned(sources, false)

    assert.include(after(sources, plan)["src/app.tsx"]!, "app.users.list({ orderBy: \"signed_up_at\" })")
    assert.deepStrictEqual(
      plan.left.map(({ path, row }) => [path, row]),
      [["src/page.tsx", "listUsers"]]
    )
  })

  it("migrate-8: each place on the server of a Next.js app is listed with the function that replaces it", () => {
    const app = "import { StackServerApp } from '@stackframe/stack'\n" +
      "export const app = new StackServerApp({ tokenStore: 'nextjs-cookie' })\n"
    const sources = {
      "src/app.ts": app,
      "src/page.ts": [
        "import { app } from './app'",
        "await app.getUser({ or: 'throw' })",
        "await app.getUser({ tokenStore: request })",
        "await app.getUser({ apiKey })",
        "await app.getUser(id)",
        "const user = await app.getUser({ or: 'redirect' })",
        "await user.getTeam(id)"
      ].join("\n")
    }
    const { left } = planned(sources, true)

    assert.deepStrictEqual(
      left.map(({ line, path, reason }) => [path, line, /\b\w+\(\)|users?\.\w+|teams\.list/.exec(reason)![0]]),
      [
        ["src/page.ts", 2, "currentUser()"],
        ["src/page.ts", 3, "withUser()"],
        ["src/page.ts", 4, "users.byApiKey"],
        ["src/page.ts", 5, "users.get"],
        ["src/page.ts", 7, "createServer()"]
      ]
    )
    assert.include(left.at(-1)!.reason, "teams.list({ userId })")
  })

  it.each(apps)(
    "migrate-6: migrate turns %s of examples/migration into the app that compiles, except for listed places",
    (app) => {
      const before = sourcesOf("before", app)
      const plan = planOf(app)
      const own = sourcesOf("after", app)
      const byHand = plan.left.map(({ path }) => path)
      const unlisted = Object.entries(after(before, plan)).filter(([path]) => !byHand.includes(path))

      assert.isAbove(unlisted.length, 0)
      for (const [path, text] of unlisted) assert.strictEqual(text, own[path], path)
      assert.notMatch(Object.values(own).join(), /@(?:stackframe|hexclave)\//)
    }
  )

  it.each([
    "export async function middleware(request: NextRequest) { return NextResponse.next() }",
    "export const middleware = async (request: NextRequest) => NextResponse.next()"
  ])("migrate-6: where a middleware lets a request pass, it refreshes the session: %s", (text) => {
    const sources = withMiddleware(text)
    const plan = planned(sources, true)

    assert.strictEqual(
      after(sources, plan)["src/middleware.ts"],
      sources["src/middleware.ts"]!.replace("NextResponse.next()", "app.proxy(request)")
    )
    assert.deepStrictEqual([plan.left, plan.next], [[], ["npm install", "npx tsc --noEmit"]])
  })

  it.each([
    "export async function middleware(request) { return NextResponse.next({ request }) }",
    "export function middleware(request) { return NextResponse.next() }",
    "export async function middleware({ url }) { return NextResponse.next() }",
    "export async function middleware(request) { const response = NextResponse.next(); return response }"
  ])("a middleware that passes requests in another way is listed, and the next steps name it: %s", (text) => {
    const sources = withMiddleware(text)
    const plan = planned(sources, true)

    assert.strictEqual(after(sources, plan)["src/middleware.ts"], sources["src/middleware.ts"])
    assert.deepStrictEqual(plan.left.map(({ path, row }) => [path, row]), [["src/middleware.ts", "getUser"]])
    assert.include(
      plan.next,
      "Return app.proxy(request) from src/middleware.ts where a request may pass, so that sessions are refreshed."
    )
  })

  it("the next steps of an app with an older Next.js begin with its update", () => {
    const firstStep = (version: string) => {
      const sources = Object.entries(withMiddleware(undefined)).map(([path, text]) => ({ path, text, isScript: true }))
      const manifest = JSON.stringify({ dependencies: { "@stackframe/stack": "^2.7.16", "next": version } })
      return planFor(sources, manifest, { ...options, isNext: true }).next[0]
    }
    const update = "Update Next.js to version 16, which latchkey/nextjs needs: npm install next@16"

    assert.deepStrictEqual(["^15.3.1", "14", "~15.0.0", ">=15"].map(firstStep), [update, update, update, update])
    assert.deepStrictEqual(["^16.0.0", "latest", "canary"].map(firstStep), [
      "npm install",
      "npm install",
      "npm install"
    ])
  })

  it("without a middleware, the next steps name the file to add, beside the folder of the pages", () => {
    assert.include(
      planned(withMiddleware(undefined), true).next,
      "Export app.proxy as proxy from the file src/proxy.ts, so that sessions are refreshed."
    )
  })

  it("migrate-6: the page about the command states how many places of each app are rewritten and how many are left", () => {
    const row = /^\| \[`examples\/migration\/before\/([\w-]+)`\][^|]*\| (\d+) +\| (\d+) +\|/gm
    const counts = [...page("migrate").matchAll(row)].map(([, app, ...counts]) => [app, ...counts.map(Number)])

    assert.deepStrictEqual(
      counts.toSorted(),
      apps.map((app) => {
        const { left, rewritten } = planOf(app)
        return [app, rewritten, left.length]
      })
    )
  })
})
