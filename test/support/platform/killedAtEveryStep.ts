/** What must hold when runners of `examples/workflow` are killed. The same for every database. */
import { assert, it } from "@effect/vitest"
import { serverPaymentsOf } from "../../../src/payments/index.ts"
import { createServer } from "../../../src/promise/index.ts"
import type { Ending } from "../processes/killGate.ts"
import { ownMailServer, type startRunners } from "./runners.ts"

type Fleet = Awaited<ReturnType<typeof startRunners>>

const steps = {
  user: { method: "POST", path: "/users" },
  team: { method: "POST", path: "/teams" },
  grant: { method: "POST", path: "/team-permissions/" },
  product: { method: "POST", path: "/payments/products/" },
  mail: { method: "POST", path: "/emails/send-email" }
}

const undoing = {
  product: { method: "DELETE", path: "/payments/products/" },
  team: { method: "DELETE", path: "/teams/" },
  user: { method: "DELETE", path: "/users/" }
}

const bothTimes = (step: Omit<Ending, "when">): ReadonlyArray<Ending> => [
  { ...step, when: "before" },
  { ...step, when: "after" }
]

const emailOf = (customer: string) => `owner@${customer}.example`

const onboard = (fleet: Fleet, customer: string) =>
  fleet.ask(`/customers/${customer}`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: emailOf(customer), company: customer, plan: "pro" })
  })

/** Onboards two customers at once while the requests of a step kill their senders. Returns the responses. */
const onboardTwo = async (fleet: Fleet, name: string, step: Omit<Ending, "when">) => {
  const customers = [`${name}-1`, `${name}-2`]
  await fleet.killAt(bothTimes(step))
  const responses = await Promise.all(customers.map((customer) => onboard(fleet, customer)))
  assert.deepStrictEqual(fleet.killsLeft(), [], name)
  return { customers, responses }
}

/** Counts what a customer has on the platform. */
const countsOf = async ({ platform }: Fleet, customer: string) => {
  await using server = createServer(platform.project)
  const users = await server.users.list({ query: emailOf(customer) })
  const teams = (await server.teams.list()).filter(({ displayName }) => displayName === customer)
  const [user, team] = [users[0], teams[0]]
  const grants = user === undefined || team === undefined
    ? []
    : (await server.permissions.list({ userId: user.id, teamId: team.id, recursive: false }))
      .filter(({ id }) => id === "$manage_api_keys")
  const products = team === undefined ? [] : await serverPaymentsOf(server).products.list({ teamId: team.id })
  return [users, teams, grants, products, platform.outbox.byAddress(emailOf(customer))].map(({ length }) => length)
}

/** Declares the tests of a fleet. */
export const killedAtEveryStep = (fleet: () => Fleet): void => {
  it.each(Object.entries(steps))(
    "workflow-1: if runners are killed at the step %s, before and after the platform receives the request, each customer has one user, one team, one grant, one product and one email",
    async (name, step) => {
      const { customers, responses } = await onboardTwo(fleet(), name, step)

      assert.deepStrictEqual(responses.map(({ status }) => status), [200, 200])
      for (const customer of customers) {
        assert.deepStrictEqual(await countsOf(fleet(), customer), [1, 1, 1, 1, 1], customer)
      }
    }
  )

  it.each(Object.entries(undoing))(
    "workflow-2: if the last step fails and runners are killed while they undo the step %s, nothing is left, and the caller gets the error",
    async (name, step) => {
      const { projects } = fleet().platform
      projects.configure({ emailConfig: { type: "shared" } })
      try {
        const { customers, responses } = await onboardTwo(fleet(), `undone-${name}`, step)

        for (const response of responses) {
          assert.strictEqual((await response.json() as any)._tag, "RequiresCustomEmailServer")
        }
        for (const customer of customers) {
          assert.deepStrictEqual(await countsOf(fleet(), customer), [0, 0, 0, 0, 0], customer)
        }
      } finally {
        projects.configure({ emailConfig: ownMailServer })
      }
    }
  )
}
