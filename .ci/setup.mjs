/**
 * Installs the dependencies if they are missing or don't match package-lock.json, then runs the given command with Node
 * from the dependencies. It needs only Node 20 and npm, because it runs before anything is installed.
 *
 *     node .ci/setup.mjs                                  installs if necessary
 *     node .ci/setup.mjs node examples/react-app/main.ts  installs if necessary, then runs
 */
import { spawn, spawnSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { constants } from "node:os"
import * as path from "node:path"
import { fileURLToPath } from "node:url"

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..")
const bin = path.join(root, "node_modules", ".bin")
const windows = process.platform === "win32"

/** First version of Node that runs `.ts` files without a warning. */
const RUNS_TYPESCRIPT = [24, 12]

const stop = (sentence) => {
  console.error(`latchkey: ${sentence}`)
  process.exit(1)
}

const versionOf = (text) => /(\d+)\.(\d+)/.exec(text ?? "")?.slice(1).map(Number)
const isAtLeast = (version, [major, minor]) => version[0] > major || (version[0] === major && version[1] >= minor)

/** Finds the npm that runs this script. If there is none, finds the npm on the PATH. */
const npmCommand = (args) => {
  const own = process.env.npm_execpath
  return own && /npm-cli\.c?js$/.test(own) && existsSync(own)
    ? [process.execPath, [own, ...args], { cwd: root }]
    : ["npm", args, { cwd: root, shell: windows }]
}

/** Runs npm, and shows on standard error how long it has been running. Resolves to its exit code and its output. */
const npmWithProgress = (args, what) =>
  new Promise((resolve) => {
    const [command, rest, options] = npmCommand(args)
    const child = spawn(command, rest, { ...options, stdio: ["ignore", "pipe", "pipe"] })
    const started = Date.now()
    const isTerminal = process.stderr.isTTY === true
    const show = () => {
      const line = `latchkey: ${what}; ${Math.round((Date.now() - started) / 1000)} s`
      process.stderr.write(isTerminal ? `\r${line} ` : `${line}\n`)
    }
    const progress = setInterval(show, isTerminal ? 1000 : 15_000)
    let output = ""
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (part) => {
        output += part
      })
    }
    const end = (status) => {
      clearInterval(progress)
      if (isTerminal) process.stderr.write("\n")
      resolve({ status, output })
    }
    child.on("error", (error) => {
      output += error
      end(1)
    })
    child.on("close", (code) => end(code ?? 1))
  })

const packagesOf = (file) => {
  try {
    return JSON.parse(readFileSync(path.join(root, file), "utf8")).packages ?? {}
  } catch {
    return undefined
  }
}

/** Compares the contents of files instead of their times, because a checkout changes the times. */
const isInstalled = () => {
  const wanted = packagesOf("package-lock.json")
  if (wanted === undefined) {
    stop("package-lock.json is missing or damaged. Restore it with: git checkout package-lock.json")
  }
  const present = packagesOf("node_modules/.package-lock.json")
  return present !== undefined && Object.entries(wanted).every(([name, entry]) => {
    if (name === "") return true
    const found = present[name]
    if (found === undefined) return entry.optional === true || entry.devOptional === true
    return found.version === entry.version && found.integrity === entry.integrity
  })
}

const install = async () => {
  const [command, args, options] = npmCommand(["--version"])
  const tool = spawnSync(command, args, { ...options, encoding: "utf8" })
  const version = versionOf(tool.stdout)
  if (tool.status !== 0 || version === undefined) {
    stop("npm was not found. It comes with Node: install Node 20 or newer with npm, then try again.")
  }
  if (!isAtLeast(version, [9, 0])) {
    stop(`needs npm 9 or newer; this is ${tool.stdout.trim()}. Update it with: npm install --global npm@latest`)
  }
  console.error("latchkey: installing the dependencies with npm; this happens once and takes about a minute …")
  // `npm ci` isn't used here, because it fails if the registry lacks binaries of other platforms, and because it
  // removes files that another command may be using. `--no-save` installs the locked versions without changing the lock
  // file. `--include=dev` is needed, because with NODE_ENV=production npm would omit packages for tests and examples.
  const { output, status } = await npmWithProgress(
    ["install", "--no-save", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"],
    "installing the dependencies"
  )
  if (status !== 0) {
    console.error(output.trim())
    stop(
      "the dependencies could not be installed; see npm's output above. "
        + "Check the connection to your npm registry (npm ping), then try again."
    )
  }
}

/**
 * Finds a Node that runs TypeScript: the Node in the dev dependencies or, without it, the Node that runs this script.
 */
const node = () => {
  const own = path.join(root, "node_modules", "node", "bin", windows ? "node.exe" : "node")
  if (existsSync(own)) return own
  if (isAtLeast(versionOf(process.version), RUNS_TYPESCRIPT)) return process.execPath
  return stop(
    `needs Node ${RUNS_TYPESCRIPT.join(".")} to run TypeScript; this is ${process.version}, and the one among the `
      + "dependencies was not set up because npm skips install scripts here. "
      + "Set it up with: npm rebuild node --ignore-scripts=false"
  )
}

/**
 * Runs the command with the streams of this process. Passes signals on to the command, and exits with the command's
 * exit code.
 */
const run = ([command, ...args]) => {
  const executable = command === "node" ? node() : path.join(bin, command)
  const env = {
    ...process.env,
    PATH: `${path.dirname(node())}${path.delimiter}${bin}${path.delimiter}${process.env.PATH}`
  }
  const child = spawn(executable, args, { stdio: "inherit", env, shell: windows && command !== "node" })
  child.on("error", (error) => stop(`${command} could not be started: ${error.message}`))
  child.on("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
  // Ctrl-C also reaches the child process. Wait for it, so that its last output appears before the prompt.
  process.on("SIGINT", () => {})
  for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal))
}

if (!isAtLeast(versionOf(process.version), [20, 0])) {
  stop(`needs Node 20 or newer; this is ${process.version}. Get one from your package manager or from nodejs.org.`)
}
if (!isInstalled()) await install()
if (process.argv.length > 2) run(process.argv.slice(2))
