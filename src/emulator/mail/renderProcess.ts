/**
 * Process that renders emails. Started by `rendering.ts`, never imported. It runs the worker thread (`renderWorker.ts`)
 * and exits together with the program that started it, even while the thread is busy.
 */
import { Worker } from "node:worker_threads"

const file = `./renderWorker${import.meta.url.endsWith(".ts") ? ".ts" : ".js"}`
const worker = new Worker(new URL(file, import.meta.url), {
  env: { NODE_ENV: "production" },
  resourceLimits: { maxOldGenerationSizeMb: 256 }
})
worker.on("message", (message: object) => process.send!(message))
worker.on("error", ({ message }: Error) => process.send!({ error: message, isEnded: true }, () => process.exit(1)))
worker.on("exit", () => process.exit(1))
process.on("message", (job) => worker.postMessage(job, []))
process.on("disconnect", () => process.exit())
