/** `latchkey doctor`: checks everything that sign-in depends on, and suggests a fix for each problem. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { layerFetch, namesOf, Project } from "../../layers/call/index.ts"
import { failFast } from "./client.ts"
import { atPlatform, bad, cookies, type Finding, good, sessionLedger, versions } from "./doctor/index.ts"
import { printResult } from "./output.ts"
import { bold, dim, green, red, withProgress, yellow } from "./output/index.ts"
import { configuredProject, envFileOf, filesRead, kindIn, nameIn, variable } from "./project/index.ts"
import * as storedSession from "./storedSession.ts"
import { Unusable } from "./Unusable.ts"
import { webAddress } from "./webAddress.ts"

/** Runs all checks. The exit code is 1 if one of them failed. */
export const doctor = Effect.fnUntraced(function*(options: { readonly appUrl: string | undefined }) {
  const given = options.appUrl ?? (yield* variable("LATCHKEY_APP_URL")) ?? (yield* storedSession.lastLogin)?.appUrl
  const appUrl = given === undefined ? undefined : yield* webAddress("--app-url", given)
  const findings = yield* withProgress("Contacting the server")(runChecks(appUrl))
  const count = (state: Finding["state"]) => findings.filter((finding) => finding.state === state).length
  const counted = (state: Finding["state"], noun: string) => `${count(state)} ${noun}${count(state) === 1 ? "" : "s"}`
  const healthy = count("bad") === 0
  yield* printResult(
    "doctor",
    { healthy, checks: findings },
    [
      ...findings.map(lineOf),
      "",
      healthy
        ? green(count("doubtful") === 0 ? "All checks passed." : `No problems, ${counted("doubtful", "warning")}.`)
        : red(`${counted("bad", "problem")} found.`)
    ].join("\n")
  )
  if (!healthy) process.exitCode = 1
})

/** Prints a saved session ledger, and why its last session ended. Checks nothing else. */
export const explainSession = (file: string) =>
  sessionLedger(file).pipe(
    Effect.mapError(({ sentence }) => new Unusable({ sentence })),
    Effect.flatMap(({ result, text }) => printResult("doctor", result, text))
  )

/** Returns the fix for a missing project. Names only the variable that this kind of project reads. */
const missingProjectFix = (folder: string): string => {
  const kind = kindIn(folder)
  const name = nameIn(kind, "projectId")
  // `doctor` doesn't read the prefixes of other frameworks
  const known = namesOf("projectId").includes(name) ? name : "HEXCLAVE_PROJECT_ID"
  return `Set ${known} in ${envFileOf(kind)}. Copy it from the project's settings on the dashboard, or `
    + "from the output of `npx latchkey emulator`."
}

const runChecks = (appUrl: string | undefined) =>
  Effect.gen(function*() {
    const files = yield* filesRead
    const read = `environment${files.map((file) => `, ${file}`).join("")}`
    const project = yield* Effect.result(configuredProject)
    if (project._tag === "Failure") {
      const { message, next, problem, setting } = project.failure
      const shown = setting === "projectId" ? "Project" : "Configuration"
      return [
        ...versions(),
        bad(
          shown,
          problem === "" ? message : `${setting} ${problem} (${read})`,
          setting === "projectId" ? missingProjectFix(process.cwd()) : next
        )
      ]
    }
    const configured = project.success
    return [
      ...versions(),
      good("Project", `${configured.id} (${read})`),
      ...(yield* Effect.provide(
        atPlatform(configured, appUrl),
        Layer.mergeAll(Layer.succeed(Project, configured), layerFetch(), failFast)
      )),
      ...(yield* Effect.provide(cookies(appUrl), layerFetch()))
    ]
  })

const marks = { good: green("✓"), bad: red("✗"), doubtful: yellow("!"), open: dim("·") } as const

const lineOf = ({ check, fix, found, state }: Finding): string =>
  `${marks[state]} ${bold(check.padEnd(11))} ${state === "open" ? dim(found) : found}${
    fix === undefined ? "" : `  → ${fix}`
  }`
