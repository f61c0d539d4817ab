import { assert, describe, it } from "vitest"
import { withPackageManagers } from "../../docs/.vitepress/site/packageManagers.ts"

const tab = (name: string, ...lines: ReadonlyArray<string>) => `\`\`\`sh [${name}]\n${lines.join("\n")}\n\`\`\``

describe("commands of package managers", () => {
  it("the docs show commands that install packages in one tab per package manager", () => {
    const page =
      "Add it:\n\n```sh\nnpm create vite@latest notes -- --template react-ts\ncd notes\nnpm install latchkey\n```\n\nDone."

    assert.deepStrictEqual(withPackageManagers(page).split("\n\n"), [
      "Add it:",
      "::: code-group",
      tab("npm", "npm create vite@latest notes -- --template react-ts", "cd notes", "npm install latchkey"),
      tab("pnpm", "pnpm create vite@latest notes --template react-ts", "cd notes", "pnpm add latchkey"),
      tab("yarn", "yarn create vite@latest notes --template react-ts", "cd notes", "yarn add latchkey"),
      tab("bun", "bun create vite@latest notes --template react-ts", "cd notes", "bun add latchkey"),
      ":::",
      "Done."
    ])
  })

  it("commands for development dependencies, new projects and package programs are translated for each package manager", () => {
    const page = "```sh\nnpm init -y\nnpm pkg set type=module\nnpm install -D vitest\nnpx playwright install\n```"

    const tabs = withPackageManagers(page)

    assert.include(
      tabs,
      tab("bun", "bun init -y", "npm pkg set type=module", "bun add -d vitest", "bunx playwright install")
    )
    assert.include(
      tabs,
      tab("pnpm", "pnpm init", "npm pkg set type=module", "pnpm add -D vitest", "pnpm exec playwright install")
    )
  })

  it("code blocks without package commands are not translated", () => {
    const page = "```sh\nnpm run dev\n```\n\n```sh\nnpx latchkey emulator\n```\n\n```text\nnpm install\n```"

    assert.strictEqual(withPackageManagers(page), page)
  })
})
