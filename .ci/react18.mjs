/**
 * Runs the tests of hooks, parts and screens with the oldest supported version of React. React is installed in a
 * separate folder: `node .ci/setup.mjs node .ci/react18.mjs`, optionally with test files.
 */
import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import * as path from "node:path"
import { fileURLToPath } from "node:url"

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..")
const folder = path.join(root, "node_modules", ".cache", "latchkey", "react18")
const version = "18.3.1"
const manifest = JSON.stringify({ private: true, dependencies: { react: version, "react-dom": version } })
const windows = process.platform === "win32"

const run = (command, args, cwd) => {
  const { status } = spawnSync(command, args, { cwd, stdio: "inherit", shell: windows })
  if (status !== 0) process.exit(status ?? 1)
}

const written = path.join(folder, "package.json")
const isThere = existsSync(path.join(folder, "node_modules", "react-dom"))
  && readFileSync(written, "utf8") === manifest
if (!isThere) {
  mkdirSync(folder, { recursive: true })
  writeFileSync(written, manifest)
  run("npm", ["install", "--no-package-lock", "--no-audit", "--no-fund", "--loglevel=error"], folder)
}

run("vitest", ["run", "--config", ".ci/react18.vitest.ts", ...process.argv.slice(2)], root)
