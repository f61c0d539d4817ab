/** Prints an export as markdown: its comment, signature and members. */
import { ts } from "ts-morph"
import { repository } from "../addresses.ts"
import { exampleOf } from "./examples.ts"
import { lineOf, sourceOf } from "./program.ts"
import { code, commentOf, table } from "./words.ts"

export type Kind = "component" | "hook" | "function" | "service" | "error" | "namespace" | "type" | "value"

export interface Export {
  readonly name: string
  readonly kind: Kind
  readonly symbol: ts.Symbol
  readonly declaration: ts.Declaration
  /** Identifies a declaration. The exported name and the entry don't matter. */
  readonly identity: string
}

const flags = ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.OmitParameterModifiers

export const printer = (checker: ts.TypeChecker) => {
  const textOf = (type: ts.Type, isOptional: boolean): string => {
    const text = tidy(checker.typeToString(type, undefined, flags))
    return isOptional ? text.replace(/ \| undefined$/, "").replace(/^\((.*)\)$/, "$1") : text
  }

  const kindOf = (name: string, symbol: ts.Symbol, declaration: ts.Declaration): Kind => {
    if (ts.isSourceFile(declaration)) return "namespace"
    if (ts.isClassDeclaration(declaration)) {
      const statics = checker.getTypeOfSymbol(symbol)
      if (statics.getProperty("Service") !== undefined) return "service"
      const parent = checker.getDeclaredTypeOfSymbol(symbol)
      return parent.getProperty("stack") !== undefined ? "error" : "type"
    }
    if (ts.isInterfaceDeclaration(declaration) || ts.isTypeAliasDeclaration(declaration)) return "type"
    const [call] = checker.getTypeOfSymbol(symbol).getCallSignatures()
    if (call === undefined) return "value"
    if (/^use[A-Z]/.test(name)) return "hook"
    return /^[A-Z]/.test(name) && /^(?:ReactNode|Element|ReactElement|JSX)/.test(textOf(call.getReturnType(), false))
      ? "component"
      : "function"
  }

  /** Returns the exports of a module with their kinds. */
  const exportsOf = (module: ts.SourceFile): ReadonlyArray<Export> =>
    checker.getExportsOfModule(checker.getSymbolAtLocation(module)!).flatMap((exported) => {
      const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
      const [declaration] = symbol.declarations ?? []
      if (declaration === undefined) return []
      const identity = `${declaration.getSourceFile().fileName}:${declaration.pos}`
      return [{ name: exported.name, kind: kindOf(exported.name, symbol, declaration), symbol, declaration, identity }]
    })

  /** Returns the properties that this package declares, without properties inherited from JavaScript or Effect. */
  const propertiesOf = (type: ts.Type): ReadonlyArray<ts.Symbol> => {
    const parts = type.isUnion() ? type.types : [type]
    const found = new Map<string, ts.Symbol>()
    for (const property of parts.flatMap((part) => checker.getPropertiesOfType(part))) {
      const known = found.get(property.name)
      // a member of a union often declares the properties of the other members as `undefined`
      if (known === undefined || checker.getTypeOfSymbol(known).flags & ts.TypeFlags.Undefined) {
        found.set(property.name, property)
      }
    }
    return [...found.values()].filter(({ declarations = [], name }) =>
      !name.startsWith("__@") && !name.startsWith("~")
      && declarations.every((declaration) => sourceOf(declaration) !== undefined || declarations.length === 0)
    )
  }

  const rowsOf = (properties: ReadonlyArray<ts.Symbol>) =>
    properties.map((property) => {
      const isOptional = (property.flags & ts.SymbolFlags.Optional) !== 0
      const { default: byDefault, deprecated, text } = commentOf(property, checker)
      const type = textOf(checker.getTypeOfSymbol(property), isOptional)
      return [
        code(`${property.name}${isOptional ? "?" : ""}`),
        code(type.length > 400 ? `${type.slice(0, 400)}…` : type),
        [text, byDefault && `Default: ${byDefault}.`, deprecated !== undefined && `Deprecated. ${deprecated}`]
          .filter(Boolean).join(" ")
      ]
    })

  /** Prints a table of properties. It can have one more column. */
  const membersOf = (
    properties: ReadonlyArray<ts.Symbol>,
    head = "Field",
    more?: { readonly head: string; readonly of: (property: ts.Symbol) => string }
  ): string => {
    const rows = rowsOf(properties)
    return more === undefined
      ? table([head, "Type", ""], rows)
      : table(
        [head, "Type", more.head, ""],
        rows.map(([name, type, text], at) => [name!, type!, more.of(properties[at]!), text!])
      )
  }

  /** Returns the properties that contain functions, such as `client.signIn` with `withPassword`. */
  const partsOf = (properties: ReadonlyArray<ts.Symbol>) =>
    properties.flatMap((property) => {
      const type = checker.getTypeOfSymbol(property)
      const calls = type.symbol?.name === "__type" && type.getCallSignatures().length === 0 && property.name !== "calls"
        ? propertiesOf(type).filter((each) => checker.getTypeOfSymbol(each).getCallSignatures().length > 0)
        : []
      return calls.length === 0 ? [] : [{ property, calls }]
    })

  const withParts = (properties: ReadonlyArray<ts.Symbol>): string => {
    const parts = partsOf(properties)
    const rest = properties.filter((each) => !parts.some(({ property }) => property === each))
    const isCalls = ({ name }: ts.Symbol) => name === "calls"
    return [
      membersOf(rest.filter((each) => !isCalls(each))),
      rest.some(isCalls)
        ? "`calls` has every endpoint of the access level by resource, such as `calls.users.getMe()`. See "
          + "[endpoints](/reference/endpoints/)."
        : "",
      ...parts.map(({ calls, property }) => membersOf(calls, property.name))
    ].filter(Boolean).join("\n\n")
  }

  /** Returns the declaration without modifiers such as `export` and `declare`. */
  const signatureOf = ({ declaration, name }: Export): string => {
    if (ts.isVariableDeclaration(declaration)) return `const ${name}: ${tidy(declaration.type?.getText() ?? "unknown")}`
    return tidy(declaration.getText().replace(/^(?:export |declare |default )+/, ""))
  }

  const fenced = (text: string): string => `\`\`\`ts signature\n${text}\n\`\`\``

  const componentOf = (exported: Export): string => {
    const [parameter] = checker.getTypeOfSymbol(exported.symbol).getCallSignatures()[0]!.getParameters()
    const properties = parameter === undefined ? [] : propertiesOf(checker.getTypeOfSymbol(parameter))
    return properties.length === 0 ? "This component takes no props." : membersOf(properties, "Prop")
  }

  const serviceOf = ({ declaration, name, symbol }: Export): string => {
    const statics = checker.getTypeOfSymbol(symbol)
    const shape = checker.getTypeOfSymbol(statics.getProperty("Service")!)
    const own = ts.isClassDeclaration(declaration)
      ? declaration.members.flatMap((member) => member.name === undefined ? [] : [member.name.getText()])
      : []
    const layers = own.flatMap((each) => statics.getProperty(each) ?? [])
    return [
      propertiesOf(shape).length === 0
        ? fenced(`const ${name}: ${textOf(shape, false)}`)
        : membersOf(propertiesOf(shape)),
      layers.length === 0 ? "" : `Static members of \`${name}\`:\n\n${membersOf(layers, "Name")}`
    ].filter(Boolean).join("\n\n")
  }

  const typeParametersOf = (declaration: ts.InterfaceDeclaration | ts.TypeAliasDeclaration): string =>
    declaration.typeParameters === undefined
      ? ""
      : `\n\nType parameters: ${declaration.typeParameters.map((each) => code(tidy(each.getText()))).join(", ")}`

  const typeShapeOf = (exported: Export): string => {
    const { declaration, symbol } = exported
    const type = checker.getDeclaredTypeOfSymbol(symbol)
    if (ts.isClassDeclaration(declaration)) {
      const properties = propertiesOf(type)
      return properties.length > 0 ? membersOf(properties) : ""
    }
    if (ts.isInterfaceDeclaration(declaration) && type.getCallSignatures().length === 0) {
      const properties = propertiesOf(type)
      const heritage = declaration.heritageClauses?.map((each) => tidy(each.getText())).join(" ")
      return properties.length === 0
        ? fenced(signatureOf(exported))
        : `${heritage === undefined ? "" : `${code(heritage)}\n\n`}${
          properties.length > 12 ? withParts(properties) : membersOf(properties)
        }${typeParametersOf(declaration)}`
    }
    return fenced(signatureOf(exported))
  }

  const valueOf = (exported: Export): string => {
    const properties = propertiesOf(checker.getTypeOfSymbol(exported.symbol))
    const { declaration } = exported
    const isObject = ts.isVariableDeclaration(declaration) && declaration.type !== undefined
      && ts.isTypeLiteralNode(declaration.type)
    return isObject && properties.length > 3 ? membersOf(properties, "Name") : fenced(signatureOf(exported))
  }

  const shapeOf = (exported: Export): string => {
    switch (exported.kind) {
      case "component":
        return componentOf(exported)
      case "service":
        return serviceOf(exported)
      case "type":
        return typeShapeOf(exported)
      case "value":
        return valueOf(exported)
      default:
        return fenced(signatureOf(exported))
    }
  }

  const linkToSource = ({ declaration, symbol }: Export): string => {
    const source = sourceOf(declaration)
    if (source === undefined) return ""
    const line = lineOf(source, symbol.name)
    return `[Source](${repository}/blob/main/${source}${line === undefined ? "" : `#L${line}`})`
  }

  const bodyOf = (exported: Export): string => {
    const { deprecated, examples, returns, text } = commentOf(exported.symbol, checker)
    return [
      deprecated === undefined ? "" : `**Deprecated.** ${deprecated}`,
      text,
      returns === undefined ? "" : `Returns: ${returns}`,
      shapeOf(exported),
      ...examples.length === 0 ? [] : ["**Example**", ...examples.map(exampleOf)],
      linkToSource(exported)
    ].filter(Boolean).join("\n\n")
  }

  /** Returns the type of a member of a property. */
  const propertiesNamed = (type: ts.Type, property: string) => (name: string): ts.Type | undefined => {
    const found = type.getProperty(property)
    const inner = found && checker.getNonNullableType(checker.getTypeOfSymbol(found)).getProperty(name)
    return inner && checker.getTypeOfSymbol(inner)
  }

  return { checker, exportsOf, bodyOf, membersOf, propertiesOf, propertiesNamed, textOf }
}

export type Printer = ReturnType<typeof printer>

/** Removes the `import("…")` qualifiers of types in declarations. */
const tidy = (text: string): string => text.replace(/import\("[^"]+"\)\.(?:default\.)?/g, "").replace(/;$/, "")
