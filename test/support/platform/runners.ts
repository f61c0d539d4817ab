/** Three runners of `examples/workflow` over one database. A killed one is replaced. */
import { mkdtempSync, rmSync } from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { type RunnerSettings, startRunner } from "../../../examples/workflow/processes.ts"
import { defaultProject, startEmulator } from "../../../src/emulator/index.ts"
import { createServer } from "../../../src/promise/index.ts"
import { type Ending, killGate } from "../processes/killGate.ts"

type Runner = Awaited<ReturnType<typeof startRunner>>

export const webhookSecret = "whsec_YSBzZWNyZXQgb2YgdGhlIHdlYmhvb2tzIGluIHRoZSBleGFtcGxl"

export const ownMailServer = {
  type: "standard",
  host: "127.0.0.1",
  port: 2525,
  username: "mailer",
  password: "mailer",
  senderName: "Example",
  senderEmail: "hello@example.com"
} as const

const pro = {
  displayName: "Pro",
  customerType: "team",
  prices: { monthly: { USD: "20", interval: [1, "month"] } }
} as const

/** `database` is the address of a PostgreSQL. Otherwise the runners share a file. */
export const startRunners = async (count: number, database?: string) => {
  const directory = mkdtempSync(path.join(os.tmpdir(), "latchkey-runners-"))
  const platform = await startEmulator({
    config: { emailConfig: ownMailServer },
    payments: { products: { pro } }
  })
  /** All runners, including those that don't accept requests yet, which already take over the work of others. */
  const runners = new Map<string, Runner>()
  let urls: ReadonlyArray<string> = []
  const waiting = new Set<() => void>()
  let lines: ReadonlyArray<string> = []
  let started = 0
  const start = async (): Promise<void> => {
    const name = String(++started)
    const runner = await startRunner(name, settings)
    runners.set(name, runner)
    if (await runner.ready) urls = [...urls, runner.url]
    // it wasn't killed, so another program has taken its port meanwhile
    else if (runners.delete(name)) await start()
  }
  let starts: Array<Promise<void>> = []
  const gate = await killGate(platform.baseUrl, async (name) => {
    const runner = runners.get(name)
    if (runner === undefined) throw new Error(`no runner ${name}`)
    runners.delete(name)
    urls = urls.filter((url) => url !== runner.url)
    await runner.kill()
    starts.push(start())
  })
  const settings: RunnerSettings = {
    database: database ?? path.join(directory, "work.db"),
    platform: gate.url,
    project: { projectId: defaultProject.id, secretServerKey: defaultProject.secretServerKey },
    webhookSecret,
    onLine: (line) => {
      lines = [...lines, line]
      for (const look of waiting) look()
    }
  }
  starts = Array.from({ length: count }, start)
  /** Sends a request to one runner after another until one responds. */
  const ask = async (route: string, init: RequestInit): Promise<Response> => {
    for (let turn = 0;; turn++) {
      const response = urls.length === 0
        ? undefined
        : await fetch(urls[turn % urls.length]! + route, init).catch(() => undefined)
      if (response !== undefined) return response
      await sleep(100)
    }
  }
  const allStarted = async () => {
    const waited = starts
    starts = []
    await Promise.all(waited)
  }
  await allStarted()
  return {
    platform,
    ask,
    urls: () => urls,
    /** Kills the senders of the next requests that match. Waits until killed runners are replaced. */
    killAt: async (endings: ReadonlyArray<Ending>) => {
      await allStarted()
      gate.endAt(endings)
    },
    killsLeft: gate.left,
    /** Number of emails that were queued with this mark. The platform may still be sending them. */
    emails: async (mark: string) => {
      await using server = createServer(platform.project)
      let count = 0
      for await (const email of server.emailOutbox.stream()) if (email.tsxSource.includes(`<!-- ${mark} -->`)) count++
      return count
    },
    /** Resolves when a runner prints the text. */
    prints: (text: string) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (!lines.some((line) => line.includes(text))) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
      }),
    stop: async () => {
      await Promise.allSettled(starts)
      await Promise.all([...runners.values()].map((runner) => runner.kill()))
      await gate.close()
      await platform.close()
      rmSync(directory, { recursive: true, force: true })
    }
  }
}
