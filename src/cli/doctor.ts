/** `latchkey doctor`: everything that sign-in stands on, looked at once. Each line ends with the fix. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { createRequire } from "node:module"
import * as path from "node:path"
import { layerAdmin, layerServer } from "../../layers/access.ts"
import { Project } from "../../layers/Project.ts"
import { layerFetch, Transport, type WireResponse } from "../../layers/Transport.ts"
import * as InternalProjects from "../../schemas/endpoints/internalProjects.ts"
import * as Projects from "../../schemas/endpoints/projects.ts"
import * as Users from "../../schemas/endpoints/users.ts"
import { ConnectionFailed } from "../../schemas/errors/CallError.ts"
import { trusts } from "../../schemas/trustedDomain.ts"
import { problemsOf } from "../admin/productionMode.ts"
import * as Client from "../Client.ts"
import { answer } from "./answer.ts"
import { hasty, sentenceOf } from "./client.ts"
import { configuredProject, filesRead, variable } from "./configuration.ts"
import * as keptSession from "./keptSession.ts"
import { bold, dim, green, plain, red, withProgress, yellow } from "./terminal.ts"
import { webAddress } from "./webAddress.ts"

/** What one look found. */
interface Finding {
  readonly check: string
  /** `open`: could not be looked at, or is not set and need not be. */
  readonly state: "good" | "bad" | "doubtful" | "open"
  readonly found: string
  readonly fix?: string | undefined
}

const good = (check: string, found: string): Finding => ({ check, state: "good", found })
const bad = (check: string, found: string, fix: string): Finding => ({
  check,
  state: "bad",
  found: found.replace(/\.$/, ""),
  fix
})
const doubtful = (check: string, found: string, fix: string): Finding => ({ check, state: "doubtful", found, fix })
const open = (check: string, found: string, fix?: string): Finding => ({ check, state: "open", found, fix })

/** Ends with 1 when something is bad. */
export const doctor = Effect.fnUntraced(function*(options: { readonly appUrl: string | undefined }) {
  const given = options.appUrl ?? (yield* variable("LATCHKEY_APP_URL")) ?? (yield* keptSession.lastLogin)?.appUrl
  const appUrl = given === undefined ? undefined : yield* webAddress("--app-url", given)
  const findings = yield* withProgress("Asking the platform")(look(appUrl))
  const count = (state: Finding["state"]) => findings.filter((finding) => finding.state === state).length
  const healthy = count("bad") === 0
  yield* answer(
    "doctor",
    { healthy, checks: findings },
    [
      ...findings.map(lineOf),
      "",
      healthy
        ? green(count("doubtful") === 0 ? "All is well." : `Nothing is broken; ${count("doubtful")} to look at.`)
        : red(`${count("bad")} to mend.`)
    ].join("\n")
  )
  if (!healthy) process.exitCode = 1
})

const look = (appUrl: string | undefined) =>
  Effect.gen(function*() {
    const files = yield* filesRead
    const read = `environment${files.map((file) => `, ${file}`).join("")}`
    const project = yield* Effect.result(configuredProject)
    if (project._tag === "Failure") {
      const { message, next, problem, setting } = project.failure
      const shown = setting === "projectId" ? "Project" : "Configuration"
      return [
        ...versions(),
        bad(shown, problem === "" ? message : `${setting} ${problem} (${read})`, next)
      ]
    }
    const configured = project.success
    return [
      ...versions(),
      good("Project", `${configured.id} (${read})`),
      ...(yield* Effect.provide(
        atPlatform(configured, appUrl),
        Layer.mergeAll(Layer.succeed(Project, configured), layerFetch, hasty)
      )),
      ...(yield* Effect.provide(cookies(appUrl), layerFetch))
    ]
  })

/** Who accepts a request and says nothing for so long does not answer it. */
const patience = "5 seconds"

const atPlatform = (project: Project["Service"], appUrl: string | undefined) =>
  Effect.gen(function*() {
    const { send } = yield* Transport
    const before = yield* Clock.currentTimeMillis
    const asked = yield* send({ method: "GET", url: project.apiUrl, headers: {}, body: undefined }).pipe(
      Effect.timeout(patience),
      Effect.result
    )
    const after = yield* Clock.currentTimeMillis
    const { origin } = new URL(project.apiUrl)
    if (asked._tag === "Failure") {
      const error = asked.failure
      const why = error._tag === "TimeoutError"
        ? `${origin} does not answer: nothing came in ${patience}. Check the address, and the server behind it.`
        : error._tag === "Lost"
        ? sentenceOf(new ConnectionFailed({ target: origin, attempts: 1, fault: error.fault, diagnostics: {} }))
        : error.message
      const [found = why, ...fix] = why.split(/(?<=\.) /)
      return [
        bad("Platform", found, fix.join(" ")),
        open("Keys", "not tried"),
        open("Clock", "not compared"),
        open("Domains", "not asked for")
      ]
    }
    const { config, finding: admin } = yield* adminKey(project)
    return [
      good("Platform", `${origin} answers in ${after - before} ms`),
      yield* clientKey(project),
      yield* serverKey(project),
      admin,
      clock(asked.success, before, after),
      ...domains(config, appUrl)
    ]
  })

