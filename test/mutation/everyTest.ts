/**
 * Imports all tests of a subject into one file, because Stryker reports the test of a line only within one file if
 * files share a worker; modules are also loaded only once. Tests run in the subject's order: the earlier a test fails,
 * the less a mutant costs.
 */
import { globSync } from "node:fs"
import * as path from "node:path"

const root = path.resolve(import.meta.dirname, "../..")

for (const pattern of (process.env["MUTATION_TESTS"] ?? "").split(";")) {
  for (const file of globSync(pattern, { cwd: root }).toSorted()) await import(path.join(root, file))
}
