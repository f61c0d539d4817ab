/** A process of a fleet, driven by messages: it signs people in, and answers callers who show a cookie. */
import * as NodeRedis from "@effect/platform-node/NodeRedis"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import { ServerSessions, SharedRecords } from "latchkey/fleet"
import { Project, Session, Transport } from "latchkey/layers"
import { accessToken, refreshToken } from "./answers.ts"

/** What the process is asked to do. Access tokens that live for less than no time are refreshed first. */
export type Order =
  | { readonly signIn: number; readonly seconds: number }
  | { readonly answer: ReadonlyArray<string>; readonly requests: number; readonly callers: number }

/** Cookies of the sign-ins, or none. */
export interface Done {
  readonly cookies: ReadonlyArray<string>
  readonly millis: number
}

const [, , redisUrl = "", baseUrl = ""] = process.argv

const project = Project.layer({ projectId: "internal", publishableClientKey: "pck_bench", baseUrl })

const platform = Layer.merge(project, Transport.layerFetch)

const runtime = ManagedRuntime.make(
  ServerSessions.layer({ remembered: 1000 }).pipe(
    Layer.provide(SharedRecords.layerRedis()),
    Layer.provide(NodeRedis.layer({ url: redisUrl })),
    Layer.provideMerge(platform)
  )
)

const asking = <A, E>(cookie: string | undefined, use: (session: Session["Service"]) => Effect.Effect<A, E>) =>
  Effect.scoped(Effect.gen(function*() {
    const opened = yield* (yield* ServerSessions).open({ headers: cookie === undefined ? {} : { cookie } })
    const context = yield* Layer.build(Layer.fresh(Session.layer.pipe(Layer.provide(opened.layer))))
    yield* use(Context.get(context, Session))
    return opened.setCookies()[0]?.split(";")[0] ?? ""
  }))

const run = (order: Order): Promise<ReadonlyArray<string>> =>
  runtime.runPromise(
    "signIn" in order
      ? Effect.forEach(
        Array.from({ length: order.signIn }, (_, each) => `${refreshToken}-${process.pid}-${each}`),
        (token) =>
          asking(undefined, (session) =>
            session.keep({
              accessToken: Redacted.make(accessToken(order.seconds)),
              refreshToken: Redacted.make(token)
            })),
        { concurrency: 64 }
      )
      : Effect.as(
        Effect.forEach(
          Array.from({ length: order.requests }, (_, each) => order.answer[each % order.answer.length]!),
          (cookie) =>
            asking(cookie, (session) =>
              Effect.forEach(Array(order.callers), () => session.tokens(), { concurrency: "unbounded" })),
          { concurrency: 100, discard: true }
        ),
        []
      )
  )

await runtime.runPromise(Effect.void)

process.on("disconnect", () => process.exit())

process.on("message", (order: Order) => {
  const started = performance.now()
  run(order).then((cookies) => process.send!({ cookies, millis: performance.now() - started } satisfies Done)).catch(
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    }
  )
})
process.send!("ready")