// --- keys ---

const prefixes = [["pck_", "publishable client key"], ["ssk_", "secret server key"], ["sak_", "super secret admin key"]]
  .map(([prefix, what]) => ({ prefix: prefix!, what: what! }))

/** A key that stands where another level's belongs. */
const misplaced = (key: Redacted.Redacted, prefix: string): string | undefined => {
  const actual = prefixes.find(({ prefix }) => Redacted.value(key).startsWith(prefix))
  return actual === undefined || actual.prefix === prefix ? undefined : actual.what
}

interface KeyCheck<A, R> {
  readonly check: string
  readonly key: Redacted.Redacted | undefined
  readonly prefix: string
  readonly variable: string
  /** What a key that is not set comes to. Without it the platform is asked all the same. */
  readonly missing?: Finding
  readonly found: string
  readonly ask: Effect.Effect<A, { readonly _tag: string; readonly message: string }, R>
}

const tried = <A, R>({ ask, check, found, key, missing, prefix, variable }: KeyCheck<A, R>) =>
  Effect.gen(function*() {
    if (key === undefined && missing !== undefined) return { finding: missing, value: undefined }
    const other = key === undefined ? undefined : misplaced(key, prefix)
    if (other !== undefined) {
      const fix = prefix === "pck_"
        ? `Revoke that key now if browsers could read it, then set ${variable} to the publishable client key (pck_…).`
        : `Set ${variable} to the key that starts with ${prefix}.`
      return { finding: bad(check, `a ${other} stands in its place`, fix), value: undefined }
    }
    const asked = yield* Effect.result(ask)
    return asked._tag === "Success"
      ? { finding: good(check, found), value: asked.success }
      : { finding: refused(check, sentenceOf(asked.failure)), value: undefined }
  })

/** The error's own sentences: what happened, and what to do. */
const refused = (check: string, message: string): Finding => {
  const at = message.indexOf(". ")
  return at === -1
    ? bad(check, message, "See: latchkey errors")
    : bad(check, message.slice(0, at + 1), message.slice(at + 2))
}

const clientKey = (project: Project["Service"]) =>
  Effect.map(
    tried({
      check: "Client key",
      key: project.publishableClientKey,
      prefix: "pck_",
      variable: "NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY",
      found: project.publishableClientKey === undefined
        ? "is not set, and the project requires none"
        : "accepted at client level",
      ask: Effect.provide(Projects.getCurrent(), Client.layerNoProject())
    }),
    ({ finding }) => finding
  )

const serverKey = (project: Project["Service"]) =>
  Effect.map(
    tried({
      check: "Server key",
      key: project.secretServerKey,
      prefix: "ssk_",
      variable: "STACK_SECRET_SERVER_KEY",
      missing: open("Server key", "is not set: fine for a front end", "A back end needs STACK_SECRET_SERVER_KEY."),
      found: "accepted at server level",
      ask: Effect.provide(Users.list({ limit: 1 }), layerServer)
    }),
    ({ finding }) => finding
  )

const adminKey = (project: Project["Service"]) =>
  Effect.map(
    tried({
      check: "Admin key",
      key: project.superSecretAdminKey,
      prefix: "sak_",
      variable: "STACK_SUPER_SECRET_ADMIN_KEY",
      missing: open(
        "Admin key",
        "is not set: fine for an app",
        "For the look at domains set STACK_SUPER_SECRET_ADMIN_KEY, here only."
      ),
      found: "accepted at admin level",
      ask: Effect.provide(InternalProjects.getCurrent(), layerAdmin)
    }),
    ({ finding, value }) => ({ finding, config: value })
  )

// --- clock ---

/** Back ends that verify tokens themselves allow this much. */
const toleratedSeconds = 5

const clock = (response: WireResponse, before: number, after: number): Finding => {
  const date = Date.parse(response.headers.get("date") ?? "")
  if (Number.isNaN(date)) return open("Clock", "the platform does not tell its time")
  // the header is cut to whole seconds
  const offset = Math.round(((before + after) / 2 - (date + 500)) / 1000)
  if (Math.abs(offset) <= toleratedSeconds) return good("Clock", "agrees with the platform's")
  return doubtful(
    "Clock",
    `${Math.abs(offset)} s ${offset > 0 ? "ahead of" : "behind"} the platform's`,
    "Clients cope; verifying tokens here does not. Turn on time synchronisation (timedatectl set-ntp true)."
  )
}

// --- domains ---

