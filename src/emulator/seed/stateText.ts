/**
 * The store as text. Of a large one, only the copy is made here, in one go between two requests; the text is written in a
 * thread of its own (`stateWorker.ts`), so that requests are answered meanwhile. For 100,000 users the copy takes an eighth
 * of the whole.
 */
import { stringify } from "devalue"
import type { Store } from "../state/index.ts"

/** Records that a thread is worth its start for: below, the text is there sooner. */
const many = 10_000

const sizeOf = ({ outbox, projects }: Store): number => {
  let size = outbox.length
  for (const { codes, sessions, users } of projects.values()) size += users.size + sessions.size + codes.size
  return size
}

/** Writes a store down. */
export const textOf = async (store: Store): Promise<string> => {
  const v8 = globalThis.process?.getBuiltinModule?.("node:v8")
  if (v8 === undefined || sizeOf(store) < many) return stringify(store)
  // where there are no threads, or none that is large enough, requests wait
  return inThread(v8.serialize(store)).catch(() => stringify(store))
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
    worker.once("exit", () => reject(new Error("The thread ended before it was done")))
    worker.postMessage(copy, [copy.buffer])
  })
