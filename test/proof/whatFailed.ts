/** Vitest reporter that lists failures with their reasons: tests, set-ups of suites, files, and unhandled errors. */
import * as path from "node:path"
import type { Reporter, SerializedError, TestModule } from "vitest/node"

/** Formats two lines: a name, and the first line of the reason. */
const nameThenReason = (name: string, errors: ReadonlyArray<{ readonly message?: string }>): string =>
  `  ${name}\n    ${errors[0]?.message?.split("\n")[0] ?? "no message"}`

const failuresOf = (module: TestModule): ReadonlyArray<string> => {
  const file = path.relative(module.project.config.root, module.moduleId)
  const own = module.errors().length > 0 ? [nameThenReason(file, module.errors())] : []
  const suites = [...module.children.allSuites()].filter((suite) => suite.errors().length > 0)
    .map((suite) => nameThenReason(`${file}: ${suite.fullName}`, suite.errors()))
  const tests = [...module.children.allTests("failed")]
    .map((test) => nameThenReason(`${file}: ${test.fullName}`, test.result().errors ?? []))
  return [...own, ...suites, ...tests]
}

export default class WhatFailed implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>, unhandledErrors: ReadonlyArray<SerializedError>): void {
    const failures = [
      ...modules.flatMap(failuresOf),
      ...unhandledErrors.map((error) => nameThenReason("outside any test", [error]))
    ]
    for (const failure of failures) console.log(failure)
  }
}