const domains = (
  project: Effect.Success<ReturnType<typeof InternalProjects.getCurrent>> | undefined,
  appUrl: string | undefined
): ReadonlyArray<Finding> => {
  if (project === undefined) return [open("Domains", "need the admin key to be looked at")]
  const { allowLocalhost, domains } = project.config
  const listed = [...(allowLocalhost ? ["localhost"] : []), ...domains.map(({ domain }) => domain)]
  const found = listed.length === 0 ? "none is trusted" : listed.map(plain).join(", ")
  const problems = problemsOf(project).map(({ message }) => message)
  return [
    listed.length === 0
      ? bad("Domains", found, "Add the site's domain in the project's settings, or no redirect leads back to it.")
      : appUrl !== undefined && !trusts(project.config, appUrl)
      ? bad("Domains", `${found}: not ${new URL(appUrl).origin}`, "Add it in the project's settings under Domains.")
      : problems.length === 0
      ? good("Domains", found)
      : (project.isProductionMode ? bad : doubtful)(
        "Domains",
        `${found}: not fit for production`,
        `Before you go live: ${problems.join("; ")}.`
      )
  ]
}

// --- cookies ---

const isSession = /^(?:__Host-)?(?:stack|hexclave)-(?:refresh|access)/

const cookies = (appUrl: string | undefined) =>
  Effect.gen(function*() {
    if (appUrl === undefined) return [open("Cookies", "need the address of the site", "Give it with --app-url.")]
    const { hostname, protocol } = new URL(appUrl)
    const local = /^(?:.*\.)?localhost$|^127\.\d+\.\d+\.\d+$|^\[::1\]$/.test(hostname)
    if (protocol === "http:" && !local) {
      return [bad("Cookies", `${appUrl} is http: sessions travel in the clear`, "Serve the site over https.")]
    }
    const asked = yield* Effect.tryPromise((signal) =>
      fetch(appUrl, { redirect: "manual", signal }).then(({ headers }) => headers.getSetCookie())
    ).pipe(
      Effect.timeout(patience),
      Effect.result
    )
    if (asked._tag === "Failure") {
      return [doubtful("Cookies", `${appUrl} does not answer`, "Start the site, or give another --app-url.")]
    }
    const weak = asked.success.filter((cookie) => isSession.test(cookie)).flatMap((cookie) => {
      const lacks = [
        ...(local || /;\s*secure/i.test(cookie) ? [] : ["Secure"]),
        ...(/;\s*samesite=(?:lax|strict)/i.test(cookie) || /;\s*partitioned/i.test(cookie) ? [] : ["SameSite=Lax"]),
        ...(/;\s*path=\/(?:;|$)/i.test(cookie) ? [] : ["Path=/"])
      ]
      return lacks.length === 0 ? [] : [`${plain(cookie.split("=")[0]!)} lacks ${lacks.join(", ")}`]
    })
    return [
      weak.length === 0
        ? good(
          "Cookies",
          local ? "localhost: Secure is not needed" : "https: session cookies are Secure, SameSite=Lax, Path=/"
        )
        : bad("Cookies", weak.join("; "), "Let latchkey's cookie store write them.")
    ]
  })

// --- versions ---

const versionOf = (name: string, from: string): string | undefined => {
  try {
    return (createRequire(from)(`${name}/package.json`) as { readonly version: string }).version
  } catch {
    return undefined
  }
}

const versions = (): ReadonlyArray<Finding> => {
  const here = import.meta.url
  const app = path.join(process.cwd(), "package.json")
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)
  const effect = versionOf("effect", here)
  const theirs = versionOf("effect", app)
  const react = versionOf("react", app)
  const found = [
    `latchkey ${versionOf("latchkey", here)}`,
    `Node ${process.versions.node}`,
    `effect ${effect}`,
    ...(react === undefined ? [] : [`react ${react}`])
  ].join(", ")
  if (major < 20 || (major === 20 && minor < 16)) return [bad("Versions", found, "Update Node to 20.16 or newer.")]
  if (theirs !== undefined && theirs !== effect) {
    return [
      bad(
        "Versions",
        `${found}; the app has effect ${theirs}`,
        "Keep one copy: npm install effect@^4.1.0, then npm dedupe."
      )
    ]
  }
  if (react !== undefined && Number(react.split(".")[0]) < 19) {
    return [doubtful("Versions", found, "latchkey/react needs react 19: npm install react@19 react-dom@19.")]
  }
  return [good("Versions", found)]
}

const marks = { good: green("✓"), bad: red("✗"), doubtful: yellow("!"), open: dim("·") } as const

const lineOf = ({ check, fix, found, state }: Finding): string =>
  `${marks[state]} ${bold(check.padEnd(11))} ${state === "open" ? dim(found) : found}${
    fix === undefined ? "" : `  → ${fix}`
  }`
