/** What happens to the fleet, one after the other: Redis is away, a process is killed and replaced, another one is stopped. */
import { setTimeout as sleep } from "node:timers/promises"
import type { Server } from "./servers.ts"
import type { Store } from "./store.ts"

/** Processes that are there from the beginning to the end. */
export const survivors = 2

/** `up`: the processes that can be asked. Gives how often each fault came. */
export const haveFaults = async (
  { chance, start, store, until, up }: {
    readonly up: Array<Server>
    readonly store: Store
    readonly start: () => Promise<Server>
    readonly chance: () => number
    readonly until: number
  }
) => {
  const count = { suspended: 0, storeKilled: 0, killed: 0, stopped: 0 }
  const some = (from: number, to: number) => sleep(1000 * (from + chance() * (to - from)))
  const one = (from: number) => from + Math.floor(chance() * (up.length - from))

  const suspendStore = async (meanwhile: () => Promise<unknown>) => {
    count.suspended++
    store.suspend()
    await some(1, 3)
    await meanwhile()
    store.resume()
  }
  const kill = async () => {
    count.killed++
    const [killed] = up.splice(one(survivors), 1)
    await killed!.kill()
  }
  // it cannot begin without Redis
  const replace = async () => void up.push(await start())

  const faults: ReadonlyArray<() => Promise<unknown>> = [
    () => suspendStore(() => some(2, 4)),
    () => kill().then(replace),
    async () => {
      count.stopped++
      const server = up[one(0)]!
      server.signal("SIGSTOP")
      await some(1, 6)
      server.signal("SIGCONT")
    },
    async () => {
      count.storeKilled++
      await store.kill()
      await some(1, 4)
      await store.start()
    },
    // what it has not written yet dies with it
    () => suspendStore(kill).then(replace)
  ]

  for (let turn = 0; Date.now() < until; turn++) {
    await some(1, 3)
    await faults[turn % faults.length]!()
  }
  await some(1, 3)
  return count
}
