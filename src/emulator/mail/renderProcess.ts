/**
 * The process that renders e-mails: started by `rendering.ts`, never imported. It holds the thread that does the work
 * (`renderWorker.ts`) and ends with the program that started it, whatever the thread is busy with.
 */
import { Worker } from "node:worker_threads"

const file = `./renderWorker${import.meta.url.endsWith(".ts") ? ".ts" : ".js"}`
const worker = new Worker(new URL(file, import.meta.url), {
  env: { NODE_ENV: "production" },
  resourceLimits: { maxOldGenerationSizeMb: 256 }
})
worker.on("message", (answer: object) => process.send!(answer))
worker.on("error", ({ message }: Error) => process.send!({ error: message, isOver: true }, () => process.exit(1)))
worker.on("exit", () => process.exit(1))
process.on("message", (job) => worker.postMessage(job, []))
process.on("disconnect", () => process.exit())
