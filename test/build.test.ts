/** The files that `.ci/build.mjs` writes to `dist/`, and type checks of projects that use them. */
import * as esbuild from "esbuild"
import { execFile } from "node:child_process"
import { createHash } from "node:crypto"
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { rm } from "node:fs/promises"
import { homedir, hostname, tmpdir } from "node:os"
import * as path from "node:path"
import { promisify } from "node:util"
import { afterAll, assert, beforeAll, describe, it, onTestFinished } from "vitest"
import manifest from "../package.json" with { type: "json" }
import { marginalCosts } from "./bench/bundle.ts"
import { type Consumer, entries, root, withConsumer } from "./bench/dist.ts"
import { threeEndpointsByResource } from "./bench/programs.ts"

const run = promisify(execFile)

const sources = ["schemas", "layers", "src", "react"]

/** Other files and folders of the repository. */
const beside = [
  ".ci",
  "docs",
  "package-lock.json",
  ...readdirSync(root).filter((name) => /^[A-Z]+(?:\.md)?$/.test(name))
]

/** Files that the build of the site writes to `docs/`. */
const isMade = /docs\/(?:\.vitepress\/(?:\.temp|cache|dist)|public\/screens)$/

const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "latchkey-build-")))
afterAll(() => rm(folder, { recursive: true, force: true }), 120_000)

const canary = "canary-4f1f9c2e7b"

/** Environment of another machine. */
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

