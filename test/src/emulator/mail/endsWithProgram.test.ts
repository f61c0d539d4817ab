/** The end of the process that renders emails. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, readFileSync } from "node:fs"
import { assert, it, onTestFinished } from "vitest"
import { processEnv } from "../../../support/processes/command.ts"
import { hangMillis } from "../../../support/suite/hangMillis.ts"

const module = (path: string) => JSON.stringify(new URL(`../../../../${path}`, import.meta.url).href)

/** Prints the id of the process that renders, and then renders an email that never ends. */
const program = `
  import { subscribe } from "node:diagnostics_channel"
  import * as Effect from "effect/Effect"
  const started = []
  subscribe("child_process", ({ process }) => started.push(process))
  const { render, RenderTimeout } = await import(${module("src/emulator/mail/rendering.ts")})
  const mail = (template) =>
    Effect.runPromise(Effect.provideService(
      render({ template, theme: undefined, user: { displayName: null }, project: { displayName: "Shop" } }),
      RenderTimeout,
      ${hangMillis}
    ))
  await mail("export const EmailTemplate = () => 'Hello'")
  console.log(started.find(({ spawnargs }) => /render/.test(spawnargs.join(" "))).pid)
  await mail("export const EmailTemplate = () => { while (true); }")
`

/** Returns the state of a process, and the time for which it has used a processor, in hundredths of a second. */
const usedBy = (pid: string): { readonly state: string; readonly ticks: number } | undefined => {
  if (!existsSync(`/proc/${pid}/stat`)) return undefined
  // proc(5): in this file, the state follows the program's name, which is in parentheses
  const [state, ...rest] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)!.split(" ")
  return { state: state!, ticks: Number(rest[10]) }
}

/** Whether a process has ended. Its parent may not have collected its exit code yet. */
const hasEnded = (pid: string): boolean => ["Z", "X"].includes(usedBy(pid)?.state ?? "X")

const until = async (holds: () => boolean) => {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve))
}

it.skipIf(process.platform !== "linux")(
  "the process that renders emails ends with a killed program, even in the middle of an endless email",
  async () => {
    const child = spawn(process.execPath, ["--conditions=latchkey-source", "--input-type=module", "-e", program], {
      env: processEnv,
      stdio: ["ignore", "pipe", "inherit"]
    })
    onTestFinished(() => void child.kill("SIGKILL"))
    const pid = String((await once(child.stdout, "data"))[0]).trim()
    onTestFinished(() => void (hasEnded(pid) || process.kill(Number(pid), "SIGKILL")))
    const before = usedBy(pid)!.ticks
    // an idle process uses no time
    await until(() => usedBy(pid)!.ticks > before + 50)

    child.kill("SIGKILL")

    await until(() => hasEnded(pid))
    assert.isTrue(hasEnded(pid))
  }
)
