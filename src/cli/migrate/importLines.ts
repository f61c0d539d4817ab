/** The imports of a migrated module. */
import { addedImports, type Module, type Node, type Replacement } from "../source/index.ts"
import { type Imported, importedFromPlatform } from "./apps.ts"
import type { Draft } from "./draft.ts"
import { exported } from "./names.ts"
import { isUsed, usesOf } from "./references.ts"

const unknown = "The name has no counterpart that the command can use. See its row."

const isReplaced = (draft: Draft, node: Node): boolean =>
  draft.replacements.some(({ end, start }) => start <= node.start && node.end <= end)

/** Whether the element around a name keeps its name, which is the same in both packages. */
const isHandled = (draft: Draft, reference: Node): boolean =>
  draft.kept.has(reference.start) || isReplaced(draft, reference)

/** Renames the plain uses of an import. Returns whether the module still needs the import. */
const renameUses = (draft: Draft, imported: Imported): boolean => {
  const { module } = draft
  const { isAliased, isType, local, name, specifier } = imported
  const { bindings, references } = usesOf(module, local)
  const open = references.filter((reference) => !isHandled(draft, reference))
  const target = exported[name]
  if (references.length > 0 && open.length === 0) return false
  const isLeft = open.some((reference) => !canRename(module, reference, name))
  for (const created of open.map((reference) => module.parentOf(reference)!)) {
    const isListed = draft.left.some(({ code, row }) => row === name && module.text.startsWith(code, created.start))
    if (created.type === "NewExpression" && target?.app !== undefined && !isListed) {
      draft.leave(created, name, `No variable has the app object here. Create it with ${target.to}.`)
    }
  }
  if (target === undefined || isLeft || (open.length < references.length && bindings.length > 0)) {
    if (!draft.left.some(({ row }) => row === name)) draft.leave(specifier, name, unknown)
    return true
  }
  const isTypeOnly = isType || target.isType === true
  const isInScript = isTypeOnly && imported.source.endsWith("/js")
  const from = target.from === "latchkey/react" && isInScript ? "latchkey/promise" : target.from
  // a name that the module binds again, or uses for something else, stays
  const keeps = isAliased || target.to === local || bindings.length > 0 || isUsed(module, target.to)
    || open.some((reference) => /^(?:ExportSpecifier|ObjectProperty)$/.test(module.parentOf(reference)!.type))
  if (open.length === 0) return false
  const to = draft.need(target.to, from, keeps ? local : undefined, isTypeOnly)
  if (to !== local) {
    for (const node of open) draft.change(node, name, [{ start: node.start, end: node.end, text: to }])
  } else draft.rewritten += open.length
  return false
}

/**
 * Whether a use means the same with the new name. Elements and classes have already been rewritten, or stay as they
 * are.
 */
const canRename = (module: Module, reference: Node, name: string): boolean => {
  const parent = module.parentOf(reference)
  const isComponent = /^[A-Z]/.test(name) && exported[name]?.isType !== true
  return !isComponent && !(parent?.type === "TSTypeReference" && parent["typeParameters"] != null)
}

/** Returns the lines with the imports that a module needs, always with single quotes. */
const linesFor = (draft: Draft): ReadonlyArray<string> => {
  const entries = [...new Set(draft.needed.map(({ from }) => from))].toSorted((one, other) =>
    Number(one.startsWith(".")) - Number(other.startsWith(".")) || (one < other ? -1 : 1)
  )
  return entries.flatMap((from) => {
    const all = draft.needed.filter((each) => each.from === from)
    const named = all.filter(({ name }) => name !== "")
    const shown = (each: typeof named, isType: boolean) =>
      each.map(({ isType: own, local, name }) =>
        `${own && !isType ? "type " : ""}${name === local ? name : `${name} as ${local}`}`
      ).toSorted((one, other) => one.replace("type ", "").localeCompare(other.replace("type ", ""))).join(", ")
    const isType = named.every((each) => each.isType)
    return [
      ...(named.length < all.length ? [`import '${from}'`] : []),
      ...(named.length === 0 ? [] : [`import ${isType ? "type " : ""}{ ${shown(named, isType)} } from '${from}'`])
    ]
  })
}

/** Formats lines like an import of the module. */
const styledAs = (module: Module, declaration: Node, lines: ReadonlyArray<string>): string => {
  const quote = module.text[declaration["source"].start]!
  const semicolon = module.text[declaration.end - 1] === ";" ? ";" : ""
  const lineEnd = /\r?\n|\r/.exec(module.text.slice(declaration.end))?.[0] ?? "\n"
  return lines.map((line) => `${line.replaceAll("'", quote)}${semicolon}`).join(lineEnd)
}

/** Removes a declaration and its line. */
const removed = ({ text }: Module, { end, start }: Node): Replacement => ({
  start,
  end: end + (/^[ \t]*(?:\r?\n|\r)/.exec(text.slice(end))?.[0].length ?? 0),
  text: ""
})

/** Returns the specifiers of an import as they are written. */
const kept = ({ text }: Module, specifiers: ReadonlyArray<Node>): string =>
  specifiers.map(({ end, start }) => text.slice(start, end)).join(", ")

/** Replaces the imports of the platform's packages. */
export const rewriteImports = (draft: Draft): void => {
  const { module } = draft
  const names = importedFromPlatform(module)
  const needed = new Set(names.filter((each) => renameUses(draft, each)).map(({ specifier }) => specifier))
  const declarations = [...new Set(names.map(({ declaration }) => declaration))].filter((declaration) => {
    const all = declaration["specifiers"] as ReadonlyArray<Node>
    return all.every(({ type }) => type === "ImportSpecifier") && all.some((each) => !needed.has(each))
  })
  const lines = linesFor(draft)
  const [first] = declarations
  if (first === undefined && lines.length > 0) {
    const { at, text } = addedImports(module, lines, 0)
    draft.replacements.push({ start: at, end: at, text })
  }
  for (const declaration of declarations) {
    const still = (declaration["specifiers"] as ReadonlyArray<Node>).filter((each) => needed.has(each))
    const own = still.length === 0
      ? []
      : [
        `import ${declaration["importKind"] === "type" ? "type " : ""}{ ${kept(module, still)} } from '${
          declaration["source"].value
        }'`
      ]
    const text = styledAs(module, declaration, [...own, ...(declaration === first ? lines : [])])
    const { end, start } = declaration
    draft.replacements.push(text === "" ? removed(module, declaration) : { start, end, text })
  }
}
