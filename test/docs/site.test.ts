/** Pages of the site: their place in the sidebar, their front matter, and which examples their code comes from. */
import { createMarkdownRenderer } from "vitepress"
import { assert, describe, it } from "vitest"
import { factsOf, withFacts } from "../../docs/.vitepress/site/facts.ts"
import { guideGroups, withSentences } from "../../docs/.vitepress/site/guides.ts"
import { markdown } from "../../docs/.vitepress/site/markdown.ts"
import { frontMatterOf, writtenPages } from "../../docs/.vitepress/site/pages.ts"
import { purposes } from "../../docs/.vitepress/site/reference/purposes.ts"
import { sandboxes, withoutSandboxes } from "../../docs/.vitepress/site/sandboxes.ts"
import { sidebar } from "../../docs/.vitepress/site/sidebar.ts"
import { scenarios } from "../../docs/.vitepress/theme/tryIt/scenarios.ts"
import manifest from "../../package.json" with { type: "json" }
import { filesIn } from "./sources.ts"

const pages = writtenPages()

const ofReaders = pages.filter(({ section }) => section !== "book")

interface Item {
  readonly link?: string
  readonly items?: ReadonlyArray<Item>
}

const linksIn = (items: ReadonlyArray<Item>): ReadonlyArray<string> =>
  items.flatMap(({ items = [], link }) => [...(link === undefined ? [] : [link]), ...linksIn(items)])

