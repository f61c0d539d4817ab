/** An agent and a person on an emulator whose network takes time and can lose responses. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import { layerClient } from "../../../../layers/access/access.ts"
import { Diagnostics } from "../../../../layers/call/Diagnostics.ts"
import { Transport, TransportError, type WireResponse } from "../../../../layers/call/Transport.ts"
import { layer as layerSession, Session } from "../../../../layers/session/Session.ts"
import { layerMemory } from "../../../../layers/session/TokenStore.ts"
import type { ClientAccess } from "../../../../schemas/access.ts"
import * as Password from "../../../../schemas/endpoints/password.ts"
import * as Sessions from "../../../../schemas/endpoints/sessions.ts"
import type { AgentRequest } from "../../../../src/agents/index.ts"
import { Emulator, type Seed } from "../../../../src/emulator/index.ts"
import { passing, type Way } from "../../../support/platform/transports.ts"

export const ada = { email: "ada@example.com", password: Redacted.make("correct horse") }

/** Advances the clock in steps that are shorter than the time limits of clean-ups. */
export const pass = (millis: number): Effect.Effect<void> =>
  Effect.suspend(() => {
    const steps = Math.ceil(millis / 1000)
    return Effect.replicateEffect(passing(millis / steps), steps, { discard: true })
  })

/** A project that lets agents sign in, on a platform with agents. */
export const seed: Seed = {
  features: ["agents"],
  apps: ["agent-auth"],
  users: [{ email: ada.email, password: Redacted.value(ada.password) }]
}

const latency = "50 millis"

/** The network between the emulator and its clients. */
export interface Network {
  /** Faults of the next polls. */
  readonly faults: Array<"request lost" | "response lost" | "busy">
  /** Number of polls whose response contained a session. */
  handedOver: number
  /** Number of these responses that were lost. */
  lostSessions: number
  /** Whether the platform uses the words of the first form. */
  firstForm: boolean
}

const connectionLost = Effect.fail(new TransportError({ fault: "TypeError: fetch failed", transient: true }))

const text = new TextDecoder()

const inFirstForm = (response: WireResponse): WireResponse => ({
  ...response,
  body: new TextEncoder().encode(
    text.decode(response.body)
      .replace("\"status\":\"waiting\"", "\"status\":\"pending\"")
      .replace("\"status\":\"success\"", "\"status\":\"approved\"")
      .replace("INVALID_POLLING_CODE", "AGENT_AUTH_INVALID_POLL_TOKEN")
  )
})

const over = (network: Network, { send }: Transport["Service"]): Transport["Service"] => ({
  send: (request) =>
    Effect.gen(function*() {
      const isPoll = request.url.endsWith("/agent/register/poll")
      const fault = isPoll ? network.faults.shift() : undefined
      if (fault === "request lost") return yield* Effect.delay(connectionLost, latency)
      if (fault === "busy") {
        return {
          status: 503,
          headers: new Headers({ "content-type": "text/plain" }),
          body: new TextEncoder().encode("Busy")
        }
      }
      const sent = yield* Effect.delay(Effect.uninterruptible(send(request)), latency)
      // a port's date is that of this machine, and not of the emulator
      const response = { ...sent, headers: { get: (name: string) => name === "date" ? null : sent.headers.get(name) } }
      const handsOver = isPoll && text.decode(response.body).includes("refresh_token")
      if (handsOver) network.handedOver++
      yield* Effect.sleep(latency)
      if (fault === "response lost") {
        if (handsOver) network.lostSessions++
        return yield* connectionLost
      }
      return network.firstForm && request.url.includes("/agent/") ? inFirstForm(response) : response
    })
})

type Client = Context.Context<ClientAccess | Session>

/** Builds an emulator with a person who is signed in, and an agent who isn't. */
export const agentWorld = Effect.fnUntraced(function*(reached: Way["platform"], seeded: Seed = seed) {
  const network: Network = { faults: [], handedOver: 0, lostSessions: 0, firstForm: false }
  const platform = yield* Layer.build(Layer.fresh(Emulator.layerProject().pipe(Layer.provideMerge(reached(seeded)))))
  const client = (transport: Transport["Service"]): Effect.Effect<Client, never, Scope.Scope> =>
    Layer.build(Layer.fresh(
      layerClient().pipe(
        Layer.provideMerge(layerSession()),
        Layer.provide(layerMemory()),
        Layer.provide(Layer.succeedContext(Context.add(platform, Transport, transport)))
      )
    )).pipe(Effect.provideService(Diagnostics, []))
  const direct = Context.get(platform, Transport)
  const agent = yield* client(over(network, direct))
  const person = yield* client(direct)
  const emulator = Context.get(platform, Emulator)
  const as = (context: Client) => <A, E>(self: Effect.Effect<A, E, ClientAccess | Session>) =>
    Effect.provideService(Effect.provideContext(self, context), Diagnostics, [])
  const asPerson = as(person)
  const { userId } = yield* asPerson(Effect.gen(function*() {
    const tokens = yield* Password.signIn(ada)
    yield* (yield* Session).keep(tokens)
    return tokens
  }))
  const project = () => emulator.store.projects.get(emulator.project.projectId)!
  const live = (ofUser: (userId: string) => boolean) =>
    [...project().sessions.values()].filter((session) => session.agentName != null && ofUser(session.userId))
  const requests: Array<AgentRequest> = []
  return {
    network,
    emulator,
    adaId: userId,
    asAgent: as(agent),
    asPerson,
    /** Runs a call of the agent while time passes. */
    agentCalls: <A, E>(self: Effect.Effect<A, E, ClientAccess | Session>) =>
      Effect.gen(function*() {
        const fiber = yield* Effect.forkDetach(as(agent)(self), { startImmediately: true })
        for (let step = 0; step < 6; step++) yield* pass(60)
        return yield* Fiber.join(fiber)
      }),
    /** The agent's session in its own program, or `undefined` while signed out. */
    held: () => {
      const state = Context.get(agent, Session).state()
      return state._tag === "SignedOut" ? undefined : state
    },
    /** Refresh token that the agent's program holds. */
    heldToken: as(agent)(Effect.flatMap(Session, ({ tokensIfAny }) => tokensIfAny)),
    attempts: () => [...project().agentsByPollToken.values()],
    /** Sessions of agents on the platform: on the person's account, and anonymous ones. */
    ofPerson: () => live((id) => id === userId),
    anonymous: () => live((id) => id !== userId),
    /** Requests that were shown to the person. */
    requests,
    show: (request: AgentRequest) => void requests.push(request),
    /** The person ends the sessions of agents. */
    endAgents: asPerson(Effect.gen(function*() {
      const { items } = yield* Sessions.list({ userId: "me" })
      yield* Effect.forEach(
        items.filter(({ agentName }) => agentName != null),
        ({ id }) => Sessions.delete({ id, userId: "me" })
      )
    }))
  }
})
