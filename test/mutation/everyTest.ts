/**
 * Imports all tests of a subject into one file. If test files share a worker, Stryker assigns a test to the lines that
 * it runs only within one file. Modules are also loaded only once. Tests run in the subject's order: the earlier a test
 * fails, the less time a mutant takes.
 */
import { globSync } from "node:fs"
import * as path from "node:path"

const root = path.resolve(import.meta.dirname, "../..")

for (const pattern of (process.env["MUTATION_TESTS"] ?? "").split(";")) {
  for (const file of globSync(pattern, { cwd: root }).toSorted()) await import(path.join(root, file))
}
