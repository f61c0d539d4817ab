/**
 * Reads sources with parsers, and changes them by insertions and replacements, so that the rest of a file stays byte
 * for byte the same. Reads and writes no files.
 */
export { diffOf } from "./diff.ts"
export { addedImports, importedBy, imports, isCommonJs, isEsModule, namesOfPackage } from "./imports.ts"
export { insertedBytes, type Insertion, keepsStatements, withInsertions } from "./insertions.ts"
export { scriptInserted, withComments } from "./json.ts"
export { around, contentOf, elementsOf, isInAttribute, lineStartsIn } from "./jsx.ts"
export { changedLines, overlap, replacedBytes, type Replacement, withReplacements } from "./replacements.ts"
export { styled } from "./style.ts"
export {
  isIdentifier,
  type Module,
  moduleOf,
  type Node,
  parentsOf,
  plainExpression,
  statementsOf,
  wordsIn
} from "./syntax.ts"
export { decoded, lineEndAt, lineStart, withLineEnds } from "./text.ts"
