/** Starts a separate PostgreSQL on a loopback port: Debian's, or the programs in the folder that POSTGRES_BIN names. */
import { execFileSync, spawn } from "node:child_process"
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs"
import * as net from "node:net"
import * as os from "node:os"
import * as path from "node:path"

const debian = "/usr/lib/postgresql"

const candidates = [
  process.env["POSTGRES_BIN"],
  ...existsSync(debian) ? readdirSync(debian).sort().reverse().map((version) => `${debian}/${version}/bin`) : []
]

/** Folder of PostgreSQL's programs. `undefined` if there is none. */
export const postgresFolder: string | undefined = candidates.find((folder) =>
  folder !== undefined && existsSync(path.join(folder, "initdb"))
)

/** Message of tests that are skipped without PostgreSQL. */
export const needsPostgres =
  "needs postgresql: install it (apt-get install postgresql), or set POSTGRES_BIN to the folder of its programs"

/** PostgreSQL refuses to run as root, so root runs it as Debian's PostgreSQL user. */
const owner = () => {
  if (process.getuid?.() !== 0) return {}
  const idOf = (flag: string) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }))
  return { uid: idOf("-u"), gid: idOf("-g") }
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = net.createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as net.AddressInfo
      server.close(() => resolve(port))
    })
  })

/** Starts an empty PostgreSQL. Only this machine reaches it, without a password. */
export const startPostgres = async () => {
  const directory = mkdtempSync(path.join(os.tmpdir(), "latchkey-postgres-"))
  const as = owner()
  if (as.uid !== undefined && as.gid !== undefined) chownSync(directory, as.uid, as.gid)
  const data = path.join(directory, "data")
  const program = (name: string) => path.join(postgresFolder!, name)
  const options = ["--username=latchkey", "--auth=trust", "--encoding=UTF8", "--no-sync", "--pgdata", data]
  execFileSync(program("initdb"), options, { ...as, cwd: directory, stdio: "pipe" })
  const port = await freePort()
  const settings = ["-D", data, "-h", "127.0.0.1", "-p", String(port), "-k", directory, "-c", "max_connections=200"]
  const child = spawn(program("postgres"), settings, { ...as, cwd: directory, stdio: ["ignore", "ignore", "pipe"] })
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()))
  let output = ""
  await new Promise<void>((resolve, reject) => {
    child.stderr.on("data", (chunk: Buffer) => {
      output += chunk.toString()
      if (output.includes("ready to accept connections")) resolve()
    })
    child.once("error", reject)
    void ended.then(() => reject(new Error(`postgres ended:\n${output}`)))
  })
  return {
    url: `postgres://latchkey@127.0.0.1:${port}/postgres`,
    stop: async () => {
      child.kill("SIGINT")
      await ended
      rmSync(directory, { recursive: true, force: true })
    }
  }
}
