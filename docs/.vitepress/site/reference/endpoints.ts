/** Generates a page for each endpoint of the contract: a sample call, input, output and errors. */
import * as path from "node:path"
import type { ts } from "ts-morph"
import * as contract from "../../../../schemas/catalogue.ts"
import { schemasOf } from "../../../../schemas/compiled/schemasOf.ts"
import type { AnyEndpoint, Spec } from "../../../../schemas/Endpoint.ts"
import { wireName } from "../../../../schemas/wireNames.ts"
import { slugOf } from "./entries.ts"
import type { Export, Printer } from "./exports.ts"
import type { GeneratedPage } from "./generatedPage.ts"
import { code, commentOf, firstSentence, table } from "./words.ts"

/** Returns `password-sign-in` for `password.signIn`. */
const endpointSlug = (name: string): string => slugOf(...name.split("."))

export const endpointLink = (name: string): string => `/reference/endpoints/${endpointSlug(name)}`

/** Returns the link to a resource's page, by the module that declares its endpoints. */
export const resourceLink = (source: string): string | undefined => {
  const resource = /^schemas\/endpoints\/(\w+)\.ts$/.exec(source)?.[1]
  return resource === undefined || !(resource in contract.resources)
    ? undefined
    : `/reference/endpoints/${slugOf(resource)}`
}

interface Links {
  readonly errorOf: (tag: string) => { readonly link: string; readonly what: string } | undefined
  readonly typeLink: (identity: string) => string | undefined
}

export const endpointPages = (
  modules: ReadonlyMap<string, ts.SourceFile>,
  print: Printer,
  links: Links
): ReadonlyArray<GeneratedPage> =>
  Object.entries(contract.resources).flatMap(([resource, endpoints]) => {
    const module = modules.get(`schemas/endpoints/${resource}.ts`)
    if (module === undefined) throw new Error(`${resource} has no declarations`)
    const declared = new Map(print.exportsOf(module).map((each) => [each.name, each]))
    const pages = Object.entries<AnyEndpoint>(endpoints).map(([name, { spec }]): GeneratedPage => {
      const exported = declared.get(name)!
      const { text } = commentOf(exported.symbol, print.checker)
      return {
        name: endpointSlug(spec.name),
        title: spec.name,
        description: firstSentence(text).replace(/\s*\n\s*/g, " ").replace(/[`[\]]|\([^)]*\)/g, "")
          || `${spec.method} ${spec.path}`,
        group: resource,
        content: contentOf(spec, exported, text, print, links)
      }
    })
    return [indexOf(resource, module, pages, endpoints), ...pages]
  })

const indexOf = (
  resource: string,
  module: ts.SourceFile,
  pages: ReadonlyArray<GeneratedPage>,
  endpoints: Readonly<Record<string, AnyEndpoint>>
): GeneratedPage => {
  const specs = Object.values(endpoints).map(({ spec }) => spec)
  return {
    name: slugOf(resource),
    title: resource,
    description: `Endpoints of ${resource}: ${specs.map(({ name }) => name.split(".")[1]).join(", ")}.`,
    group: resource,
    content: [
      `# ${resource}`,
      `\`\`\`ts\nimport * as ${resource} from "latchkey/endpoints/${path.basename(module.fileName, ".d.ts")}"\n\`\`\``,
      table(
        ["Endpoint", "Level", "Route", ""],
        specs.map(({ access, method, name, path }, at) => [
          `[${code(name)}](${endpointLink(name)})`,
          access,
          code(`${method} ${path}`),
          pages[at]!.description
        ])
      )
    ].join("\n\n")
  }
}

const creators = { client: "createClient", server: "createServer", admin: "createAdmin" } as const

const contentOf = (
  spec: Spec,
  exported: Export,
  text: string,
  print: Printer,
  { errorOf, typeLink }: Links
): string => {
  const types = print.propertiesNamed(print.checker.getTypeOfSymbol(exported.symbol), "~types")
  const [resource, verb] = spec.name.split(".") as [string, string]
  const needed = Object.entries(schemasOf(spec).input).filter(([, field]) => field.ast.context?.isOptional !== true)
    .map(([name]) => name)
  const input = needed.length === 0 ? "" : `{ ${needed.join(", ")} }`
  return [
    `# ${spec.name}`,
    text,
    table(["", ""], [
      ["Route", code(`${spec.method} /api/v1${spec.path}`)],
      ["Level", levels[spec.access]],
      ["Session", spec.session === "optional" ? "optional" : spec.access === "client" ? "the user's" : "none"],
      ["Retried after a lost connection", spec.idempotent ? "yes, because it is idempotent" : "no"],
      ...(spec.since === "2025-08" ? [] : [["Platform revision", `since ${spec.since}`]]),
      ...(spec.invalidates.length === 0 ? [] : [["Invalidates", spec.invalidates.map(code).join(", ")]])
    ]),
    "## Call it",
    "::: code-group",
    `\`\`\`ts [Effect]\nimport * as ${resource} from "latchkey/endpoints/${resource}"\n\nconst result = yield* ${resource}.${verb}(${input})\n\`\`\``,
    `\`\`\`ts [Promise]\nimport { ${creators[spec.access]} } from "latchkey/promise"\n\nconst ${spec.access} = ${
      creators[spec.access]
    }()\nconst result = await ${spec.access}.calls.${resource}.${verb}(${input})\n\`\`\``,
    ":::",
    "## Input",
    inputOf(spec, types("input"), print),
    "## Output",
    outputOf(types("output"), print, typeLink),
    "## Errors",
    spec.errors.length === 0
      ? ""
      : table(
        ["Error", "Status", ""],
        spec.errors.map(({ spec: { status, tag } }) => {
          const known = errorOf(tag)
          return [known === undefined ? code(tag) : `[${code(tag)}](${known.link})`, String(status), known?.what ?? ""]
        })
      ),
    `${
      spec.errors.length === 0 ? "This call has no specific errors. It" : "In addition, the call"
    } fails with [\`CallError\`](/errors/CallError) for errors that any call can have.`
  ].filter(Boolean).join("\n\n")
}

const levels = {
  client: "client, server and admin",
  server: "server and admin, with the secret server key",
  admin: "admin, with the super secret admin key"
} as const

const inputOf = (spec: Spec, type: ts.Type | undefined, print: Printer): string => {
  const fields = type === undefined ? [] : print.propertiesOf(type)
  if (fields.length === 0) return "None."
  const placeOf = (name: string): string => {
    const field = schemasOf(spec).input[name]
    if (field === undefined) return ""
    const wire = wireName(name, field)
    const where = spec.pathNames.includes(wire) ? "path" : spec.queryNames.includes(wire) ? "query" : "body"
    return `${where}: ${code(wire)}`
  }
  return print.membersOf(fields, "Field", { head: "In the request", of: ({ name }) => placeOf(name) })
}

const outputOf = (type: ts.Type | undefined, print: Printer, typeLink: Links["typeLink"]): string => {
  if (type === undefined) return ""
  const declaration = (type.aliasSymbol ?? type.symbol)?.declarations?.[0]
  const link = declaration && typeLink(`${declaration.getSourceFile().fileName}:${declaration.pos}`)
  const name = print.textOf(type, false)
  const fields = print.propertiesOf(type)
  return [
    link === undefined ? fields.length === 0 || name.length < 80 ? code(name) : "" : `[${code(name)}](${link})`,
    print.membersOf(fields)
  ].filter(Boolean).join("\n\n")
}
