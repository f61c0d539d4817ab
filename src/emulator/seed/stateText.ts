/**
 * Serializes the store. A large store is only copied here, synchronously. A worker thread (`stateWorker.ts`) writes the
 * text, so that requests are handled in the meantime. With 100,000 users the copy takes an eighth of the total time.
 */
import type { stringify } from "devalue"
import type { Store } from "../state/index.ts"

/** Minimum number of records to use a thread for. Smaller stores are serialized faster than a thread starts. */
const many = 10_000

const sizeOf = ({ outbox, projects }: Store): number => {
  let size = outbox.length
  for (const { codes, sessions, users } of projects.values()) size += users.size + sessions.size + codes.size
  return size
}

/** Serializes a store with a function of `devalue`. */
export const textOf = async (store: Store, stringified: typeof stringify): Promise<string> => {
  const v8 = globalThis.process?.getBuiltinModule?.("node:v8")
  if (v8 === undefined || sizeOf(store) < many) return stringified(store)
  // without threads, or with too little memory for a thread, requests have to wait
  return inThread(v8.serialize(store)).catch(() => stringified(store))
}

const inThread = (copy: Uint8Array<ArrayBuffer>): Promise<string> =>
  new Promise((resolve, reject) => {
    const { Worker } = globalThis.process.getBuiltinModule("node:worker_threads")
    const file = `./stateWorker${import.meta.url.endsWith(".ts") ? ".ts" : ".js"}`
    const worker = new Worker(new URL(file, import.meta.url), { execArgv: [] })
    worker.once("message", (text: string) => {
      resolve(text)
      void worker.terminate()
    })
    worker.once("error", reject)
    worker.once("exit", () => reject(new Error("The thread exited before it returned a result")))
    worker.postMessage(copy, [copy.buffer])
  })
