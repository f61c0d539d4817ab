/**
 * Order of the test files. Files that mostly wait for processes come first, so that other files can run at the same
 * time.
 */
import { BaseSequencer, type TestSpecification } from "vitest/node"

const waiting = /test\/src\/cli\/(?:login|cli)\.test\.ts$/

const isWaiting = ({ moduleId }: TestSpecification): boolean => waiting.test(moduleId)

export class WaitingFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    const sorted = await super.sort(files)
    return [...sorted.filter(isWaiting), ...sorted.filter((file) => !isWaiting(file))]
  }
}
