/** An app with an agent in the simulator: it registers, waits for approval, works, and is ended. */
import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Project from "../../../layers/call/Project.ts"
import * as Transport from "../../../layers/call/Transport.ts"
import { agents } from "../../../src/agents/index.ts"
import { Authenticator, checkHuman, CurrentUser } from "../../../src/backend/httpApi/index.ts"
import type { EmulatorHandle } from "../../../src/emulator/index.ts"
import { currentUser, sessions, signOut } from "../../../src/index.ts"
import { type Law, sessionLaws, simulate, type Tab, type World } from "../../../src/testing/simulate/index.ts"
import { clockOf } from "../../../src/testing/simulate/virtualTime.ts"

interface Screen {
  code: string | undefined
  signIns: number
}

const isAgent = ({ device }: Tab) => device === "helper"

const storeOf = ({ project, store }: EmulatorHandle) => store.projects.get(project.projectId)!

/** The sessions of agents on people's accounts. */
const agentSessions = (emulator: EmulatorHandle) => {
  const { sessions, users } = storeOf(emulator)
  return [...sessions.values()].filter(({ agentName, userId }) => agentName != null && !users.get(userId)!.isAnonymous)
}

/** What a back end that requires a person says about a session: `let through`, or the tag of the refusal. */
const humanCheck = (emulator: EmulatorHandle, refreshToken: string) =>
  Effect.gen(function*() {
    const { fetch, project } = emulator
    const refresh = new Request(`${project.baseUrl}/api/v1/auth/sessions/current/refresh`, {
      method: "POST",
      headers: {
        "x-stack-project-id": project.projectId,
        "x-stack-access-type": "client",
        "x-stack-refresh-token": refreshToken
      }
    })
    const { access_token: token } = yield* Effect.promise(async () => (await fetch(refresh)).json())
    const { authenticate } = yield* Authenticator
    const found = yield* authenticate({ headers: { authorization: `Bearer ${token}` } })
    if (found.status !== "signed-in") return found.status
    return yield* checkHuman.pipe(
      Effect.provideService(CurrentUser, found),
      Effect.match({ onFailure: ({ _tag }) => _tag, onSuccess: () => "let through" })
    )
  })

/** A back end on the emulator's clock, without faults. */
const backEnd = ({ clock, fetch, project }: EmulatorHandle) => {
  const now = () => clock.now().getTime()
  return Authenticator.layer().pipe(
    Layer.provide(Layer.merge(Project.layer(project), Transport.layerFetch({ fetch }))),
    Layer.provide(Layer.succeed(Clock.Clock, clockOf(now, now, () => Effect.never)))
  )
}

/** Asks the back end about every session once, in a run. `outcomes` counts the responses of all runs. */
const humanLaw = (outcomes: Map<string, number>): Law<Screen> => {
  const asked = new WeakMap<EmulatorHandle, Set<string>>()
  return ({ emulator }) =>
    Effect.gen(function*() {
      const known = asked.get(emulator) ?? new Set()
      asked.set(emulator, known)
      const { sessions, users } = storeOf(emulator)
      for (const { agentName, id, refreshToken, userId } of [...sessions.values()]) {
        if (known.has(id) || users.get(userId)!.isAnonymous) continue
        known.add(id)
        const outcome = yield* humanCheck(emulator, refreshToken)
        const isRight = outcome === (agentName == null ? "let through" : "NotHuman")
        if (!isRight) return `A session of ${agentName ?? "a person"} got: ${outcome}`
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      }
      return true
    }).pipe(Effect.provide(backEnd(emulator), { local: true }))
}

const laws: { readonly [name: string]: Law<Screen> } = {
  ...sessionLaws,
  "an approval gives one session": ({ emulator }) => {
    const approved = [...storeOf(emulator).agentsByPollToken.values()].flatMap(({ sessionId }) => sessionId ?? [])
    const ids = agentSessions(emulator).map(({ id }) => id)
    return ids.every((id) => approved.includes(id)) && new Set(approved).size === approved.length
  },
  "the agent signs in at most once for each approval": ({ emulator, tabs }) => {
    const approvals = [...storeOf(emulator).agentsByPollToken.values()].filter(({ sessionId }) => sessionId !== null)
    return (tabs.find(isAgent)?.app.signIns ?? 0) <= approvals.length
  }
}

/** Ada uses a laptop, and her agent a machine that starts signed out. */
const simulated = (law: Law<Screen>) =>
  simulate({
    people: ["ada"],
    devices: { laptop: { owner: "ada" }, helper: { owner: "ada", signedIn: false } },
    emulator: { features: ["agents"], apps: ["agent-auth"] },
    app: (): Screen => ({ code: undefined, signIns: 0 }),
    actions: {
      "the agent registers, or Ada approves": (screen, tab, world) =>
        isAgent(tab)
          ? Effect.tap(
            agents.signIn({
              name: "Helper",
              expiresIn: "9 minutes",
              every: "20 seconds",
              show: ({ code }) => void (screen.code = code)
            }),
            () => Effect.sync(() => screen.signIns++)
          )
          : decided(agents.approve, world),
      "the agent works, or Ada denies": (_screen, tab, world) =>
        isAgent(tab) ? currentUser.get() : decided(agents.deny, world),
      "the agent signs out, or Ada ends the agents": (_screen, tab) => isAgent(tab) ? signOut() : agentsEnded
    },
    laws: { ...laws, "agents are told from people": law },
    runs: 90
  })

/** Decides about the agent, if it shows a code. */
const decided = (decide: typeof agents.approve | typeof agents.deny, { tabs }: World<Screen>) => {
  const code = tabs.find(isAgent)?.app.code
  return code === undefined ? Effect.void : decide({ code })
}

const agentsEnded = Effect.flatMap(sessions.list(), (all) =>
  Effect.forEach(
    all.filter(({ agentName }) => agentName != null),
    ({ id }) => sessions.revoke({ id }),
    { discard: true }
  ))

describe("a simulated app with an agent", () => {
  it.effect(
    "agents-1 agents-3 agents-6: one session for an approval, the agent never passes as a person, and sessions end for a reason",
    () =>
      Effect.gen(function*() {
        const outcomes = new Map<string, number>()
        const { actions } = yield* simulated(humanLaw(outcomes))

        assert.isAbove(actions, 300)
        assert.isAbove(outcomes.get("NotHuman") ?? 0, 2)
        assert.isAbove(outcomes.get("let through") ?? 0, 50)
      })
  )

  it.effect("X6: a back end that takes agents for people is found, with a short run", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(
        simulated(({ tabs }) =>
          !tabs.some((tab) => isAgent(tab) && Option.isSome(Option.fromUndefinedOr(tab.person())))
        )
      )

      assert(error._tag === "LawBroken")
      assert.isAtMost(error.plan.steps.length, 4)
    }))
})
