/** A reader's terminals: a server keeps running in one of them while the next commands run in another. */
import { type ChildProcess, spawn } from "node:child_process"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import * as path from "node:path"
import { stripVTControlCharacters } from "node:util"
import { commandMillis, hangMillis, stepMillis } from "../support/suite/hangMillis.ts"
import type { Step } from "./steps.ts"

/** Environment in which the steps of a quick start run. */
export interface Place {
  /** Empty folder in which the quick start begins. */
  readonly folder: string
  /** Path of the packed package, which `npm install latchkey` installs instead of the published one. */
  readonly tarball: string
  readonly env: NodeJS.ProcessEnv
  /** Path of Chromium. The place of Playwright's own download links to it. */
  readonly chromium: string
  /** Does what the reader does at a URL that a command prints. */
  readonly opens?: (url: string) => Promise<void>
}

/** The result differs from the page. */
export class NotAsWritten extends Error {
  override readonly name = "NotAsWritten"
}

/**
 * Replaces the published package with the packed one, and Playwright's download with a link to Chromium. Expo gets a
 * fixed version, because its newest template may name versions that a mirror of the registry doesn't have yet. Tests get
 * the limits of the repository's tests, because a machine that runs all checks can be slow.
 */
const adapted = (commands: string, { chromium, tarball }: Place): string =>
  commands
    .replace(/^(npm install\b.*?) latchkey\b/gm, (_, before: string) => `${before} "${tarball}"`)
    .replace(/^npx (create-expo-app@latest .*)--template blank-typescript$/gm, (_, create: string) =>
      `npx --yes ${create} --template expo-template-blank-typescript@57.0.28`)
    .replace(/^npx expo install (.*)$/gm, (_, names: string) =>
      `npm install ${
        names.split(" ").map((name) => `${name}@57`).join(" ")
      }`)
    .replace(/^npx vitest run\b.*$/gm, (run) =>
      `${run} --testTimeout=${hangMillis} --hookTimeout=${hangMillis}`)
    .replace(/^npx playwright test\b.*$/gm, (run) => `${run} --timeout=${hangMillis}`)
    .replace(/^npx playwright install chromium$/gm, () =>
      `there=$(npx playwright install --dry-run chromium | sed -n 's/.*location: *\\(.*headless_shell.*\\)/\\1/p')
mkdir -p "$there/chrome-headless-shell-linux64"
ln -s "${chromium}" "$there/chrome-headless-shell-linux64/chrome-headless-shell"`)

/**
 * Returns the warnings in the output, and errors after which a server keeps running. Ignores warnings that concern this
 * machine: those of npm about its configuration, and those of Next.js about a busy disk and fonts that need a network.
 */
const warnings = (output: string): ReadonlyArray<string> =>
  output.split("\n").filter((line) =>
    /\bwarn(?:ing)?\b|^\s*(?:[⚠⨯]|\w*Error:)/i.test(line) &&
    !/^(?:\[WebServer\] )?npm warn Unknown \w+ config/.test(line) &&
    // Expo requests this from its own servers
    !line.trim().startsWith("Warning: Unable to resolve manifest assets") &&
    !line.trim().startsWith("⚠ Slow filesystem detected.") &&
    !/Failed to download the latest version of React Native DevTools/.test(line) &&
    !/\[next\]\/internal\/font\/google\/|Warning: (?:next\/font: warning:|Error while requesting resource)$/.test(
      line.trim()
    )
  )

const pattern = (line: string): RegExp =>
  new RegExp(
    line.trim().split(/(…|\s+)/).map((part) =>
      part === "…" ? ".*" : part.trim() === "" ? "\\s*" : part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")
    ).join("")
  )

/** Returns the first line that the output lacks, in the order of the page. */
const missing = (shown: ReadonlyArray<string>, output: string): string | undefined => {
  const lines = stripVTControlCharacters(output).split("\n")
  let from = 0
  return shown.find((line) => {
    const at = lines.findIndex((each, index) => index >= from && pattern(line).test(each))
    from = at + 1
    return at < 0
  })
}

/** Whether the commands start a server, which runs until it is stopped. */
export const serves = (commands: string): boolean =>
  /^(?:npx latchkey emulator|npx expo start|npm run dev|node .*\bserver\.ts)/m.test(commands)

