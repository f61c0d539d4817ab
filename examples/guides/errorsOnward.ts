/**
 * Passes the platform's errors on to other programs: in responses, to pages and through workflows. `npm run example --
 * examples/guides/errorsOnward.ts`
 */
import * as ClusterWorkflowEngine from "effect/cluster/ClusterWorkflowEngine"
import * as TestRunner from "effect/cluster/TestRunner"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as Activity from "effect/workflow/Activity"
import * as Workflow from "effect/workflow/Workflow"
import { Server } from "latchkey"
import { fetchHandler } from "latchkey/adapters"
import { startEmulator } from "latchkey/emulator"
import { createClient, createServer } from "latchkey/promise"
import { CallError, errorsOf, fromProblem, TeamNotFound, Teams, toProblem, Users } from "latchkey/schemas"
import { createAuthenticator } from "latchkey/verify"

const ada = { email: "ada@example.com", password: "correct horse battery staple" }
await using platform = await startEmulator({ users: [ada] })
await using client = createClient({ ...platform.project, tokenStore: "memory" })
await using server = createServer(platform.project)
await using authenticator = createAuthenticator(platform.project)
await client.signIn.withPassword(ada)

// #region respond
const errors = errorsOf(Teams.get)

const team = fetchHandler(authenticator, async (request) => {
  try {
    const teamId = new URL(request.url).searchParams.get("team") ?? ""
    return Response.json(await server.teams.get({ teamId }))
  } catch (error) {
    const problem = toProblem(errors, error)
    if (problem === undefined) throw error
    return Response.json(problem.body, problem)
  }
}, { require: "user" })
// #endregion

const request = new Request("http://localhost:3000/team?team=5a3c9f0e-1b2c-4d5e-8f90-123456789000", {
  headers: await client.authHeaders()
})
const response = await team(request)
console.log(response.status, response.headers.get("content-type"))

// #region page
const error = fromProblem(errorsOf(Teams.get), await response.json())

if (error instanceof TeamNotFound) console.log(`No team ${error.details.teamId}.`)
else if (error instanceof CallError) console.log(error.message)
// #endregion

// #region workflow
const Onboarding = Workflow.make("Onboarding", {
  payload: { email: Schema.String },
  idempotencyKey: ({ email }) => email,
  error: errorsOf(Users.create)
})

const onboarding = Onboarding.toLayer(({ email }) =>
  Activity.make({
    name: "user",
    error: errorsOf(Users.create),
    execute: Effect.asVoid(Server.users.create({ primaryEmail: email, primaryEmailAuthEnabled: true }))
  })
)

const invite = (email: string) =>
  Onboarding.execute({ email }).pipe(
    Effect.as(`${email} has an account`),
    Effect.catchTag("UserWithEmailAlreadyExists", ({ message }) => Effect.succeed(message))
  )
// #endregion

const live = onboarding.pipe(
  Layer.provideMerge(Layer.provideMerge(ClusterWorkflowEngine.layer, TestRunner.layer)),
  Layer.provide(Server.layer(platform.project))
)
console.log(
  (await Effect.runPromise(
    Effect.forEach(["bob@example.com", "ada@example.com", "ada@example.com"], invite).pipe(Effect.provide(live))
  )).join("\n")
)
