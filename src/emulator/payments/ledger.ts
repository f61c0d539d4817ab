/** Quantities of items, computed from grants by purchases and changes by back ends in order of time. */
import type { Customer, ItemChange, Phase, Project, Purchase } from "../state/index.ts"
import { isSame } from "./customers.ts"
import { lengthOf } from "./intervals.ts"

/** Change of a balance. */
interface Movement {
  readonly at: number
  /** Order of movements at the same time. */
  readonly sequence: number
  readonly delta: number
  /** `null` if the added quantity never expires. */
  readonly expiresAt: number | null
}

/** Time at which a phase ends; `null` if that isn't known. */
const endOf = ({ subscription }: Purchase, phase: Phase): number | null => phase.to ?? subscription?.endedAt ?? null

/** Returns the quantities of an item that a phase of a purchase has granted so far. */
const grantsOf = (purchase: Purchase, phase: Phase, itemId: string, now: number): ReadonlyArray<Movement> => {
  const included = Object.hasOwn(phase.product.includedItems, itemId) ? phase.product.includedItems[itemId] : undefined
  const { expires = "never", quantity = 0, repeat = "never" } = included ?? {}
  const delta = quantity * phase.quantity
  if (delta <= 0) return []
  const end = endOf(purchase, phase)
  const length = repeat === "never" ? undefined : lengthOf(repeat as readonly [number, string])
  const grants: Array<Movement> = []
  const until = Math.min(now, end === null ? now : end - 1)
  for (let at = phase.from; at <= until; at += length!) {
    const next = length === undefined ? null : at + length
    const lapse = next === null ? end : end === null ? next : Math.min(next, end)
    grants.push({
      at,
      sequence: purchase.sequence,
      delta,
      expiresAt: expires === "never" ? null : expires === "when-repeated" ? lapse : end
    })
    if (length === undefined) break
  }
  return grants
}

const changeOf = ({ createdAt: at, delta, expiresAt, sequence }: ItemChange): Movement => ({
  at,
  sequence,
  delta,
  expiresAt
})

interface Grant {
  left: number
  readonly expiresAt: number | null
}

const soonestFirst = (a: Grant, b: Grant): number => (a.expiresAt ?? Infinity) - (b.expiresAt ?? Infinity)

/** Returns the balance after all movements. A deduction beyond the balance becomes debt, which never expires. */
const balanceAfter = (movements: ReadonlyArray<Movement>, now: number): number => {
  let grants: Array<Grant> = []
  let debt = 0
  const lapse = (at: number) => {
    grants = grants.filter(({ expiresAt }) => expiresAt === null || expiresAt > at)
  }
  for (const { at, delta, expiresAt } of movements) {
    lapse(at)
    if (delta > 0) {
      if (expiresAt !== null && expiresAt <= at) continue
      const paid = Math.min(debt, delta)
      debt -= paid
      if (delta > paid) grants.push({ left: delta - paid, expiresAt })
      continue
    }
    let missing = -delta
    for (const grant of grants.sort(soonestFirst)) {
      const taken = Math.min(grant.left, missing)
      grant.left -= taken
      missing -= taken
    }
    debt += missing
  }
  lapse(now)
  return grants.reduce((sum, { left }) => sum + left, 0) - debt
}

/**
 * Combines the movements that never expire into sums, each dated at its first movement, as the platform does before it
 * computes a balance. A new sum starts when included items lapse. A deduction therefore counts from the date of the
 * first movement, and a grant that has lapsed since may cover it.
 */
const summed = (movements: ReadonlyArray<Movement>, lapses: ReadonlyArray<number>): ReadonlyArray<Movement> => {
  const sums = new Map<number, Movement>()
  for (const movement of movements) {
    if (movement.expiresAt !== null) continue
    const part = lapses.filter((lapse) => lapse <= movement.at).length
    const sum = sums.get(part)
    sums.set(part, sum === undefined ? movement : { ...sum, delta: sum.delta + movement.delta })
  }
  return [...movements.filter(({ expiresAt }) => expiresAt !== null), ...sums.values()]
}

const inOrder = (a: Movement, b: Movement): number => a.at - b.at || a.sequence - b.sequence

/** Returns a customer's quantity of an item. */
export const quantityOf = ({ payments }: Project, customer: Customer, itemId: string, now: number): number => {
  const bought = payments.purchases.filter((purchase) => isSame(purchase.customer, customer)).flatMap((purchase) =>
    purchase.phases.flatMap((phase) => grantsOf(purchase, phase, itemId, now))
  )
  const changed = payments.itemChanges
    .filter((change) => change.itemId === itemId && isSame(change.customer, customer)).map(changeOf)
  const lapses = new Set(bought.flatMap(({ expiresAt }) => expiresAt === null || expiresAt > now ? [] : [expiresAt]))
  return balanceAfter([...summed([...bought, ...changed].sort(inOrder), [...lapses])].sort(inOrder), now)
}