/** Whether the page shows that the commands fail, as a test does before a bug is fixed. */
const fails = (shown: ReadonlyArray<string>): boolean => shown.some((line) => /^Tests \d+ failed/.test(line.trim()))

interface Running {
  readonly commands: string
  readonly shown: ReadonlyArray<string>
  readonly child: ChildProcess
  readonly output: () => string
}

/** Runs commands until they exit, or until a server has printed the lines that the page shows. */
const run = (
  { commands, shown }: Extract<Step, { kind: "run" }>,
  folder: string,
  place: Place,
  started: Array<Running>
): Promise<string> =>
  new Promise((resolve, reject) => {
    const { env, folder: home, opens } = place
    const left = path.join(home, ".left-in")
    // as in a terminal, errors and output keep their order
    const child = spawn("bash", ["-euc", `exec 2>&1\n${adapted(commands, place)}\npwd >"${left}"`], {
      cwd: folder,
      env,
      // a separate process group, so that its child processes can also be ended
      detached: true,
      stdio: ["ignore", "pipe", "pipe"]
    })
    let output = ""
    let opened = false
    started.push({ commands, shown, child, output: () => output })
    const fail = (why: string) => reject(new NotAsWritten(report(why, commands, output)))
    const lacks = () => {
      const line = missing(shown, output)
      return line === undefined ? undefined : `This line is missing: ${line}`
    }
    const limit = serves(commands) ? stepMillis : commandMillis
    const late = setTimeout(() => fail(lacks() ?? "This did not exit in time."), limit)
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk: Buffer) => {
        output += chunk.toString()
        const [, link] = opened ? [] : /^Open this link.*\n+ *(http\S+)$/m.exec(output) ?? []
        if (link !== undefined) {
          opened = true
          opens?.(link).catch((error: unknown) => fail(String(error)))
        }
        if (!serves(commands) || lacks() !== undefined) return
        clearTimeout(late)
        resolve(folder)
      })
    }
    child.on("error", (error) => fail(error.message))
    child.on("close", (code) => {
      clearTimeout(late)
      const isExpected = fails(shown) ? code !== 0 && code !== null : code === 0
      const problem = !isExpected || serves(commands) ? `This exited with code ${code}.` : lacks()
      if (problem !== undefined) fail(problem)
      else resolve(code === 0 ? readFileSync(left, "utf8").trim() : folder)
    })
  })

const report = (why: string, commands: string, output: string): string =>
  `${why}\n\n$ ${commands.split("\n").join("\n$ ")}\n${stripVTControlCharacters(output).slice(-5000)}`

/** Runs the steps, calls `claim` while the servers are running, and ends all processes. */
export const follow = async (
  place: Place,
  steps: ReadonlyArray<Step>,
  claim: () => Promise<void>
): Promise<void> => {
  let folder = place.folder
  const started: Array<Running> = []
  try {
    for (const step of steps) {
      if (step.kind === "run") folder = await run(step, folder, place, started)
      else if (step.kind === "stop") await stopEmulator(started)
      else {
        const file = path.join(folder, step.file)
        mkdirSync(path.dirname(file), { recursive: true })
        writeFileSync(file, step.text)
      }
    }
    await claim()
    for (const { child, commands, output, shown } of started) {
      const warned = fails(shown) ? [] : warnings(stripVTControlCharacters(output()))
      if (warned.length > 0) throw new NotAsWritten(report("This warned:", commands, warned.join("\n")))
      if (serves(commands) && child.exitCode !== null) {
        throw new NotAsWritten(report("This stopped running:", commands, output()))
      }
    }
  } finally {
    await Promise.all(started.map(({ child }) => ended(child)))
  }
}

/** Presses Ctrl-C in the terminal of the emulator, and removes it from the processes that must keep running. */
const stopEmulator = async (started: Array<Running>): Promise<void> => {
  const at = started.findIndex(({ child, commands }) => /latchkey emulator/.test(commands) && child.exitCode === null)
  const [running] = at < 0 ? [] : started.splice(at, 1)
  if (running?.child.pid === undefined) throw new NotAsWritten("No emulator is running that Ctrl-C could stop.")
  const closed = new Promise((resolve) => running.child.once("close", resolve))
  process.kill(-running.child.pid, "SIGINT")
  await closed
}

/** Ends a process with its child processes. */
const ended = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const closed = new Promise((resolve) => child.once("close", resolve))
  process.kill(-child.pid, "SIGKILL")
  await closed
}
