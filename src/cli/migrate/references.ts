/** The places of a module that use or bind a name. */
import { type Module, type Node, parentsOf } from "../source/index.ts"

const isName = ({ type }: Node): boolean => type === "Identifier" || type === "JSXIdentifier"

/** By type of the parent, the fields in which a node is a label and not a reference. */
const labels: { readonly [type: string]: ReadonlyArray<string> } = {
  MemberExpression: ["property"],
  OptionalMemberExpression: ["property"],
  JSXMemberExpression: ["property"],
  JSXAttribute: ["name"],
  ObjectMethod: ["key"],
  ClassMethod: ["key"],
  ClassProperty: ["key"],
  TSPropertySignature: ["key"],
  TSMethodSignature: ["key"],
  TSEnumMember: ["id"],
  TSQualifiedName: ["right"],
  LabeledStatement: ["label"],
  BreakStatement: ["label"],
  ContinueStatement: ["label"],
  ImportSpecifier: ["imported", "local"],
  ImportDefaultSpecifier: ["local"],
  ImportNamespaceSpecifier: ["local"]
}

const isLabel = (node: Node, parent: Node | undefined): boolean => {
  if (parent === undefined) return false
  if (parent.type === "ObjectProperty") {
    return parent["computed"] !== true && parent["key"] === node && parent["shorthand"] !== true
  }
  if (parent.type === "ExportSpecifier") return parent["exported"] === node && parent["local"].start !== node.start
  return (labels[parent.type] ?? []).some((field) => parent[field] === node && parent["computed"] !== true)
}

/** Whether an identifier declares its name: a variable, a parameter, a function, a class or a type. */
export const isBinding = (module: Module, node: Node): boolean => {
  let [child, parent] = [node, module.parentOf(node)]
  while (
    parent !== undefined
    && (parent.type === "ObjectPattern" || parent.type === "ArrayPattern" || parent.type === "RestElement"
      || parent.type === "TSParameterProperty"
      || (parent.type === "AssignmentPattern" && parent["left"] === child)
      || (parent.type === "ObjectProperty" && parent["value"] === child
        && module.parentOf(parent)?.type === "ObjectPattern"))
  ) [child, parent] = [parent, module.parentOf(parent)]
  if (parent === undefined) return false
  if (/^TS(?:FunctionType|MethodSignature|CallSignature|ConstructorType)/.test(parent.type)) return false
  return parent["id"] === child || parent["param"] === child
    || ((parent["params"] as ReadonlyArray<Node> | undefined)?.includes(child) === true && "body" in parent)
}

/** Uses of a name in a range of a module. */
export interface Uses {
  readonly references: ReadonlyArray<Node>
  readonly bindings: ReadonlyArray<Node>
}

/** Finds the references and declarations of a name within a node. */
export const usesOf = (module: Module, name: string, within: Node = module.program): Uses => {
  const seen = new Set<number>()
  const all = module.inside(within).filter((node) => {
    if (!isName(node) || node["name"] !== name || seen.has(node.start)) return false
    if (isLabel(node, module.parentOf(node))) return false
    seen.add(node.start)
    return true
  })
  const bindings = all.filter((node) => isBinding(module, node))
  return { bindings, references: all.filter((node) => !bindings.includes(node)) }
}

/** Returns the block in which a declaration is visible. */
export const scopeOf = (module: Module, declaration: Node): Node =>
  parentsOf(module, declaration).find(({ type }) =>
    type === "BlockStatement" || type === "Program" || type === "ForOfStatement" || type === "StaticBlock"
    || /Function|^(?:Class|Object)Method$/.test(type)
  ) ?? module.program

/** Returns the function around a node; `undefined` at the top level. */
export const functionAround = (module: Module, node: Node): Node | undefined =>
  parentsOf(module, node).find(({ type }) => /Function|^(?:Class|Object)Method$/.test(type))

/** Whether a module imports, declares or uses a name. */
export const isUsed = (module: Module, name: string): boolean => {
  const { bindings, references } = usesOf(module, name)
  return bindings.length + references.length > 0
    || module.nodes.some(({ local, type }) => /^Import\w*Specifier$/.test(type) && local.name === name)
}
