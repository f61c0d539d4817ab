/** `latchkey migrate` with every name of the platform's SDK, in every way in which an app can use the name. */
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { planFor } from "../../../../src/cli/migrate/index.ts"
import { exported, members } from "../../../../src/cli/migrate/names.ts"
import { moduleOf } from "../../../../src/cli/source/index.ts"
import { officialNames } from "../../../examples/migration/officialNames.ts"
import { manifestOf, options } from "./apps.ts"

const words = (text: string): ReadonlyArray<string> => text.trim().split(/\s+/)

/** Names that are methods of apps, users and teams. */
const methods = [
  ...new Set([
    ...Object.values(members).flatMap((own) => Object.keys(own)),
    ...["client", "user", "team", "server", "admin"].flatMap((place) => words(officialNames[place]!))
  ])
].filter((name) => /^[a-z]/.test(name))

const components = words(officialNames["react"]!).filter((name) => /^[A-Z]/.test(name))

const types = Object.entries(exported).flatMap(([name, { isType }]) => isType === true ? [name] : [])

const brands = ["@stackframe/stack", "@stackframe/react", "@stackframe/js", "@hexclave/react"]

/** Objects with members, with the kind of each. */
const holders = {
  app: "client",
  hookApp: "client",
  madeApp: "client",
  serverApp: "server",
  user: "user",
  me: "user",
  serverUser: "serverUser",
  team: "serverTeam"
} as const

const head = (from: string, isNext: boolean) => [
  `import { StackClientApp, StackServerApp, useStackApp, useUser, ${components.join(", ")}, ${
    types.join(", ")
  } } from '${from}'`,
  "const app = new StackClientApp({ tokenStore: 'cookie' })",
  `const serverApp = new StackServerApp({ tokenStore: '${isNext ? "nextjs-cookie" : "memory"}' })`,
  "const hookApp = useStackApp()",
  "const shared = { projectId }",
  "const makeApp = () => new StackClientApp({ ...shared, tokenStore: 'memory' })",
  "const madeApp = makeApp()",
  "const user = useUser()",
  "const me = await app.getUser()",
  "const serverUser = await serverApp.createUser({ primaryEmail })",
  "const team = await serverApp.createTeam({ displayName })"
]

const given = [
  "",
  "{}",
  "id",
  "email",
  "team",
  "'github'",
  "{ displayName }",
  "{ or: 'throw' }",
  "{ or }",
  "{ email, password }",
  "{ email, password, noRedirect: true }",
  "{ ...rest }",
  "...rest",
  "first, second",
  "email, { callbackUrl }"
]

/** Returns a statement that calls a member. */
const calls: ReadonlyArray<(owner: string, name: string, given: string, at: number) => string> = [
  (owner, name, given) => `await ${owner}.${name}(${given})`,
  (owner, name, given, at) => `const v${at} = await ${owner}.${name}(${given})`,
  (owner, name, given) => `${owner}?.${name}(${given})`,
  (owner, name, given, at) => `const f${at} = () => ${owner}.${name}(${given})`,
  (owner, name, given, at) =>
    `const r${at} = await ${owner}.${name}(${given}); if (r${at}.status === 'error') throw r${at}.error`,
  (owner, name, given) => `await Promise.all([${owner}.${name}(${given})])`,
  (owner, name, given) => `for (const each of await ${owner}.${name}(${given})) console.log(each)`,
  (owner, name, given, at) => `const b${at} = <button onClick={() => ${owner}!.${name}(${given})} />`
]

/** Returns a statement that uses a member without calling it. */
const reads: ReadonlyArray<(owner: string, name: string, at: number) => string> = [
  (owner, name, at) => `const b${at} = <button onClick={${owner}.${name}} />`,
  (owner, name, at) => `const p${at} = ${owner}?.${name}`,
  (owner, name, at) => `const { ${name}: d${at} } = ${owner}`
]

/** Users that no variable holds. */
const nameless = [
  "useUser()",
  "(await makeApp().getUser())",
  "(await app.getUser())",
  "hookApp.useUser()",
  "app.useUser({ or: 'redirect' })"
]

const below = (length: number) => Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: length - 1 }))

