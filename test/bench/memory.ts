/** Memory that a call uses while it waits for its response. */
import { spawnSync } from "node:child_process"
import type { Consumer } from "./dist.ts"

/** Memory of one waiting call, in bytes. */
export interface Held {
  readonly bytes: number
  readonly referenceBytes: number
  /** Maximum of `bytes`. */
  readonly gate: number
}

const program = `
import { createClient } from "latchkey/promise"
const waiting = []
const fetch = () => new Promise((resolve) => waiting.push(resolve))
const client = createClient({ projectId: "internal", publishableClientKey: "pck", tokenStore: "memory", fetch })
const bare = async () => (await fetch("/", { headers: { a: "b" } })).json()
const used = async () => {
  for (let turn = 0; turn < 5; turn++) {
    globalThis.gc()
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return process.memoryUsage().heapUsed
}
const count = 10_000
const held = async (call) => {
  for (let at = 0; at < 100; at++) call().catch(() => {})
  const before = await used()
  for (let at = 0; at < count; at++) call().catch(() => {})
  return (await used() - before) / count
}
const bareBytes = await held(bare)
console.log(JSON.stringify({ bytes: await held(() => client.calls.projects.getCurrent()), referenceBytes: bareBytes }))
process.exit(0)
`

/** Starts 10,000 calls and measures the heap. */
export const memoryOfCall = ({ folder, write }: Consumer): Held => {
  const { stderr, stdout } = spawnSync(process.execPath, ["--expose-gc", write("memory.mjs", program)], {
    cwd: folder,
    encoding: "utf8"
  })
  if (stdout === "") throw new Error(`The memory of a call could not be measured:\n${stderr}`)
  return { ...JSON.parse(stdout), gate: 8_500 }
}
