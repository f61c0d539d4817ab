import { readdirSync, readFileSync } from "node:fs"
import { assert, describe, it } from "vitest"
import { namesToSet, type Setting } from "../../../../layers/environment/environment.ts"
import { scrubbed } from "../../../../src/cli/output/scrubbed.ts"

const root = new URL("../../../../", import.meta.url)

const sources = [
  "layers/call/Project.ts",
  ...readdirSync(new URL("src/cli", root), { encoding: "utf8", recursive: true })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => `src/cli/${file}`)
]

/** Returns the string literals of a source file. */
const sentencesOf = (file: string): ReadonlyArray<string> =>
  readFileSync(new URL(file, root), "utf8").match(/"(?:[^"\\\n]|\\.)*"/g) ?? []

describe("output of the command", () => {
  it("the command's output contains environment variable names of any length unchanged", () => {
    const settings: ReadonlyArray<Setting> = [
      "projectId",
      "publishableClientKey",
      "secretServerKey",
      "superSecretAdminKey"
    ]
    const variables = settings.map(namesToSet)
    const sentences = [...sources.flatMap(sentencesOf), ...variables]

    assert.include(sentences.join(), "NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY")
    for (const sentence of sentences) assert.strictEqual(scrubbed(sentence), sentence)
  })

  it("the command's output hides a long word that may be a key, even in upper case", () => {
    for (
      const word of ["k3y".repeat(20), "GEZDGNBVGY3TQOJQ".repeat(3), "ABCDEFGHIJ".repeat(4), `pck_${"A_".repeat(20)}`]
    ) {
      assert.strictEqual(scrubbed(`The key ${word} is wrong.`), "The key *** is wrong.")
    }
  })
})