const programs = Schema.Struct({
  brand: below(brands.length),
  isNext: Schema.Boolean,
  lines: Schema.Array(Schema.Struct({
    owner: below(Object.keys(holders).length),
    method: below(methods.length),
    given: below(given.length),
    way: below(calls.length + reads.length + 3),
    other: below(components.length * types.length)
  }))
})

type Line = (typeof programs.Type)["lines"][number]

/** A statement, and whether it must be rewritten or listed. */
interface Use {
  readonly text: string
  readonly names: ReadonlyArray<string>
  readonly mustMove: boolean
}

const useOf = (line: Line, at: number): Use => {
  const [owner, kind] = Object.entries(holders)[line.owner]!
  const name = methods[line.method]!
  const isKnown = Object.hasOwn(members[kind], name)
  const call = calls[line.way]
  if (call !== undefined) return { text: call(owner, name, given[line.given]!, at), names: [name], mustMove: true }
  const read = reads[line.way - calls.length]
  if (read !== undefined) return { text: read(owner, name, at), names: [name], mustMove: isKnown }
  const component = components[line.other % components.length]!
  const type = types[line.other % types.length]!
  return [
    {
      text: `const e${at} = <${component} ${line.given % 2 === 0 ? "" : "fullPage "}/>`,
      names: [component],
      mustMove: true
    },
    { text: `type T${at} = ReadonlyArray<${type}>`, names: [type], mustMove: true },
    {
      text: `const n${at} = ${nameless[line.other % nameless.length]}.${name}(${given[line.given]})`,
      names: [name],
      mustMove: Object.hasOwn(members.user, name)
    }
  ][line.way - calls.length - reads.length]!
}

const path = "src/all.tsx"

const planOfLines = ({ brand, isNext, lines }: typeof programs.Type) => {
  const uses = lines.map(useOf)
  const first = head(brands[brand]!, isNext)
  const text = `${[...first, ...uses.map(({ text }) => text)].join("\n")}\n`
  const plan = planFor([{ path, text, isScript: true }], manifestOf(isNext ? "next" : "spa"), {
    ...options,
    isNext
  })
  return { first, plan, text, uses }
}

describe("latchkey migrate, with every name", () => {
  it.prop(
    "migrate-2: a module with any uses of the platform's names can be parsed afterwards",
    [programs],
    ([program]) => {
      const { plan, text } = planOfLines(program)
      const result = plan.changes.find((change) => change.path === path)?.after ?? text

      assert.isDefined(moduleOf(path, text), text)
      assert.isDefined(moduleOf(path, result), result)
      assert.isFalse(plan.left.some(({ reason }) => reason.includes("would not parse")), text)
    }
  )

  it.prop(
    "migrate-8: each use of a name is rewritten, or listed with its file, line, reason and row",
    [programs],
    ([program]) => {
      const { first, plan, text, uses } = planOfLines(program)
      const lines = text.split("\n")
      const change = plan.changes.find((change) => change.path === path)
      const replacements = change?.replacements ?? []
      const imported = (change?.after ?? "").split("\n").filter((line) => / from 'latchkey\//.test(line))
      const startOf = (line: number) => lines.slice(0, line).reduce((sum, each) => sum + each.length + 1, 0)

      const lost = uses.filter(({ mustMove, names }, at) => {
        const line = first.length + at
        const [start, end] = [startOf(line), startOf(line) + lines[line]!.length]
        const isRewritten = replacements.some((each) => each.start >= start && each.end <= end)
        // a component without a counterpart is listed where it is imported
        const isListed = plan.left.some((each) =>
          each.line === line + 1 || (each.line === 1 && names.includes(each.row))
        )
        // a component with the same name only gets another import
        const isCarried = names.some((name) => imported.some((line) => RegExp(`\\b${name}\\b`).test(line)))
        return mustMove && !isRewritten && !isListed && !isCarried
      })

      assert.deepStrictEqual(lost.map(({ text }) => text), [])
      for (const { code, line, path: file, reason, row } of plan.left) {
        if (file === "package.json") continue
        assert.strictEqual(file, path)
        assert.include(lines[line - 1], code)
        assert.match(reason, /^\w.*\.$/)
        assert.match(row, /^\w+$/)
      }
    }
  )
})
