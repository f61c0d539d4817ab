/**
 * One of several servers that share their work through a database. Each of them accepts requests, and continues the
 * work of servers that were killed. `main.ts` starts three of them.
 */
import * as NodeClusterSocket from "@effect/platform-node/NodeClusterSocket"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as ClusterWorkflowEngine from "effect/cluster/ClusterWorkflowEngine"
import * as RunnerAddress from "effect/cluster/RunnerAddress"
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Project, Server, Transport } from "latchkey"
import { toProblem } from "latchkey/schemas"
import { createServer } from "node:http"
import * as Database from "./database.ts"
import { Onboarding, onboarding } from "./onboarding.ts"
import { Failure } from "./step.ts"
import { receive, userCreated } from "./webhooks.ts"

const settings = Config.all({
  database: Config.String("DATABASE"),
  /** Port for the other runners. */
  clusterPort: Config.Int("RUNNER_PORT"),
  httpPort: Config.Int("HTTP_PORT"),
  webhookSecret: Config.String("WEBHOOK_SECRET")
})

// #region server
/** The engine. The settings of the cluster come from the environment. */
const engineOn = (port: number, database: string) =>
  ClusterWorkflowEngine.layer.pipe(
    Layer.provide(NodeClusterSocket.layer({
      shardingConfig: { runnerAddress: Option.some(RunnerAddress.make("127.0.0.1", port)) }
    })),
    Layer.provide(Database.layer(database))
  )

const Body = Schema.Struct({ email: Schema.String, company: Schema.String, plan: Schema.String })

/**
 * Responds when the customer is onboarded. If this runner is killed, send the request to another runner: the work
 * continues there.
 */
const onboard = HttpRouter.add(
  "PUT",
  "/customers/:customer",
  Effect.gen(function*() {
    const { customer } = yield* HttpRouter.params
    const body = yield* HttpServerRequest.schemaBodyJson(Body)
    return yield* Onboarding.execute({ customer: customer ?? "", ...body }).pipe(
      Effect.flatMap((result) => HttpServerResponse.json(result)),
      Effect.catch((error) => {
        const problem = toProblem(Failure, error)
        return problem === undefined
          ? Effect.succeed(HttpServerResponse.empty({ status: 500 }))
          : HttpServerResponse.json(problem.body, { status: problem.status })
      })
    )
  }).pipe(Effect.orDie)
)

const live = Layer.unwrap(Effect.gen(function*() {
  const { clusterPort, database, httpPort, webhookSecret } = yield* settings
  return HttpRouter.serve(Layer.merge(onboard, receive(webhookSecret)), { disableLogger: true }).pipe(
    Layer.provide(NodeHttpServer.layer(createServer, { host: "127.0.0.1", port: httpPort })),
    Layer.provide(Layer.merge(onboarding, userCreated)),
    Layer.provideMerge(engineOn(clusterPort, database)),
    Layer.provide(Server.layerNoProject()),
    Layer.provide(Layer.merge(Project.layerConfig(), Transport.layerFetch()))
  )
}))

NodeRuntime.runMain(Layer.launch(live))
// #endregion