/** Builds a copy of the sources in a folder. Returns the path of its `dist/`. */
const built = async (place: string, env: NodeJS.ProcessEnv = {}): Promise<string> => {
  const copy = path.join(folder, place)
  mkdirSync(copy, { recursive: true })
  for (const name of [...sources, ...beside, "package.json", "tsconfig.json", "tsconfig.build.json"]) {
    cpSync(path.join(root, name), path.join(copy, name), { recursive: true, filter: (from) => !isMade.test(from) })
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

/** Returns the static imports of each file: files by their name in `dist/`, packages by name. */
const importsIn = (dist: string): ReadonlyMap<string, ReadonlyArray<string>> =>
  new Map(
    filesIn(dist).filter(([name]) => name.endsWith(".js")).map(([name, content]) => [
      name,
      [...content.toString().matchAll(/^(?:import|export)\b[^"\n]*"([^"\n]+)";?$/gm)]
        .map(([, from]) => from!.startsWith(".") ? path.join(path.dirname(name), from!) : from!)
    ])
  )

const reached = (imports: ReadonlyMap<string, ReadonlyArray<string>>, start: string): ReadonlySet<string> => {
  const found = new Set<string>()
  const visit = (name: string): void => {
    for (const next of imports.get(name) ?? []) if (!found.has(next)) visit((found.add(next), next))
  }
  visit(start)
  return found
}

let ours: string
let theirs: string

beforeAll(async () => {
  ;[ours, theirs] = await Promise.all([built("a"), built("another/place", elsewhere)])
})

describe("a build", () => {
  it("Q8: the build is identical on any machine and in any folder", () => {
    assert.isAbove(hashes(ours).length, 400)
    assert.deepStrictEqual(hashes(theirs), hashes(ours))
  })

  it("Q8: the packed build is identical, byte for byte, on every run", async () => {
    const packed = await Promise.all([ours, theirs].map(async (dist) => {
      const { stdout } = await run("npm", ["pack", "--json", "--ignore-scripts"], { cwd: path.dirname(dist) })
      const [{ filename }]: readonly [{ readonly filename: string }] = JSON.parse(stdout)
      return readFileSync(path.join(path.dirname(dist), filename))
    }))

    assert.isAbove(packed[0]!.length, 500_000)
    assert.isTrue(packed[0]!.equals(packed[1]!))
  })

  it("the build declares no names that the bundler generated, because editors would show them", () => {
    const declared = filesIn(ours).filter(([name]) => name.endsWith(".d.ts")).flatMap(([, content]) => [
      ...content.toString().matchAll(
        /^(?:export )?(?:declare )?(?:class|const|enum|function|interface|let|namespace|type) ([\w$]+)/gm
      )
    ]).map(([, name]) => name!)

    assert.isAbove(declared.length, 1000)
    assert.deepStrictEqual(declared.filter((name) => /\$\d|_d_exports$/.test(name)), [])
  })

  it("Y7: no file of the library hides the global Boolean with an import, because Babel's class helpers need the global", () => {
    const files = readdirSync(ours, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".js") && !/^src\/(?:cli|emulator)\//.test(name))
      .map((name) => readFileSync(path.join(ours, name), "utf8"))
    const imports = files.flatMap((text) => text.match(/^import \{[^}]*\bBoolean\b[^}]*\}/gm) ?? [])

    assert.isAbove(imports.length, 0)
    assert.deepStrictEqual(imports.filter((each) => !/\bBoolean as Boolean\$1\b/.test(each)), [])
  })

  it("Y7: the entries for promises and React contain no import.meta when Metro or Jest resolve them", async () => {
    const { metafile } = await esbuild.build({
      entryPoints: ["src/promise", "src/native", "src/metadata", "src/payments", "src/accounts", "react", "react/parts"]
        .map((entry) => path.join(ours, entry, "index.js")),
      absWorkingDir: path.dirname(ours),
      bundle: true,
      // these bundlers keep unused code
      treeShaking: false,
      ignoreAnnotations: true,
      platform: "neutral",
      conditions: ["react-native"],
      external: ["react", "react-dom"],
      outdir: path.join(folder, "native"),
      write: false,
      metafile: true
    })
    const files = Object.keys(metafile.inputs)
    const codeOf = (file: string) =>
      readFileSync(path.join(path.dirname(ours), file), "utf8").replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, "")

    assert.isAbove(files.length, 200)
    assert.include(files.join(), "withoutVite.js")
    assert.deepStrictEqual(files.filter((file) => /\bimport\.meta\b/.test(codeOf(file))), [])
  })

  it("Q3 Q8: the build includes a bill of materials that lists all bundled and installed packages", async () => {
    const [bill, another] = await Promise.all(
      [ours, theirs].map((dist) => run(process.execPath, [path.join(dist, "../.ci/sbom.mjs")]))
    )

    const { components, dependencies, metadata } = JSON.parse(bill!.stdout)
    const names = (found: ReadonlyArray<{ readonly name: string }>) => found.map(({ name }) => name)
    const listed: ReadonlyArray<{ readonly name: string; readonly hashes?: unknown }> = [
      ...components,
      ...metadata.component.components
    ]
    const notices = readFileSync(path.join(ours, "THIRD-PARTY-NOTICES.txt"), "utf8")
    assert.strictEqual(bill!.stdout, another!.stdout)
    assert.includeMembers(names(components), [...Object.keys(manifest.dependencies), "effect"])
    assert.strictEqual(metadata.component.components.length, notices.split(`\n${"-".repeat(80)}\n`).length - 1)
    assert.deepStrictEqual(names(listed.filter(({ hashes }) => hashes === undefined)), [])
    assert.strictEqual(dependencies.length, components.length + 1)
  })

  it("Q3: the build bundles and installs only packages with permissive licences", async () => {
    const copy = path.dirname(ours)
    const { stdout } = await run(process.execPath, [path.join(copy, ".ci/licences.mjs")])
    const notices = path.join(ours, "THIRD-PARTY-NOTICES.txt")
    const before = readFileSync(notices, "utf8")
    onTestFinished(() => writeFileSync(notices, before))

    writeFileSync(notices, before.replace(/^(bcryptjs \S+), .*$/m, "$1, GPL-3.0-only"))
    const refused = await run(process.execPath, [path.join(copy, ".ci/licences.mjs")]).catch((error) => error)

    assert.match(stdout, /^inside +BSD-3-Clause +bcryptjs /m)
    assert.strictEqual(refused.code, 1)
    assert.match(refused.stderr, /^bcryptjs \S+: its licence is GPL-3.0-only$/m)
  })

  it("P5: the build contains no data about the environment in which it was built", () => {
    const secrets = [canary, folder, root, homedir(), hostname()].filter((text) => text.length > 3)

    const found = [ours, theirs].flatMap(filesIn).filter(([, content]) =>
      secrets.some((text) => content.includes(text))
    )

    assert.deepStrictEqual(found.map(([name]) => name), [])
  })

  it("each package bundled in the build loads in a separate process", async () => {
    const inside = path.join(ours, "src/emulator/packages")
    const files = readdirSync(inside).map((name) => path.join(inside, name))

    await Promise.all(files.map((file) => run(process.execPath, ["--eval", `import(${JSON.stringify(file)})`])))

    assert.isNotEmpty(files)
  })

  it("the build has no import cycles, in which a module would run before its imports", () => {
    const imports = importsIn(ours)

    assert.isAbove([...imports.values()].flat().length, 500)
    assert.deepStrictEqual([...imports.keys()].filter((name) => reached(imports, name).has(name)), [])
  })

  it("each file of the library names its source files, and each part of a source file is in exactly one file", () => {
    // the command and the standalone entry have their own copies
    const files = filesIn(ours).filter(([name]) =>
      name.endsWith(".js") && !/^src\/(?:cli|promise\/standalone)/.test(name)
    )
    const parts = files.flatMap(([, content]) => [
      ...new Set(
        [...content.toString().matchAll(/^\/\/ ((?:schemas|layers|src|react)\/\S+\.tsx?(?:: [\w$]+)?)$/gm)].map((
          [, part]
        ) => part!)
      )
    ])
    const held = new Set(parts.map((part) => part.replace(/: .*/, "")))
    const screens = filesIn(path.join(root, "react")).map(([name]) => `react/${name}`).filter((name) =>
      /^react\/(?:parts|screens)\/.*\.tsx$/.test(name)
    )

    assert.deepStrictEqual(parts.filter((part, at) => parts.indexOf(part) !== at), [])
    assert.deepStrictEqual([...held].filter((name) => !existsSync(path.join(root, name))), [])
    assert.isAbove(screens.length, 50)
    assert.includeMembers([...held], screens)
    assert.deepStrictEqual(
      files.filter(([name, content]) =>
        !/^src\/(?:emulator\/packages\/|rolldown-runtime)/.test(name)
        && !/^\/\/ (?:schemas|layers|src|react|compiled contract)\b/m.test(content.toString())
        && content.toString().split("\n").some((line) => !/^(?:(?:import|export)\b|"use client"|$)/.test(line))
      ).map(([name]) => name),
      []
    )
  })

  it("a screen and the hook of a part are in the file that is named like their source", () => {
    const places = ["react/screens/SignIn", "react/screens/account/AccountSettings", "react/parts/useSignIn"]

    for (const place of places) {
      assert.match(readFileSync(path.join(ours, `${place}.js`), "utf8"), new RegExp(`^// ${place}\\.tsx?$`, "m"))
    }
    assert.deepStrictEqual(
      filesIn(ours).map(([name]) => name).filter((name) =>
        /(?:^|\/)chunk\d*\.js$/.test(name) && !/packages\/chunk/.test(name)
      ),
      []
    )
  })

  it("O6: only the emulator and the command contain the platform's rules for requests", () => {
    const withRules = filesIn(ours).filter(([, content]) => content.includes("A product can be defined inline"))
      .map(([name]) => name)

    assert.isNotEmpty(withRules)
    assert.deepStrictEqual(
      withRules.filter((name) => !/^src\/(?:emulator|cli)\//.test(name)),
      []
    )
  })

  it("latchkey/verify and latchkey/adapters load without Effect", () => {
    const imports = importsIn(ours)
    const loaded = ["src/verify.js", "src/backend/adapters/index.js"].flatMap((name) => [...reached(imports, name)])

    assert.includeMembers(loaded, ["jose/jwt/verify", "src/backend/adapters/plain.js"])
    assert.deepStrictEqual(loaded.filter((name) => /^effect(?:\/|$)/.test(name)), [])
  })

  it("the command contains its own copy of Effect, because Node reads a few files faster than hundreds of files", () => {
    const imported = [...importsIn(ours)].filter(([name]) => name.startsWith(path.join("src", "cli")))
      .flatMap(([, names]) => names)

    assert.include(imported, path.join("src", "cli", "effect.js"))
    assert.deepStrictEqual(imported.filter((name) => /^effect(?:\/|$)/.test(name)), [])
  })

  it("latchkey/promise/standalone runs from one file, without Effect installed", async () => {
    const alone = path.join(folder, "alone")
    mkdirSync(alone)
    cpSync(path.join(ours, "src/promise/standalone.js"), path.join(alone, "standalone.mjs"))
    writeFileSync(path.join(alone, "main.mjs"), alonePlay)

    const { stdout } = await run(process.execPath, [path.join(alone, "main.mjs")], { cwd: alone })

    assert.strictEqual(stdout, "EMAIL_PASSWORD_MISMATCH EmailPasswordMismatch true\nfalse [] []\n")
  })

  it("P5: the build contains neither source maps nor references to source maps", () => {
    const leads = filesIn(ours).filter(([name, content]) =>
      name.endsWith(".map") || content.includes("sourceMappingURL=")
    )

    assert.deepStrictEqual(leads.map(([name]) => name), [])
  })

  it("Q3: the build names every bundled package with the text of its licence", () => {
    const notices = readFileSync(path.join(ours, "THIRD-PARTY-NOTICES.txt"), "utf8")
    const outside = new Set([
      ...Object.keys(manifest.dependencies),
      ...Object.keys(manifest.peerDependencies),
      "latchkey"
    ])
    const imports = sources.flatMap((name) => filesIn(path.join(root, name))).flatMap(([name, content]) => {
      if (!/\.tsx?$/.test(name)) return []
      // examples in docstrings import packages of the app
      const code = content.toString().replaceAll(/\/\*\*[\s\S]*?\*\//g, "")
      const first = code.matchAll(/^(?:import|export) (?!type)[^"]*? from "((?:@[^"/]+\/)?[^"./@][^"/:]*)/gm)
      const later = code.matchAll(/(?:await|=>) import\("((?:@[^"/]+\/)?[^"./@][^"/:]*)/g)
      return [...first, ...later].map(([, from]) => from!)
    })
    const inside = [...new Set(imports)].filter((name) => !outside.has(name) && !/^node$|^@stackframe/.test(name))

    assert.includeMembers(inside, ["bcryptjs", "nodemailer", "@simplewebauthn/server"])
    assert.deepStrictEqual(inside.filter((name) => !new RegExp(`^${name} \\d`, "m").test(notices)), [])
    assert.isAbove(notices.split("Permission is hereby granted").length, 5)
  })

  it("the build imports only packages that are installed together with latchkey", () => {
    const known = new Set([
      ...Object.keys(manifest.dependencies),
      ...Object.keys(manifest.peerDependencies),
      ...Object.keys(manifest.imports),
      "latchkey"
    ])
    const strange = filesIn(ours).flatMap(([name, content]) =>
      /\.(?:js|d\.ts)$/.test(name)
        ? [...content.toString().matchAll(/^(?:import|export)\b[^"\n]*?\bfrom "((?:@[^"/]+\/)?[^"./@][^"/]*)/gm)]
          .filter(([, from]) => !known.has(from!) && !/^node:|^@stackframe\/emails$/.test(from!))
          .map(([, from]) => `${name}: ${from}`)
        : []
    )

    assert.deepStrictEqual(strange, [])
  })

  it("the build marks modules for the browser with \"use client\"", () => {
    const clients = [
      "react/index.js",
      "react/screens/index.js",
      "react/parts/index.js",
      "react/ssr/HandedProvider.js"
    ]

    const starts = clients.map((name) => readFileSync(path.join(ours, name), "utf8").split("\n")[0])

    assert.deepStrictEqual(starts, clients.map(() => "\"use client\";"))
    assert.include(readFileSync(path.join(ours, "react/nextjs/index.js"), "utf8"), "from \"../ssr/HandedProvider.js\"")
  })

  it("the build's pre-rendered help equals the help that the command generates", async () => {
    const main = path.join(ours, "src/cli/main.js")
    const [written, made] = await Promise.all(
      [["--help"], ["--json", "--help"]].map((args) => run(process.execPath, [main, ...args]))
    )

    assert.include(written!.stdout, "SUBCOMMANDS")
    assert.strictEqual(written!.stdout, made!.stdout)
  })

  it("the command line explains errors from built-in data, without reading type declarations", () => {
    const command = filesIn(ours).filter(([name]) => name.endsWith(".js") && name.startsWith(path.join("src", "cli")))
    const filesWith = (text: string) => command.filter(([, content]) => content.includes(text)).map(([name]) => name)

    assert.isNotEmpty(filesWith("/errors/ACCESS_TOKEN_EXPIRED"))
    assert.deepStrictEqual(filesWith(".d.ts"), [])
  })
})

/** Signs in with a wrong password, and calls functions whose code runs on first use. */
const alonePlay = `
import { createAdmin, createClient, createServer, EmailPasswordMismatch } from "./standalone.mjs"
const code = "EMAIL_PASSWORD_MISMATCH"
const rejected = async () => Response.json({ code, error: "Wrong e-mail or password." }, {
  headers: { "x-stack-known-error": code, "x-stack-actual-status": "400" }
})
const empty = async () => Response.json({ items: [], themes: [], is_paginated: false })
const project = { projectId: "internal" }
const client = (fetch) => createClient({ ...project, publishableClientKey: "pck", tokenStore: "memory", fetch })
const error = await client(rejected).signIn.withPassword({ email: "ada@example.com", password: "wrong" })
  .catch((error) => error)
console.log(error.code, error._tag, error instanceof EmailPasswordMismatch)
const { ok } = await client(rejected).password.checkResetCode({ code: "code" }).settled()
const server = createServer({ ...project, secretServerKey: "ssk", fetch: empty })
const admin = createAdmin({ ...project, superSecretAdminKey: "sak", fetch: empty })
console.log(ok, await server.teams.list(), await admin.emailThemes.list())
`

/** Program that imports every entry, and uses the names that applications use most. */
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

/** Program of a back end, without DOM types. */
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
  "every strict option": {
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
  "no strictness and the module resolution of bundlers": {
    program: everything,
    compilerOptions: { module: "ESNext", moduleResolution: "Bundler", lib: ["ES2022", "DOM"], types: [], strict: false }
  },
  "no DOM types": {
    program: backEnd,
    compilerOptions: { module: "NodeNext", lib: ["ES2023"], types: ["node"], strict: true }
  }
}

const tsc = path.join(root, "node_modules/typescript/bin/tsc")

/**
 * Returns compiler errors in the program and in the package's declarations, but not in the declarations of other
 * packages.
 */
const complaints = async (consumer: Consumer, { compilerOptions, program }: typeof settings[string]) => {
  const file = consumer.write("program.ts", program)
  const project = consumer.write(
    "tsconfig.json",
    JSON.stringify({ compilerOptions: { ...compilerOptions, target: "ES2022", noEmit: true }, files: [file] })
  )
  const { stdout } = await run(process.execPath, [tsc, "-p", project], { cwd: consumer.folder }).catch((error) => {
    if (typeof error.code !== "number") throw error
    return error // the compiler has run and found errors
  })
  return String(stdout).split("\n").filter((line) => /^(?:error|program|node_modules\/latchkey\/)/.test(line))
}

describe("a consumer's compiler", () => {
  for (const [what, setting] of Object.entries(settings)) {
    it(`Q7: a consumer's compiler accepts the package and its declarations with ${what}`, async () => {
      assert.deepStrictEqual(await withConsumer((consumer) => complaints(consumer, setting), ours), [])
    })
  }
})

/** Members of Effect that may add more than 1 kB to a bundle of three calls, each with the reason. */
const costlyMembers: { readonly [member: string]: string } = {
  "effect/Effect.useSpan": "the tracer; a call and its attempts have spans"
}

describe("a bundle of three calls", () => {
  it(
    "in a bundle of three calls, no function of Effect adds more than 1 kB by itself, unless it is listed with the reason",
    async () => {
      const costs = await withConsumer((consumer) => marginalCosts(consumer, "three", threeEndpointsByResource), ours)
      const costly = costs.filter(({ gzip }) => gzip > 1000).map(({ module, name }) => `${module}.${name}`)

      // For example, `Effect.ignore` includes Effect's logger and formatter (2 kB), but `Effect.orElseSucceed` doesn't.
      assert.isAbove(costs.length, 100)
      assert.deepStrictEqual(costly, Object.keys(costlyMembers))
    }
  )
})
