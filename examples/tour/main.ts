/**
 * `npm start`: starts the embedded platform on a loopback port, plays the main job against it over real HTTP, and stays
 * up for an app to be pointed at. `npm start -- --once` leaves after the tour; `--port 9000` takes another port.
 */
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { Client, Project, Transport } from "latchkey"
import { Emulator } from "latchkey/emulator"
import { parseArgs } from "node:util"
import { tour } from "./tour.ts"
import { bold, dim, heading } from "./transcript.ts"

const usage = "npm start -- [--once] [--port NUMBER]"

const options = (() => {
  try {
    const { values } = parseArgs({ options: { once: { type: "boolean" }, port: { type: "string" } } })
    const port = Number(values.port ?? (values.once === true ? 0 : 8787))
    if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`"${values.port}" is not a port.`)
    return { once: values.once === true, port }
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\nUsage: ${usage}`)
    return process.exit(2)
  }
})()

const seeded = { email: "ada@example.com", password: "correct horse battery staple", displayName: "Ada" }

const pointAnAppHere = Effect.gen(function*() {
  const { baseUrl, project } = yield* Emulator
  yield* heading("The platform stays up. Point an app at it:")
  yield* Console.log([
    `  NEXT_PUBLIC_STACK_API_URL=${baseUrl}`,
    `  NEXT_PUBLIC_STACK_PROJECT_ID=${project.id}`,
    `  NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY=${Redacted.value(project.publishableClientKey)}`,
    `  STACK_SECRET_SERVER_KEY=${Redacted.value(project.secretServerKey)}`,
    `  STACK_SUPER_SECRET_ADMIN_KEY=${Redacted.value(project.superSecretAdminKey)}`,
    "",
    `  ${dim("a user who is there already:")} ${seeded.email}, ${dim("password:")} ${seeded.password}`,
    `  ${dim("the contract as OpenAPI:")}     ${baseUrl}/openapi.json`,
    "",
    "  Project.layerConfig reads these names, and so does the platform's present SDK.",
    "  The keys are the embedded platform's own, the same in every run. Ctrl-C stops it."
  ].join("\n"))
})

const program = Effect.gen(function*() {
  const { baseUrl, project } = yield* Emulator
  yield* Console.log(`${bold("Latchkey")}: the embedded platform listens at ${baseUrl}`)
  yield* Console.log(dim(
    [
      `project ${project.id}, "${project.displayName}"`,
      `keys    ${
        [project.publishableClientKey, project.secretServerKey, project.superSecretAdminKey].map(Redacted.value).join(
          "\n        "
        )
      }`,
      ""
    ].join("\n")
  ))
  const live = Client.layerNoProject().pipe(
    Layer.provide(
      Project.layer({ projectId: project.id, publishableClientKey: project.publishableClientKey, baseUrl })
    ),
    Layer.provide(Transport.layerFetch)
  )
  yield* Effect.provide(tour, live)
  if (options.once) return undefined
  yield* pointAnAppHere
  return yield* Effect.never
})

const main = program.pipe(
  Effect.provide(Emulator.layerServe({ port: options.port, users: [seeded] })),
  Effect.catch((error) =>
    Effect.andThen(
      Console.error(`\n${error.message}${error._tag === "PortTaken" ? `\nUsage: ${usage}` : ""}`),
      Effect.sync(() => process.exit(1))
    )
  )
)

const fiber = Effect.runFork(main)
process.once("SIGINT", () => fiber.interruptUnsafe())
process.once("SIGTERM", () => fiber.interruptUnsafe())
