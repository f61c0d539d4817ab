/**
 * Causes the fleet's faults one after another: Redis is stopped, a process is killed and replaced, another process is
 * suspended.
 */
import { setTimeout as sleep } from "node:timers/promises"
import type { Server } from "./servers.ts"
import type { Store } from "./store.ts"

/** Number of processes that are never killed. */
export const survivors = 2

/** Causes faults. `up`: processes that are currently available. Returns the count of each fault. */
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
  // a process can't start without Redis
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
    // changes that the process has not written yet are lost with it
    () => suspendStore(kill).then(replace)
  ]

  for (let turn = 0; Date.now() < until; turn++) {
    await some(1, 3)
    await faults[turn % faults.length]!()
  }
  await some(1, 3)
  return count
}
