/**
 * Vitest reporter that prints one plain line at the end of a run, `N passed, N failed` (and `, N skipped` if tests were
 * skipped). It is for people and programs that read only the end of the output. A file that fails to load and an error
 * outside any test count as failures. A run without tests fails.
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
    if (!executed) console.log("No tests were run.")
    const skipped = count.skipped + count.pending
    console.log(`\n${count.passed} passed, ${count.failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`)
  }
}
