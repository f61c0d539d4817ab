/** Plans the migration of a project. Writes nothing. */
import { contentsOf, dependsOn, oldestNext, type Package } from "../project/index.ts"
import { changedLines, importedBy, type Module, moduleOf, type Replacement, withReplacements } from "../source/index.ts"
import { type App, appsIn, importedFromPlatform, type Imports, importsIn, obstacleOf, reachedBy } from "./apps.ts"
import { rewriteCreation } from "./creations.ts"
import { Draft, type Left } from "./draft.ts"
import { rewriteElements } from "./elements.ts"
import { rewriteImports } from "./importLines.ts"
import { manifestChanges, staying } from "./manifest.ts"
import { exported } from "./names.ts"
import { isMiddleware, rewriteObjects } from "./objects.ts"
import { namesPlatform, type Source, sourcesIn, type Unread } from "./sources.ts"
import { listUnknown } from "./typedUsers.ts"

/** A file before and after the migration. */
export interface Change {
  readonly path: string
  readonly before: string
  readonly after: string
  readonly replacements: ReadonlyArray<Replacement>
  /** The changed lines. */
  readonly shown: string
}

/** Changes that the command makes, and places that it leaves unchanged. */
export interface Plan {
  readonly changes: ReadonlyArray<Change>
  readonly left: ReadonlyArray<Left>
  /** Number of rewritten places. */
  readonly rewritten: number
  /** Steps that follow. */
  readonly next: ReadonlyArray<string>
}

/** Packages to add with their versions. */
export type Versions = { readonly [name: string]: string }

const changeOf = (path: string, before: string, replacements: ReadonlyArray<Replacement>): Change => ({
  path,
  before,
  after: withReplacements(before, replacements),
  replacements,
  shown: changedLines(before, replacements)
})

/** Returns the only exported client that any module can import, unless the project uses Next.js. */
const sharedOf = (apps: ReadonlyArray<App>): App | undefined => {
  const clients = apps.filter(({ exportedAs, isFactory, kind }) =>
    kind === "client" && exportedAs !== undefined && !isFactory
  )
  return clients.length === 1 && apps.every(({ kind }) => kind !== "next") ? clients[0] : undefined
}

const nextOf = (apps: ReadonlyArray<App>): App | undefined => {
  const found = apps.filter(({ isFactory, kind }) => kind === "next" && !isFactory)
  return found.length === 1 ? found[0] : undefined
}

/** Plans the changes of one module. */
const draftOf = (
  module: Module,
  apps: ReadonlyArray<App>,
  usable: ReadonlyArray<App>,
  imports: Imports
): Draft => {
  const names = importedFromPlatform(module)
  const same = names.filter(({ local, name }) => exported[name]?.to === local).map(({ local }) => local)
  const draft = new Draft(module, same)
  const reached = reachedBy(module, usable)
  for (const app of apps) if (app.module === module) rewriteCreation(draft, app, apps)
  rewriteElements(draft, names, { imports, reached, next: nextOf(usable) })
  rewriteObjects(draft, { imports, reached, names, shared: sharedOf(usable) })
  if (names.length + reached.length > 0) listUnknown(draft)
  rewriteImports(draft)
  return draft
}

const whole = (path: string, reason: string): Left => ({ path, line: 1, code: "", reason, row: "StackClientApp" })

const unparsed = ({ isScript, kept, path }: Source): Left =>
  whole(path, kept ?? (isScript ? "The file can't be parsed." : "The command changes only scripts."))

const unsafe = (path: string): Left => whole(path, "The file would not parse after the change, so it stays as it is.")

/** Packages of the platform that a module still imports. */
const stillImported = (path: string, text: string): ReadonlyArray<string> => {
  const module = moduleOf(path, text)
  return module === undefined ? [] : importedBy(module).concat(typesOf(module)).filter(namesPlatform)
}

const typesOf = ({ nodes }: Module): ReadonlyArray<string> =>
  nodes.flatMap(({ source, type }) =>
    /^(?:Import|Export)\w+Declaration$/.test(type) && source != null ? [source.value] : []
  )

const packageOf = (source: string): string => source.split("/").slice(0, 2).join("/")

/** Commands of the project's package manager that the next steps show. */
interface Commands {
  readonly installAll: string
  readonly install: (packages: ReadonlyArray<string>) => string
  readonly exec: (program: string) => string
}

/** Inputs of a plan, in addition to the sources. */
export interface PlanOptions {
  readonly commands: Commands
  readonly versions: Versions
}

