/** Packages that npm installs together with this package, according to package.json and package-lock.json. */
import { existsSync, readdirSync } from "node:fs"
import * as path from "node:path"
import { assert, describe, it } from "vitest"
import lock from "../package-lock.json" with { type: "json" }
import manifest from "../package.json" with { type: "json" }
import { filesIn, root, textOf } from "./docs/sources.ts"

interface Locked {
  readonly version?: string
  readonly integrity?: string
  readonly license?: string
  readonly dev?: boolean
  readonly devOptional?: boolean
  readonly optional?: boolean
  readonly hasInstallScript?: boolean
}

const locked: ReadonlyArray<readonly [place: string, Locked]> = Object.entries(lock.packages).filter(([place]) =>
  place !== ""
)

/** Packages that `npm install latchkey` installs, except peer dependencies. */
const production = locked.filter(([, { dev, devOptional }]) => dev !== true && devOptional !== true)

/** Permissive licences, which only require a notice. */
const permissive = ["0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT", "MIT-0", "Unlicense"]

const places = (packages: typeof locked) => packages.map(([place]) => place)

const exact = /^\d+\.\d+\.\d+$/

describe("the installed packages", () => {
  it("Q1: few packages are installed, each with an exact version", () => {
    const versions = Object.values(manifest.dependencies)

    assert.isAtMost(versions.length, 4)
    assert.isAtMost(production.length, 6)
    assert.deepStrictEqual(versions.filter((version) => !exact.test(version)), [])
  })

  it("Q1: the installed packages match the lock file by version and content", () => {
    const { dependencies, devDependencies } = lock.packages[""]

    assert.deepStrictEqual(dependencies, manifest.dependencies)
    assert.deepStrictEqual(devDependencies, manifest.devDependencies)
    assert.deepStrictEqual(places(production.filter(([, { version }]) => version === undefined)), [])
    assert.deepStrictEqual(places(production.filter(([, { integrity }]) => !integrity?.startsWith("sha512-"))), [])
  })

  it("Q1: every package without a hash in the lock file is a listed binary for another platform", () => {
    const unknown = locked.filter(([, { integrity }]) => integrity === undefined)
    const named = textOf(".ci/withoutIntegrity.txt").trim().split("\n")

    assert.deepStrictEqual(places(unknown.filter(([, { dev, optional }]) => dev !== true || optional !== true)), [])
    assert.sameMembers(
      [...new Set(unknown.map(([place, { version }]) => `${place.replace(/^.*node_modules\//, "")}@${version}`))],
      named
    )
  })

  it("Q1: the installed packages run no install scripts, and neither does latchkey", () => {
    assert.deepStrictEqual(places(production.filter(([, { hasInstallScript }]) => hasInstallScript === true)), [])
    for (const hook of ["preinstall", "install", "postinstall", "prepare", "prepublish"]) {
      assert.notProperty(manifest.scripts, hook)
    }
  })

  it("Q1: development packages run install scripts only if package.json allows them", () => {
    const names = places(locked.filter(([, { hasInstallScript, optional }]) => hasInstallScript && !optional))

    assert.deepStrictEqual(
      [...new Set(names.map((place) => place.replace(/^.*node_modules\//, "")))],
      Object.keys(manifest.allowScripts)
    )
  })

  it("Q3: the installed packages have permissive licences, like latchkey itself", () => {
    assert.deepStrictEqual(production.filter(([, { license = "" }]) => !permissive.includes(license)), [])
    assert.include(permissive, manifest.license)
    assert.isTrue(existsSync(path.join(root, "LICENSE")))
  })

  it("Q3: all peer dependencies have permissive licences", () => {
    const peers = Object.keys(manifest.peerDependencies)
      .map((name) => [name, (lock.packages as { readonly [place: string]: Locked })[`node_modules/${name}`]?.license])

    assert.deepStrictEqual(peers.filter(([, license]) => !permissive.includes(license ?? "")), [])
  })

  it("Q3: development packages declare their licences", () => {
    const requested = Object.keys(manifest.devDependencies).map((name) => `node_modules/${name}`)

    const silent = locked.filter(([place, { license }]) => requested.includes(place) && license === undefined)

    assert.deepStrictEqual(silent, [])
  })
})

describe("the package", () => {
  /** Whether npm packs a file: the last matching entry in `files` decides, then npm's own rules. */
  const isPacked = (file: string): boolean => {
    const names = (entry: string) => path.matchesGlob(file, entry) || path.matchesGlob(file, `${entry}/**`)
    const last = manifest.files.findLast((entry) => names(entry.replace(/^!/, "")))
    return last === undefined ? /^(?:package\.json|(?:README|LICENSE)[^/]*)$/.test(file) : !last.startsWith("!")
  }

  const pages = [...readdirSync(root), ...filesIn("docs", /\.md$/)].filter((file) => file.endsWith(".md"))

  const code = ["schemas", "layers", "src", "react"].flatMap((folder) => filesIn(folder, /\.(?:[cm]?tsx?|css)$/))

  /** Returns the text of a page without its code, because code contains no links. */
  const proseOf = (page: string): string => textOf(page).replace(/```[\s\S]*?```|`[^`\n]*`/g, "")

  const commentsOf = (file: string): string => (textOf(file).match(/\/\*\*[\s\S]*?\*\//g) ?? []).join("\n")

  const target =
    /\]\((?![a-z]+:|#)<?([^)\s>#]+)|^\[[^\]^]+\]: +(?![a-z]+:|#)<?([^\s>#]+)|\b(?:href|src)="(?![a-z]+:|#)([^"#]+)"/gm

  const linksIn = (file: string, text: string): ReadonlyArray<readonly [link: string, to: string]> =>
    [...text.matchAll(target)].map(([, inline, reference, attribute]) => {
      const link = inline ?? reference ?? attribute!
      return [`${file}: ${link}`, link.startsWith("/") ? link : path.posix.join(path.posix.dirname(file), link)]
    })

  it("the package contains every file that its pages and doc comments link to", () => {
    const links = [
      ...pages.filter(isPacked).flatMap((page) => linksIn(page, proseOf(page))),
      ...code.filter(isPacked).flatMap((file) => linksIn(file, commentsOf(file)))
    ]

    assert.isAbove(links.length, 100)
    // pictures that the site's build creates
    const isThere = (to: string) =>
      to.startsWith("/screens/") || (existsSync(path.join(root, to)) && isPacked(to.replace(/\/$/, "")))
    assert.deepStrictEqual(links.filter(([, to]) => !isThere(to)).map(([link]) => link), [])
  })
})
