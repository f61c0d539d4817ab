/** Explains why a value matches no version of its schema. docs/laws.md N15, metadata-4. */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import * as SchemaIssue from "effect/SchemaIssue"
import { isVersioned } from "./definition.ts"

/** A problem, with its path in the value. */
export interface Problem {
  readonly path: string
  readonly problem: string
}

/** Why a value matches no version. */
export interface Explanation {
  /** Version that the value resembles most: 0 is the current one. `undefined` if the schema has no versions. */
  readonly version: number | undefined
  /** At most ten problems, all different. */
  readonly issues: ReadonlyArray<Problem>
  /** Number of other problems. */
  readonly more: number
}

const mostIssues = 10

/** Maximum length of a path and of a problem. Keys may come from other programs. */
const longestText = 200

type Path = ReadonlyArray<PropertyKey>

interface Found {
  readonly path: Path
  readonly problem: string
}

const format = SchemaIssue.makeFormatterStandardSchemaV1()

/** Explains why the value can't be decoded, by comparing it with each version. */
export const explainDecoding = (schema: Schema.Codec<any, any>, value: unknown): Explanation => {
  const { ast } = Schema.toCodecJson(schema)
  const versions = isVersioned(schema) && SchemaAST.isUnion(ast) ? ast.types : [ast]
  const attempts = versions.map((version) => attemptOf(Schema.make(version), value))
  const nearest = nearestOf(attempts)
  return { ...listed(attempts[nearest]!.found), version: isVersioned(schema) ? nearest : undefined }
}

/** Explains an error of encoding or decoding a value. */
export const explain = ({ issue }: Schema.SchemaError, value: unknown): Explanation => ({
  ...listed(flat(issue, [], value)),
  version: undefined
})

/** A version, and its differences from the value. */
interface Attempt {
  readonly found: ReadonlyArray<Found>
  /** Whether the value as a whole has a different type. */
  readonly isOther: boolean
  /** Number of the value's keys that the version contains. */
  readonly shared: number
}

const attemptOf = (version: Schema.Codec<any, any>, value: unknown): Attempt => {
  const thrown: Attempt = {
    found: [{ path: [], problem: "The schema, or the upgrade of an older version, threw an error" }],
    isOther: false,
    shared: sharedBy(SchemaAST.toEncoded(version.ast), value)
  }
  const decoded = Result.try({
    try: () => Schema.decodeUnknownResult(version, { errors: "all" })(value),
    catch: () => undefined
  })
  if (Result.isFailure(decoded) || Result.isSuccess(decoded.success)) return thrown
  const { issue } = decoded.success.failure
  return { ...thrown, ...rated(issue, [], value) }
}

const rated = (issue: SchemaIssue.Issue, path: Path, value: unknown): Omit<Attempt, "shared"> => {
  const found = flat(issue, path, value)
  return { found, isOther: found.some((each) => each.path.length === path.length) }
}

/** Number of the value's keys that the type of an issue contains. */
const sharedIn = (issue: SchemaIssue.Issue, value: unknown): number =>
  issue._tag === "Encoding" ? sharedIn(issue.issue, value) : "ast" in issue ? sharedBy(issue.ast, value) : 0

/** Number of the value's keys that a type contains. For a union, the member with the highest number counts. */
const sharedBy = (ast: SchemaAST.AST, value: unknown): number => {
  if (SchemaAST.isUnion(ast)) return Math.max(0, ...ast.types.map((type) => sharedBy(type, value)))
  return SchemaAST.isObjects(ast)
    ? ast.propertySignatures.filter(({ name }) => Object.hasOwn(Object(value), name)).length
    : 0
}

/**
 * Returns the index of the nearest attempt. If several are equally near, returns the first, which is the newest
 * version.
 */
const nearestOf = (attempts: ReadonlyArray<Attempt>): number => {
  const distanceOf = ({ found, isOther, shared }: Attempt) => [isOther ? 1 : 0, -shared, found.length]
  let nearest = 0
  for (const [at, attempt] of attempts.entries()) {
    const [mine, best] = [distanceOf(attempt), distanceOf(attempts[nearest]!)]
    const differs = mine.findIndex((each, index) => each !== best[index])
    if (mine[differs]! < best[differs]!) nearest = at
  }
  return nearest
}

/** Lists the problems of an issue. Of a union's members, only the nearest one counts. */
const flat = (issue: SchemaIssue.Issue, path: Path, value: unknown): ReadonlyArray<Found> => {
  switch (issue._tag) {
    case "Pointer":
      return flat(issue.issue, [...path, ...issue.path], issue.path.reduce(propertyOf, value))
    case "Composite":
      return issue.issues.flatMap((each) => flat(each, path, value))
    case "Encoding":
      return flat(issue.issue, path, value)
    case "AnyOf": {
      if (isJsonNumber(issue.ast)) return [{ path, problem: "Expected number" }]
      if (issue.issues.length === 0) return leaf(issue, path)
      const attempts = issue.issues.map((each) => ({
        ...rated(each, path, value),
        shared: sharedIn(each, value)
      }))
      return attempts[nearestOf(attempts)]!.found
    }
    default:
      return leaf(issue, path)
  }
}

const leaf = (issue: SchemaIssue.Issue, path: Path): ReadonlyArray<Found> =>
  format(issue).issues.map((each) => ({
    path: [...path, ...(each.path ?? []).map((part) => typeof part === "object" ? part.key : part)],
    problem: each.message
  }))

const propertyOf = (value: unknown, key: PropertyKey): unknown => Object(value)[key]

/** Whether a type is the JSON form of `Schema.Number`, which also accepts the names of numbers that JSON lacks. */
const isJsonNumber = (ast: SchemaAST.Union): boolean =>
  ast.types.some(SchemaAST.isNumber) &&
  ast.types.every((type) =>
    SchemaAST.isNumber(type) ||
    (SchemaAST.isUnion(type) && type.types.every((each) => SchemaAST.isLiteral(each) && isNumberName(each.literal)))
  )

const isNumberName = (literal: unknown): boolean => /^(?:NaN|-?Infinity)$/.test(String(literal))

const listed = (found: ReadonlyArray<Found>): Pick<Explanation, "issues" | "more"> => {
  const different = new Map<string, Problem>()
  for (const { path, problem } of found) {
    const each = { path: shortened(path.map(String).join(".")), problem: shortened(problem) }
    different.set(`${each.path}\n${each.problem}`, each)
  }
  const issues = [...different.values()].slice(0, mostIssues)
  return { issues, more: different.size - issues.length }
}

const shortened = (text: string): string => text.length > longestText ? `${text.slice(0, longestText - 1)}…` : text