/** Plans the migration of sources. */
export const planFor = (
  sources: ReadonlyArray<Source>,
  manifest: string | undefined,
  { commands, isNext, unread = [], versions }: PlanOptions & {
    readonly isNext: boolean
    readonly unread?: ReadonlyArray<Unread>
  }
): Plan => {
  const parsedIf = (isWanted: (text: string) => boolean) =>
    sources.filter(({ isScript, kept, text }) => isScript && kept === undefined && isWanted(text)).flatMap(
      (source): Array<[Source, Module]> => {
        const module = moduleOf(source.path, source.text)
        return module === undefined ? [] : [[source, module]]
      }
    )
  const direct = parsedIf(namesPlatform)
  const apps = direct.flatMap(([, module]) => appsIn(module, isNext))
  const others = parsedIf((text) => !namesPlatform(text) && apps.some(({ local }) => text.includes(local)))
  const parsed = new Map([...direct, ...others])
  const usable = apps.filter((app) => obstacleOf(app, apps) === undefined)
  const imports = importsIn([...parsed.values()])
  const drafts = [...parsed.values()].map((module) => draftOf(module, apps, usable, imports))
  const changes = drafts.flatMap(({ module: { path, text }, replacements }) =>
    replacements.length === 0 ? [] : [changeOf(path, text, replacements)]
  )
  const after = new Map(changes.map(({ after, path }) => [path, after]))
  const safe = changes.filter(({ after, path }) => moduleOf(path, after) !== undefined)
  const imported = new Set(
    sources.filter(({ text }) => namesPlatform(text)).flatMap(({ isScript, kept, path, text }) =>
      isScript && kept === undefined
        ? stillImported(path, after.get(path) ?? text)
        : text.match(/@(?:stackframe|hexclave)\/[\w-]+/g) ?? []
    ).map(packageOf)
  )
  const inManifest = manifest === undefined || !namesPlatform(manifest)
    ? []
    : manifestChanges(manifest, imported, versions) ?? []
  return {
    changes: [...(inManifest.length === 0 ? [] : [changeOf("package.json", manifest!, inManifest)]), ...safe],
    left: [
      ...unread.map(({ path, reason }) => whole(path, reason)),
      ...staying(manifest ?? "", inManifest, imported),
      ...sources.filter((source) => namesPlatform(source.text) && !parsed.has(source)).map(unparsed),
      ...changes.filter((change) => !safe.includes(change)).map(({ path }) => unsafe(path)),
      ...drafts.flatMap(({ left }) => left),
      ...drafts.flatMap(({ module }) => othersIn(module))
    ].toSorted((one, other) => one.path < other.path ? -1 : one.path > other.path ? 1 : one.line - other.line),
    rewritten: drafts.reduce((sum, { rewritten }) => sum + rewritten, 0),
    next: nextSteps(safe, inManifest.length > 0, commands, {
      first: versionStep(nextOf(usable), manifest, commands),
      then: proxyStep(nextOf(usable), sources, safe)
    })
  }
}

/** Uses of the platform's packages that aren't named imports: `require`, `import()`, `export from` and namespaces. */
const othersIn = (module: Module): ReadonlyArray<Left> => {
  const draft = new Draft(module)
  for (const node of module.nodes) {
    const isOther = node.type === "StringLiteral" && namesPlatform(node["value"])
      && !(module.parentOf(node)?.type === "ImportDeclaration"
        && (module.parentOf(node)!["specifiers"] as ReadonlyArray<{ readonly type: string }>).every(({ type }) =>
          type === "ImportSpecifier"
        )
        && module.parentOf(node)!["specifiers"].length > 0)
    if (isOther) {
      draft.leave(module.parentOf(node) ?? node, "StackClientApp", "The command changes only named imports.")
    }
  }
  return draft.left
}

/** Asks for a newer Next.js, without which the package can't be installed. */
const versionStep = (
  next: App | undefined,
  manifest: string | undefined,
  { install }: Commands
): ReadonlyArray<string> => {
  const major = /"next"\s*:\s*"[^"\d]{0,3}(\d+)/.exec(manifest ?? "")?.[1]
  return next === undefined || major === undefined || Number(major) >= oldestNext
    ? []
    : [`Update Next.js to version ${oldestNext}, which latchkey/nextjs needs: ${install([`next@${oldestNext}`])}`]
}

/** Tells where the app of Next.js refreshes sessions, unless a changed middleware does so. */
const proxyStep = (
  next: App | undefined,
  sources: ReadonlyArray<Source>,
  changes: ReadonlyArray<Change>
): ReadonlyArray<string> => {
  if (next?.exportedAs === undefined) return []
  const proxy = `${next.exportedAs}.proxy`
  const path = sources.map(({ path }) => path).find(isMiddleware)
  if (path === undefined) {
    const folder = sources.some(({ path }) => /^src\/(?:app|pages)\//.test(path)) ? "src/" : ""
    return [`Export ${proxy} as proxy from the file ${folder}proxy.ts, so that sessions are refreshed.`]
  }
  return changes.some((change) => change.path === path && change.after.includes(`${proxy}(`))
    ? []
    : [`Return ${proxy}(request) from ${path} where a request may pass, so that sessions are refreshed.`]
}

const nextSteps = (
  changes: ReadonlyArray<Change>,
  isInManifest: boolean,
  { exec, install, installAll }: Commands,
  own: { readonly first: ReadonlyArray<string>; readonly then: ReadonlyArray<string> }
): ReadonlyArray<string> => [
  ...own.first,
  ...(changes.length === 0 ? [] : [isInManifest ? installAll : install(["latchkey", "effect"])]),
  ...own.then,
  ...(changes.length === 0 ? [] : [exec("tsc --noEmit")])
]

/** Plans the migration of the project in a folder. */
export const planIn = (folder: string, found: Package, options: PlanOptions): Plan => {
  const { sources, unread } = sourcesIn(folder)
  return planFor(sources, contentsOf(folder, "package.json"), {
    ...options,
    isNext: dependsOn(found)("next"),
    unread
  })
}