describe("the site", () => {
  it("the site has every page of docs/ in its sidebar, once", () => {
    const files = filesIn("docs", /^(?!.*\/\.|.*\[)docs\/.+\.md$/).filter((file) => file !== "docs/index.md")
    const wanted = files.map((file) => file.replace(/^docs|\.md$/g, "").replace(/\/index$/, "/"))

    const { "/": items } = sidebar(pages, { reference: [], "reference/endpoints": [], errors: [] })

    assert.isAbove(wanted.length, 20)
    assert.deepStrictEqual(linksIn(items as ReadonlyArray<Item>).toSorted(), wanted.toSorted())
  })

  it("the index of the guides lists every guide once, with its description", () => {
    const guides = pages.filter(({ file }) => file.startsWith("guides/") && file !== "guides/index.md")
    const index = pages.find(({ file }) => file === "guides/index.md")!
    const shown = withSentences(index.file, index.text, pages)

    assert.deepStrictEqual(
      guideGroups(pages).flatMap(({ files }) => files).toSorted(),
      guides.map(({ file }) => file).toSorted()
    )
    assert.deepStrictEqual(guides.filter(({ description = "" }) => !shown.includes(description)), [])
  })

  it("the sidebar of a guide starts with the guides section open and the other sections closed", () => {
    const { "/guides/": items } = sidebar(pages, { reference: [], "reference/endpoints": [], errors: [] })

    assert.deepStrictEqual(
      (items as ReadonlyArray<{ text: string; collapsed: boolean }>).filter(({ collapsed }) => !collapsed)
        .map(({ text }) => text),
      ["Guides"]
    )
  })

  it("the site has a title and a unique description for every page", () => {
    const untold = pages.filter(({ description = "", text }) =>
      frontMatterOf(text)["title"] === undefined || description.length < 10 || description.length > 200
    )
    const descriptions = pages.map(({ description }) => description)

    assert.deepStrictEqual(untold.map(({ file }) => file), [])
    assert.deepStrictEqual(descriptions.filter((each, at) => descriptions.indexOf(each) !== at), [])
  })

  it("the site's pages have front matter with one key per line", () => {
    const torn = pages.flatMap(({ file, text }) =>
      (/^---\n([\s\S]*?)\n---\n/.exec(text)?.[1] ?? "").split("\n").filter((line) => !/^\w+: \S/.test(line))
        .map((line) => `${file}: ${line}`)
    )

    assert.deepStrictEqual(torn, [])
  })

  it("descriptions that YAML would parse differently must be in quotes", () => {
    assert.throws(() => frontMatterOf("---\ndescription: In tests: mails\n---\n"), /quotes/)
    assert.throws(() => frontMatterOf("---\nneeds: `allowUserApiKeys`\n---\n"), /quotes/)
    assert.deepStrictEqual(frontMatterOf("---\ndescription: \"In tests: mails\"\n---\n"), {
      description: "In tests: mails"
    })
  })

  it("the reference's index has a description of every entry of the package", () => {
    const entries = Object.entries(manifest.exports).flatMap(([entry, target]) =>
      typeof target === "string" || !("latchkey-source" in target) || entry.includes("*")
        ? []
        : [`latchkey${entry.slice(1)}`]
    )

    assert.deepStrictEqual(Object.keys(purposes).toSorted(), entries.toSorted())
    assert.deepStrictEqual(Object.values(purposes).filter((purpose) => !/^\S+ .{15,}\.$/.test(purpose)), [])
  })

  it("all pages of the site have a moderate length, except for the law book and a list of names", () => {
    const long = ofReaders.filter(({ text }) => text.length > 24_000).map(({ file }) => file)

    assert.deepStrictEqual(long, ["guides/names-of-the-platforms-sdk.md"])
  })

  /** Pages without a sandbox, because they describe choices, or files, servers or devices that a page doesn't have. */
  const withoutBehaviour = [
    "concepts/{index,effect-and-promises,errors,how-it-works,revisions,stack-auth-and-hexclave}",
    "guides/{index,comparison,defaults,versions,security,production,runtimes,serverless,names-of-the-platforms-sdk}",
    "guides/{migrate,moving-a-back-end,moving-a-command-line-tool,moving-a-next-app,moving-a-spa,moving-from-auth-js}",
    "guides/{moving-from-clerk,moving-from-the-platforms-sdk,command,init,seed-the-emulator,features-while-developing}",
    "guides/{astro,nuxt,react-router,sveltekit,tanstack-start,convex-supabase-neon,trpc-and-orpc,react-native}",
    "guides/{ssr-and-cookies,call-your-own-api,mcp-servers,own-endpoints,effect-api,effect-back-ends,for-effect-users}",
    "guides/{fleets,workflows,observability,emulator-in-a-page,agents,external-sessions,watch}",
    // a page of the documentation can't create passkeys for the domain of an app
    "guides/{passkeys}",
    // these need components of the reader's own, which a sandbox without a compiler can't render
    "guides/{atoms,headless,theming-and-texts}"
  ].flatMap((each) => {
    const [folder = "", names = ""] = each.split("/")
    return names.slice(1, -1).split(",").map((name) => `${folder}/${name}.md`)
  })

  it("the front page has a sandbox, and so does every quick start, guide and concept that describes what calls do", () => {
    const withSandbox = sandboxes()
    const wanted = [
      "index.md",
      ...ofReaders.map(({ file }) => file).filter((file) => file.includes("/") && !withoutBehaviour.includes(file))
    ]

    assert.deepStrictEqual(withSandbox.map(({ file }) => file).toSorted(), wanted.toSorted())
    assert.deepStrictEqual(
      [...new Set(withSandbox.map(({ scenario }) => scenario))].toSorted(),
      Object.keys(scenarios).toSorted()
    )
  })

  /** Guides without a section "Test it", each with the reason. */
  const untested: { readonly [guide: string]: string } = {
    "bug-reports": "the whole page writes a test",
    command: "lists commands",
    comparison: "compares products",
    "convex-supabase-neon": "hosted services can't reach the emulator",
    defaults: "lists defaults",
    "for-effect-users": "four of its sections test something",
    index: "lists guides",
    init: "lists the changes of a command, whose quick starts are tested",
    "names-of-the-platforms-sdk": "lists names",
    runtimes: "lists runtimes",
    security: "lists guarantees",
    simulation: "the whole page writes a test",
    testing: "the whole page writes tests",
    versions: "lists versions"
  }

  it("every guide has a section Test it, except for guides that describe no behaviour or consist of tests", () => {
    const without = pages.filter(({ file, text }) => file.startsWith("guides/") && !/^###? Test it$/m.test(text))
      .map(({ file }) => file.slice("guides/".length, -".md".length))

    assert.deepStrictEqual(without.toSorted(), Object.keys(untested).toSorted())
  })

  it("every guide with code lists the entries that it imports and the project's requirements", () => {
    const without = ofReaders.filter(({ file, text }) =>
      file.startsWith("guides/") && !/moving|names-of|migrate|comparison|versions/.test(file)
      && /^```tsx?\b/m.test(text) && !factsOf(text).some(([name]) => name === "You need")
    )
    const { text } = pages.find(({ file }) => file === "guides/api-keys.md")!

    assert.deepStrictEqual(without.map(({ file }) => file), [])
    assert.deepInclude(factsOf(text), [
      "Import from",
      "`latchkey/emulator`, `latchkey/promise`, `latchkey/verify`"
    ])
  })

  it("a guide ends with the errors of its calls, as their types list them", () => {
    const { text } = pages.find(({ file }) => file === "guides/magic-links.md")!

    const [, errors = ""] = withFacts(text, text).split("## Errors of these calls")

    assert.deepStrictEqual([...errors.matchAll(/^- `(\S+)`:/gm)].map(([, call]) => call), [
      "signIn.sendCode",
      "signIn.withCode",
      "signIn.withLink"
    ])
    assert.match(errors, /`signIn\.withCode`: .*MultiFactorAuthenticationRequired.*VerificationCodeExpired/)
    assert.notInclude(errors, "EmailPasswordMismatch")
  })

  it("the site shows double braces and unknown tags as text, and keeps the tags of sandboxes", async () => {
    const renderer = await createMarkdownRenderer("docs", markdown)

    const html = renderer.render("{{ text }} `{{ code }}` <Tag>\n\n<TryIt scenario=\"teams\">\n\n1. Step\n\n</TryIt>\n")

    assert.notInclude(html, "{{")
    assert.include(html, "&lt;Tag&gt;")
    assert.match(html, /<TryIt scenario="teams">[\s\S]*<li>Step<\/li>[\s\S]*<\/TryIt>/)
  })

  it("a block folds its imports only if the page has shown all of them, and keeps them in the copied code", async () => {
    const renderer = await createMarkdownRenderer("docs", markdown)
    const block = (...lines: ReadonlyArray<string>) => `\`\`\`ts\n${lines.join("\n")}\n\`\`\`\n`
    const [one, two] = ["import { a } from \"a\"", "import {\n  b\n} from \"b\""]
    const folded = (...blocks: ReadonlyArray<string>) =>
      renderer.render(blocks.join("\n"), {}).split("<pre").slice(1).map((html) => {
        const [, inside] = /<details class="imports">([^]*?)<\/details>/.exec(html) ?? []
        return inside?.replace(/<summary[^]*?<\/summary>|<[^>]+>/g, "")
      })

    assert.deepStrictEqual(
      folded(block(one!, "", "a()"), block(one!, two!, "", "b()"), block(two!, one!, "", "b(a)"), block("a()")),
      [undefined, undefined, "import {\n  b\n} from \"b\"\nimport { a } from \"a\"\n\n", undefined]
    )
    const sandbox = `<TryIt scenario="teams">\n\n${block(one!, "a()")}\n</TryIt>\n`
    assert.deepStrictEqual(folded(block(one!), sandbox, block(one!)), [undefined, undefined, `${one}\n`])
  })

  it("the markdown twin of a page contains the steps and the code of its sandbox without the tags", () => {
    const { text } = pages.find(({ file }) => file === "guides/sessions.md")!

    const twin = withoutSandboxes(text)

    assert.notInclude(twin, "TryIt")
    assert.match(twin, /## Try it live[\s\S]*has a sandbox[\s\S]*1\. [\s\S]*```ts\nawait client[\s\S]*## Cookies/)
  })

  it("the tabs of guides and concepts have the names that the reader's choice is remembered by", () => {
    const groups = ofReaders.filter(({ file }) => /^(?:guides|concepts)\//.test(file)).flatMap(({ file, text }) =>
      [...text.matchAll(/^::: code-group\n([^]*?)^:::$/gm)].map(([, group = ""]) => ({
        file,
        names: [...group.matchAll(/^```\w+ \[(.+)\]$/gm)].map(([, name]) => name!)
      }))
    )
    const pairs = [["Promises", "Effect"], ["Browser", "Server"]]

    assert.isAtLeast(groups.length, 7)
    assert.deepStrictEqual(
      groups.filter(({ names }) => !pairs.some((pair) => pair.every((name) => names.includes(name)))),
      []
    )
  })

  it("guides and quick starts show only code that comes from a tested example", () => {
    const typed = ofReaders.flatMap(({ file, text }) => {
      const lines = text.split("\n")
      return lines.flatMap((line, at) =>
        /^\s*```(?:tsx?|jsx?|mjs)\b/.test(line) && lines[at - 2]?.startsWith("<!-- examples/") !== true
          ? [`${file}:${at + 1}`]
          : []
      )
    })

    assert.deepStrictEqual(typed, [])
  })
})
