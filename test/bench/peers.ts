/**
 * Compares the package with other authentication packages: what a page loads to sign a user in and read the user, the
 * CPU time of an import in Node, and the size of an installation. The other packages are installed into a cache when
 * this program runs; the package itself doesn't depend on them. The platform's own SDK is not included, because its
 * code must not be read in this project.
 */
import { execFileSync } from "node:child_process"
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs"
import * as path from "node:path"
import { commandMillis } from "../support/suite/hangMillis.ts"
import { bundle } from "./bundle.ts"
import { type Consumer, root } from "./dist.ts"
import { cpuOf } from "./startUp.ts"

/** Measurements of one package. */
export interface Peer {
  readonly name: string
  readonly version: string
  /** Bytes that a page loads initially, bundled by esbuild and gzipped. */
  readonly gzip: number
  /** CPU time of a process that imports the package, minus that of an empty process. */
  readonly importMillis: number
  /** Number of installed packages, including this one, and their size on disk. */
  readonly packages: number
  readonly megabytes: number
}

interface Candidate {
  readonly name: string
  readonly packages: { readonly [name: string]: string }
  /** Program that signs in with a password and reads the user. */
  readonly program: string
  readonly entry: string
}

const others: ReadonlyArray<Candidate> = [{
  name: "Supabase Auth",
  packages: { "@supabase/auth-js": "2.119.1" },
  entry: "@supabase/auth-js",
  program: `import { GoTrueClient } from "@supabase/auth-js"
const auth = new GoTrueClient({ url: "/auth/v1" })
export const signIn = (email, password) => auth.signInWithPassword({ email, password })
export const user = () => auth.getUser()`
}, {
  name: "Better Auth",
  packages: { "better-auth": "1.7.25" },
  entry: "better-auth/client",
  program: `import { createAuthClient } from "better-auth/client"
const auth = createAuthClient()
export const signIn = (email, password) => auth.signIn.email({ email, password })
export const user = () => auth.getSession()`
}, {
  name: "Firebase Auth",
  packages: { firebase: "12.16.0" },
  entry: "firebase/auth",
  program: `import { initializeApp } from "firebase/app"
import { browserLocalPersistence, initializeAuth, signInWithEmailAndPassword } from "firebase/auth"
const auth = initializeAuth(initializeApp({ apiKey: "key", projectId: "id" }), { persistence: browserLocalPersistence })
export const signIn = (email, password) => signInWithEmailAndPassword(auth, email, password)
export const user = () => auth.currentUser`
}]

const ours: Omit<Candidate, "packages"> = {
  name: "Latchkey",
  entry: "latchkey/promise",
  program: `import { Client, currentUser, signIn, TokenStore } from "latchkey"
import { makeAsync } from "latchkey/promise"
const auth = makeAsync(
  { signIn: signIn.withPassword, user: currentUser.get },
  Client.layer({ projectId: "internal", publishableClientKey: "key", tokenStore: TokenStore.layerCookies() })
)
export const { signIn: withPassword, user } = auth`
}

/** Counts packages by their folders, and measures their size. */
const installedIn = (folder: string): Pick<Peer, "packages" | "megabytes"> => {
  let bytes = 0
  for (const file of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (file.isFile()) bytes += statSync(path.join(file.parentPath, file.name)).size
  }
  const names = readdirSync(folder).filter((name) => !name.startsWith("."))
    .flatMap((name) => name.startsWith("@") ? readdirSync(path.join(folder, name)) : [name])
  return { packages: names.length, megabytes: bytes / 1e6 }
}

const placeOf = (id: string) => path.join(root, "node_modules/.cache/latchkey/peers", id)

/** Installs packages into a folder, which is kept for the next run. */
const installed = (id: string, packages: { readonly [name: string]: string }): string => {
  const folder = placeOf(id)
  if (existsSync(path.join(folder, "node_modules"))) return folder
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    path.join(folder, "package.json"),
    JSON.stringify({ private: true, type: "module", dependencies: packages })
  )
  const quiet = ["--no-audit", "--no-fund", "--ignore-scripts", "--no-package-lock"]
  execFileSync("npm", ["install", ...quiet], { cwd: folder, stdio: "ignore", timeout: commandMillis })
  return folder
}

const measured = async (
  { entry, name, program }: Omit<Candidate, "packages">,
  folder: string,
  version: string
): Promise<Omit<Peer, "packages" | "megabytes">> => {
  const consumer: Consumer = {
    folder,
    write: (file, text) => {
      writeFileSync(path.join(folder, file), text)
      return path.join(folder, file)
    }
  }
  const [esbuild] = await bundle(consumer, "peer", program)
  const cpu = cpuOf(consumer)
  const least = (run: () => number) => Math.min(...Array.from({ length: 7 }, run))
  const nothing = least(() => cpu(["--eval", "0"]))
  const importing = least(() => cpu(["--input-type=module", "--eval", `await import("${entry}")`]))
  return { name, version, gzip: esbuild!.size.gzip, importMillis: importing - nothing }
}

/** Measures all packages, Latchkey first. Returns `undefined` if no registry is reachable. */
export const peers = async (
  consumer: Consumer,
  { effect, latchkey }: { readonly effect: string; readonly latchkey: string }
): Promise<ReadonlyArray<Peer> | undefined> => {
  const found: Array<Peer> = []
  try {
    const tarball = execFileSync("npm", ["pack", "--silent", "--pack-destination", consumer.folder], {
      cwd: root,
      encoding: "utf8"
    }).trim()
    // installed each time, because the contents of the package change
    rmSync(placeOf("latchkey"), { recursive: true, force: true })
    const folder = installed("latchkey", { latchkey: `file:${path.join(consumer.folder, tarball)}`, effect })
    found.push({ ...await measured(ours, folder, latchkey), ...installedIn(path.join(folder, "node_modules")) })
    for (const each of others) {
      const [of] = Object.values(each.packages)
      const place = installed(each.name.toLowerCase().replace(" ", "-"), each.packages)
      found.push({ ...await measured(each, place, of!), ...installedIn(path.join(place, "node_modules")) })
    }
    return found
  } catch (error) {
    console.error(`The other packages were not measured: ${error}`)
    return undefined
  }
}
