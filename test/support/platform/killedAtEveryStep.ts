/** Laws that hold for every database when runners of `examples/workflow` are killed. */
import { assert } from "@effect/vitest"
import { serverPaymentsOf } from "../../../src/payments/index.ts"
import { createServer } from "../../../src/promise/index.ts"
import type { Ending } from "../processes/killGate.ts"
import { ownMailServer, type startRunners } from "./runners.ts"

type Fleet = Awaited<ReturnType<typeof startRunners>>

/** The request of each step. */
export const steps = {
  user: { method: "POST", path: "/users" },
  team: { method: "POST", path: "/teams" },
  grant: { method: "POST", path: "/team-permissions/" },
  product: { method: "POST", path: "/payments/products/" },
  mail: { method: "POST", path: "/emails/send-email" }
}

/** The requests that undo the steps. */
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

/** Onboards several customers at once while requests kill their senders. Returns the responses. */
const onboardAll = async (fleet: Fleet, name: string, count: number, endings: ReadonlyArray<Ending>) => {
  const customers = Array.from({ length: count }, (_, index) => `${name}-${index + 1}`)
  await fleet.killAt(endings)
  const responses = await Promise.all(customers.map((customer) => onboard(fleet, customer)))
  assert.deepStrictEqual(fleet.killsLeft(), [], name)
  return { customers, responses }
}

/** Counts what a customer has on the platform. */
const countsOf = async ({ emails, platform }: Fleet, customer: string) => {
  await using server = createServer(platform.project)
  const users = await server.users.list({ query: emailOf(customer) })
  const teams = (await server.teams.list()).filter(({ displayName }) => displayName === customer)
  const [user, team] = [users[0], teams[0]]
  const grants = user === undefined || team === undefined
    ? []
    : (await server.permissions.list({ userId: user.id, teamId: team.id, recursive: false }))
      .filter(({ id }) => id === "$manage_api_keys")
  const products = team === undefined ? [] : await serverPaymentsOf(server).products.list({ teamId: team.id })
  return [...[users, teams, grants, products].map(({ length }) => length), await emails(`welcome ${customer}`)]
}

/** Runners are killed before and after the platform receives the request of a step. Each customer has everything once. */
export const everythingOnce = async (fleet: Fleet, name: keyof typeof steps): Promise<void> => {
  const { customers, responses } = await onboardAll(fleet, name, 2, bothTimes(steps[name]))

  assert.deepStrictEqual(responses.map(({ status }) => status), [200, 200])
  for (const customer of customers) assert.deepStrictEqual(await countsOf(fleet, customer), [1, 1, 1, 1, 1], customer)
}

/**
 * The last step fails, and runners are killed at each step that is undone. Nothing is left of the customers. There are
 * so many of them that new runners take some over while another runner undoes them.
 */
export const nothingLeft = async (fleet: Fleet): Promise<void> => {
  const { projects } = fleet.platform
  projects.configure({ emailConfig: { type: "shared" } })
  try {
    const { customers, responses } = await onboardAll(fleet, "undone", 12, Object.values(undoing).flatMap(bothTimes))

    for (const response of responses) {
      assert.strictEqual((await response.json() as any)._tag, "RequiresCustomEmailServer")
    }
    for (const customer of customers) assert.deepStrictEqual(await countsOf(fleet, customer), [0, 0, 0, 0, 0], customer)
  } finally {
    projects.configure({ emailConfig: ownMailServer })
  }
}
