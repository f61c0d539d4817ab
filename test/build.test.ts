/** What `.ci/build.mjs` leaves in `dist/`, and what consumers' compilers say of it. */
import { execFile } from "node:child_process"
import { createHash } from "node:crypto"
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, symlinkSync } from "node:fs"
import { rm } from "node:fs/promises"
import { homedir, hostname, tmpdir } from "node:os"
import * as path from "node:path"
import { promisify } from "node:util"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { type Consumer, entries, root, withConsumer } from "./bench/dist.ts"

const run = promisify(execFile)

const sources = ["schemas", "layers", "src", "react"]

const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "latchkey-build-")))
afterAll(() => rm(folder, { recursive: true, force: true }), 120_000)

const canary = "canary-4f1f9c2e7b"

/** Somebody else's machine, as far as programs ask. */
const elsewhere = {
  TZ: "Pacific/Kiritimati",
  LANG: "tr_TR.UTF-8",
  USER: canary,
  STACK_PROJECT_ID: canary,
  STACK_PUBLISHABLE_CLIENT_KEY: canary,
  STACK_SECRET_SERVER_KEY: canary,
  STACK_SUPER_SECRET_ADMIN_KEY: canary,
  NPM_TOKEN: canary
}

/** Builds a copy of the sources in a place. The path of its `dist/`. */
const built = async (place: string, env: NodeJS.ProcessEnv = {}): Promise<string> => {
  const copy = path.join(folder, place)
  mkdirSync(copy, { recursive: true })
  for (const name of [...sources, ".ci", "package.json", "tsconfig.json", "tsconfig.build.json"]) {
    cpSync(path.join(root, name), path.join(copy, name), { recursive: true })
  }
  symlinkSync(path.join(root, "node_modules"), path.join(copy, "node_modules"), "junction")
  await run(process.execPath, [path.join(copy, ".ci/build.mjs")], { cwd: copy, env: { ...process.env, ...env } })
  return path.join(copy, "dist")
}

const filesIn = (dist: string): ReadonlyArray<readonly [name: string, content: Buffer]> =>
  readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => path.join(parentPath, name))
    .sort()
    .map((file) => [path.relative(dist, file), readFileSync(file)])

const hashes = (dist: string): ReadonlyArray<string> =>
  filesIn(dist).map(([name, content]) => `${createHash("sha256").update(content).digest("hex")} ${name}`)

let ours: string
let theirs: string

beforeAll(async () => {
  ;[ours, theirs] = await Promise.all([built("a"), built("another/place", elsewhere)])
}, 600_000)

describe("a build", () => {
  it("Q8 is the same whoever makes it, and wherever", () => {
    assert.isAbove(hashes(ours).length, 1000)
    assert.deepStrictEqual(hashes(theirs), hashes(ours))
  })

  it("P5 holds nothing of the environment that it was made in", () => {
    const secrets = [canary, folder, root, homedir(), hostname()].filter((text) => text.length > 3)

    const found = [ours, theirs].flatMap(filesIn).filter(([, content]) =>
      secrets.some((text) => content.includes(text))
    )

    assert.deepStrictEqual(found.map(([name]) => name), [])
  })

  it("P5 has maps that lead to the sources in the package, and hold none", () => {
    const maps = filesIn(ours).filter(([name]) => name.endsWith(".map"))
    const known = new Set(sources)

    assert.isAbove(maps.length, 1000)
    for (const [name, content] of maps) {
      const map = JSON.parse(content.toString())
      assert.notProperty(map, "sourcesContent", name)
      assert.include(["", undefined], map.sourceRoot, name)
      for (const source of map.sources) {
        const target = path.relative(path.dirname(ours), path.resolve(ours, path.dirname(name), source))
        assert.isFalse(path.isAbsolute(source), `${name}: ${source}`)
        assert.isTrue(known.has(target.split(path.sep)[0]!), `${name}: ${target}`)
      }
    }
  })
})

/** Imports every entry, and uses what applications use. */
const everything = `
${entries.map((entry, at) => `import * as e${at} from "${entry}"`).join("\n")}
import { Client, currentUser } from "latchkey"
import * as users from "latchkey/endpoints/users"
import { createClient } from "latchkey/promise"
export const all = [${entries.map((_, at) => `e${at}`)}]
export const layer = Client.layer({ projectId: "internal", publishableClientKey: "pck" })
export const path = users.getMe.spec.path
export const user = currentUser.get()
export const name = createClient({ projectId: "internal", publishableClientKey: "pck" }).currentUser.get()
  .then((user) => user?.displayName)
`

/** A back end, whose compiler knows no page. */
const backEnd = `
import { createServer } from "latchkey/promise"
import { createVerifier } from "latchkey/verify"
import * as adapters from "latchkey/adapters"
import * as fleet from "latchkey/fleet"
import * as node from "latchkey/node"
import * as openapi from "latchkey/openapi"
export const all = [createServer, adapters, fleet, node, openapi]
export const { verify } = createVerifier({ projectId: "internal" })
`

const settings: {
  readonly [what: string]: { readonly program: string; readonly compilerOptions: { readonly [name: string]: unknown } }
} = {
  "every strict option there is": {
    program: everything,
    compilerOptions: {
      module: "NodeNext",
      lib: ["ES2023", "DOM", "DOM.Iterable", "DOM.AsyncIterable"],
      types: [],
      strict: true,
      exactOptionalPropertyTypes: true,
      noImplicitOverride: true,
      noPropertyAccessFromIndexSignature: true,
      noUncheckedIndexedAccess: true,
      erasableSyntaxOnly: true,
      isolatedModules: true,
      verbatimModuleSyntax: true
    }
  },
  "no strictness, as bundlers resolve modules": {
    program: everything,
    compilerOptions: { module: "ESNext", moduleResolution: "Bundler", lib: ["ES2022", "DOM"], types: [], strict: false }
  },
  "no types of a page": {
    program: backEnd,
    compilerOptions: { module: "NodeNext", lib: ["ES2023"], types: ["node"], strict: true }
  }
}

const tsc = path.join(root, "node_modules/typescript/bin/tsc")

/** What the compiler says of the program and of our declarations; those of others are theirs. */
const complaints = async (consumer: Consumer, { compilerOptions, program }: typeof settings[string]) => {
  const file = consumer.write("program.ts", program)
  const project = consumer.write(
    "tsconfig.json",
    JSON.stringify({ compilerOptions: { ...compilerOptions, target: "ES2022", noEmit: true }, files: [file] })
  )
  const { stdout } = await run(process.execPath, [tsc, "-p", project], { cwd: consumer.folder }).catch((error) => {
    if (typeof error.code !== "number") throw error
    return error // it ran, and complains
  })
  return String(stdout).split("\n").filter((line) => /^(?:error|program|node_modules\/latchkey\/)/.test(line))
}

describe("a consumer's compiler", () => {
  for (const [what, setting] of Object.entries(settings)) {
    it(`Q7 takes the package with ${what}, and its declarations too`, async () => {
      assert.deepStrictEqual(await withConsumer((consumer) => complaints(consumer, setting), ours), [])
    }, 300_000)
  }
})
