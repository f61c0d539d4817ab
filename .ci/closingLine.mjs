/**
 * The vitest reporter that ends a run with one plain line, `N passed, N failed` (`, N skipped` may follow), for people
 * and programs that read only the end. A file that does not load and an error outside any test count as failed; a run
 * in which no test was executed fails.
 */
export default class ClosingLine {
  onTestRunEnd(modules, unhandledErrors) {
    const count = { passed: 0, failed: unhandledErrors.length, skipped: 0, pending: 0 }
    for (const module of modules) {
      const before = count.failed
      for (const test of module.children.allTests()) count[test.result().state]++
      if (module.state() === "failed" && count.failed === before) count.failed++
    }
    const executed = count.passed + count.failed > 0
    if (!executed || count.failed > 0) process.exitCode = 1
    if (!executed) console.log("No test was executed.")
    const skipped = count.skipped + count.pending
    console.log(`\n${count.passed} passed, ${count.failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`)
  }
}
