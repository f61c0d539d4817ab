/**
 * `npm start`: serves the example app with an emulator, so that you can try it, and runs the tour of `latchkey demo`.
 * `npm start -- --once` only runs the tour, and `npm start -- --no-tour` skips it.
 */
import * as Console from "effect/Console"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { Emulator, type PortTaken } from "latchkey/emulator"
import { spawn } from "node:child_process"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { ada, seed } from "./seed.ts"
import type { SiteNotServed } from "./serve.ts"

const usage = "npm start -- [--once | --no-tour] [--port NUMBER] [--app-port NUMBER]"

const options = (() => {
  try {
    const { values } = parseArgs({
      options: {
        once: { type: "boolean" },
        "no-tour": { type: "boolean" },
        port: { type: "string" },
        "app-port": { type: "string" }
      }
    })
    return {
      once: values.once === true,
      noTour: values["no-tour"] === true,
      port: portOf(values.port ?? "8787"),
      appPort: portOf(values["app-port"])
    }
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\nUsage: ${usage}`)
    return process.exit(2)
  }
})()

function portOf(text: string): number
function portOf(text: string | undefined): number | undefined
function portOf(text: string | undefined) {
  if (text === undefined) return undefined
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) throw new Error(`"${text}" is not a port.`)
  return Number(text)
}

/** The tour failed. Its output explains why. */
class TourFailed extends Data.TaggedError("TourFailed")<{ readonly code: number | null }> {
  override get message(): string {
    return `The tour failed with exit code ${this.code}. Its output above explains why.`
  }
}

/** Runs the tour over real HTTP, on its own emulator. */
const tour: Effect.Effect<void, TourFailed> = Effect.callback((resume) => {
  const cli = fileURLToPath(new URL("../../src/cli/main.ts", import.meta.url))
  const child = spawn(process.execPath, [...process.execArgv, cli, "demo", "--once"], { stdio: "inherit" })
  child.on("close", (code) => resume(code === 0 ? Effect.void : Effect.fail(new TourFailed({ code }))))
  return Effect.sync(() => void child.kill())
})

const site = Effect.gen(function*() {
  const { baseUrl, project } = yield* Emulator.serve({ ...seed, port: options.port, pages: true, control: true })
  const publishableClientKey = Redacted.value(project.publishableClientKey)
  const { serve } = yield* Effect.promise(() => import("./serve.ts"))
  const url = yield* serve({ projectId: project.projectId, publishableClientKey, baseUrl }, options.appPort)
  yield* Console.log(`Open ${url} and sign up. Every screen works. Emails arrive at ${baseUrl}/emulator/outbox`)
  if (!options.noTour) yield* tour
  yield* Console.log([
    "",
    `The app is at ${url}`,
    "",
    `  existing user: ${ada.email}, password: ${ada.password}`,
    "",
    "Or use the emulator from your own app:",
    "",
    `  NEXT_PUBLIC_HEXCLAVE_PROJECT_ID=${project.projectId}`,
    `  NEXT_PUBLIC_HEXCLAVE_PUBLISHABLE_CLIENT_KEY=${publishableClientKey}`,
    `  HEXCLAVE_SECRET_SERVER_KEY=${Redacted.value(project.secretServerKey)}`,
    `  HEXCLAVE_SUPER_SECRET_ADMIN_KEY=${Redacted.value(project.superSecretAdminKey)}`,
    `  NEXT_PUBLIC_HEXCLAVE_API_URL=${baseUrl}`,
    "",
    "These keys are the emulator's defaults, the same in every run. Press Ctrl-C to stop it."
  ].join("\n"))
  return yield* Effect.never
})

const main = Effect.suspend((): Effect.Effect<void, TourFailed | PortTaken | SiteNotServed> =>
  options.once ? tour : Effect.scoped(site)
).pipe(
  Effect.catch((error) =>
    Effect.andThen(
      Console.error(`\n${error.message}${error._tag === "TourFailed" ? "" : `\nUsage: ${usage}`}`),
      Effect.sync(() => process.exit(1))
    )
  )
)

const fiber = Effect.runFork(main)
process.once("SIGINT", () => fiber.interruptUnsafe())
process.once("SIGTERM", () => fiber.interruptUnsafe())
