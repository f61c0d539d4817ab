import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { readdirSync, readFileSync } from "node:fs"
// @ts-expect-error a script without types
import { figuresIn, withFigures } from "../.ci/figures.mjs"
// @ts-expect-error a script without types
import { numbers, unusedPhrases, withNumbers } from "../.ci/numbers.mjs"
// @ts-expect-error a script without types
import { filled, freeNames, pages } from "../.ci/readme.mjs"
import { Urls } from "../layers/browser/Urls.ts"
import { namesOf } from "../layers/environment/environment.ts"
import manifest from "../package.json" with { type: "json" }
import { Emulator, startEmulator } from "../src/emulator/index.ts"

describe("README and docs", () => {
  it("README and docs show the current code of the examples (update them with node .ci/readme.mjs)", () => {
    for (const page of pages) {
      const text = readFileSync(page, "utf8")

      assert.strictEqual(filled(text), text, page)
    }
  })

  it("an empty code block is filled, and the text after the block is kept", () => {
    const page = "<!-- examples/layers/main.ts -->\n\n```ts\n```\n\nText.\n\n```ts\nmore()\n```\n"

    const text: string = filled(page)

    assert.match(
      text,
      /^<!-- examples\/layers\/main\.ts -->\n\n```ts\n[\s\S]+\n```\n\nText\.\n\n```ts\nmore\(\)\n```\n$/
    )
  })

  it("every code block parses, imports what its example imports, and shows where its clients and emulators come from", () => {
    const block =
      /(?:<!-- (examples\/(?!tryIt\/)\S+?)(?:#\S+)?(?: \[.+\])? -->\n\n)?```(tsx?)\b[^\n]*\n([\s\S]*?)\n```/g
    const blocks = (pages as ReadonlyArray<string>).flatMap((page) =>
      [...readFileSync(page, "utf8").matchAll(block)].map(([, example, language, code]) => ({
        page: page.slice(page.indexOf("docs/")),
        example,
        free: freeNames(`block.${language}`, code) as ReadonlyArray<string>
      }))
    )
    const api = readFileSync(new URL("../.ci/api.txt", import.meta.url), "utf8")
    const exported = new Set(
      [...api.matchAll(/^latchkey\S* ([A-Z]\w+|create\w+|use[A-Z]\w+)/gm)].map(([, name]) => name!)
    )

    const imports = (file: string) =>
      [...readFileSync(new URL(`../${file}`, import.meta.url), "utf8").matchAll(/^import ([^"]+) from /gm)]
        .flatMap(([, names]) => names!.match(/\w+(?=,| \}|$)/g) ?? [])
    const unexplained = blocks.flatMap(({ example, free, page }) => {
      const known = new Set(example === undefined ? exported : imports(example))
      return free.filter((name) => known.has(name)).map((name) => `${page}: ${name}`)
    })

    assert.isAbove(blocks.length, 250)
    assert.deepStrictEqual(unexplained, [])
  })

  it("the first block of a page that uses a client or an emulator names the function that made it", () => {
    const [first, second] = ["create", "authenticate"].map((region) =>
      `<!-- examples/guides/apiKeys.ts#${region} -->\n\n\`\`\`ts\n\`\`\`\n`
    )

    const text: string = filled(`${first}\n${second}`)

    assert.strictEqual(text.split("// client = createClient(…), from \"latchkey/promise\"").length, 2)
    assert.include(text, "// platform = startEmulator(…), from \"latchkey/emulator\"")
  })

  it("README and the comparison repeat the figures of docs/measured.md, each in one row", () => {
    const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), "utf8")
    const rows = [read("README.md"), read("docs/guides/comparison.md")].join("\n").split("\n")
    const measured = read("docs/measured.md")
    const labels = Object.keys(figuresIn(measured))

    const found = labels.map((label) => rows.filter((row) => row.split("|")[1]?.trim() === label).length)

    assert.isAtLeast(labels.length, 10)
    assert.deepStrictEqual(labels.filter((_, at) => found[at] !== 1), [])
    const [start] = figuresIn(measured)["first import in Node, CPU"]
    assert.strictEqual(
      withFigures("| first import in Node, CPU |    1 ms |", measured),
      `| first import in Node, CPU | ${start.padStart(7)} |`
    )
  })

  it("prose repeats the default numbers of the code, in digits or as words", () => {
    const texts = (pages as ReadonlyArray<string>).map((page) => readFileSync(page, "utf8"))

    assert.deepStrictEqual(unusedPhrases(texts), [])
    assert.deepStrictEqual(texts.filter((text) => withNumbers(text) !== text), [])
    assert.strictEqual(
      withNumbers("Up to five attempts. Above 10 minutes the call fails with `RateLimited`.", {
        ...numbers,
        attempts: 4,
        longestRetryAfterMinutes: 12
      }),
      "Up to four attempts. Above 12 minutes the call fails with `RateLimited`."
    )
  })

  it("README, docs and examples link only to existing handler pages", () => {
    const pages = Object.values(Effect.runSync(Urls))
    const root = new URL("..", import.meta.url)
    const files = [
      "README.md",
      ...readdirSync(new URL("examples", root), { recursive: true })
        .filter((file) => /^(?!.*\.next).*\.(?:md|tsx?)$/.test(String(file))).map((file) => `examples/${file}`)
    ]

    const named = files.flatMap((file) =>
      (readFileSync(new URL(file, root), "utf8").match(/\/handler\/[a-z]+[a-z-]*/g) ?? []).map((page) =>
        `${page} in ${file}`
      )
    )

    assert.isNotEmpty(named)
    assert.deepStrictEqual(named.filter((page) => !pages.includes(page.split(" ")[0]!)), [])
  })
})

describe("AGENTS.md", () => {
  const agents = readFileSync(new URL("../AGENTS.md", import.meta.url), "utf8")

  it("AGENTS.md names every entry of the package, and no other entry", () => {
    const entries = Object.keys(manifest.exports)
      .filter((entry) => entry !== "./package.json").map((entry) => `latchkey${entry.slice(1)}`)

    const named = agents.match(/(?<=`)latchkey(?:\/(?:\*|[a-z-]+))*(?:\.css)?(?=`)/g) ?? []

    assert.deepStrictEqual([...new Set(named)].toSorted(), entries.toSorted())
  })

  it("AGENTS.md names only environment variables that the package reads", () => {
    const settings = ["projectId", "publishableClientKey", "secretServerKey", "baseUrl"] as const

    const named =
      agents.match(/(?<=`)[A-Z]+(?:_[A-Z]+)*_(?:HEXCLAVE|STACK)_[A-Z_]+|(?<=`)(?:HEXCLAVE|STACK)_[A-Z_]+/g) ?? []

    assert.isAtLeast(new Set(named).size, 10)
    assert.deepStrictEqual(named.filter((name) => !settings.flatMap(namesOf).includes(name)), [])
  })

  it("AGENTS.md names only exports of the package and members of the emulator", async () => {
    const api = readFileSync(new URL("../.ci/api.txt", import.meta.url), "utf8")
    const exported = [...api.matchAll(/^latchkey\S* (\S+)$/gm)].map(([, name]) => name!)
    const known = new Set([
      ...exported.flatMap((name) => [name, ...name.split(".")]),
      ...Object.keys(Emulator).map((name) => `Emulator.${name}`)
    ])
    const running = await startEmulator()
    const platform = running as unknown as Record<string, Record<string, unknown> | undefined>
    await running.close()

    // the compiler checks code blocks
    const prose = agents.replace(/```[\s\S]*?```/g, "")
    const named = [
      ...prose.matchAll(/platform(?:\.[a-z]\w+)+/g),
      ...prose.matchAll(/(?<=`)(?:signIn\.|use|create|[A-Z])\w+(?:\.\w+)?/g)
    ].map(([name]) => name).filter((name) => !/^(?:Effect|Redacted|HttpApi|Schedule|TestClock)\b|_/.test(name))
    const unknown = named.filter((name) => {
      const [part = "", member = ""] = name.startsWith("platform.") ? name.split(".").slice(1) : []
      return part === "" ? !known.has(name) : typeof platform[part]?.[member] !== "function"
    })

    assert.isAbove(named.length, 30)
    assert.deepStrictEqual(unknown, [])
  })
})
