/** Renders markdown in the same way as GitHub: `{{ }}` and `<Tag>` are text. */
import { renderMermaidSVG } from "beautiful-mermaid"
import { imageSize } from "image-size"
import { existsSync, readFileSync, statSync } from "node:fs"
import * as path from "node:path"
import type { MarkdownOptions } from "vitepress"
import { repository, site } from "./addresses.ts"
import { anchorOf } from "./anchorOf.ts"
import { withFacts } from "./facts.ts"
import { withSentences } from "./guides.ts"
import { withTestsOfLaws } from "./laws.ts"
import { withPackageManagers } from "./packageManagers.ts"
import { docs, root, writtenPages } from "./pages.ts"

type MarkdownIt = Parameters<NonNullable<MarkdownOptions["config"]>>[0]

/** Returns the target of a page's link on the site. Links to files outside `docs/` lead to the repository. */
export const hrefOf = (page: string, href: string): string => {
  if (href.startsWith(site)) return `/${href.slice(site.length)}`
  if (/^(?:[a-z]+:|[/#])/.test(href)) return href
  const [file = "", anchor] = href.split("#")
  const target = path.resolve(docs, path.dirname(page), file)
  if (`${target}/`.startsWith(docs) && (target.endsWith(".md") || !path.extname(target))) return href
  if (!existsSync(target)) throw new Error(`docs/${page} links to ${href}, which doesn't exist`)
  const kind = statSync(target).isDirectory() ? "tree" : "blob"
  const place = path.relative(root, target).split(path.sep).join("/")
  return `${repository}/${kind}/main/${place}${anchor === undefined ? "" : `#${anchor}`}`
}

const links = (md: MarkdownIt): void => {
  md.core.ruler.push("repository_links", ({ env, tokens }) => {
    for (const token of tokens.flatMap((token) => token.children ?? [])) {
      const href = token.type === "link_open" ? token.attrGet("href") : null
      if (href !== null) token.attrSet("href", hrefOf(env.relativePath, href))
    }
  })
}

/** Lets browsers break long names after `_` and `/`. The argument is HTML. */
export const breakable = (html: string): string => html.replace(/(?<=[\w}\]])([_/])(?=[\w{[])/g, "$1<wbr>")

/** Escapes `{{`, which would begin an expression of Vue. The argument is HTML. */
const withoutExpressions = (html: string): string => html.replaceAll("{{", "&#123;&#123;")

const breaks = (md: MarkdownIt): void => {
  const code = md.renderer.rules["code_inline"]!
  md.renderer.rules["code_inline"] = (...args) => withoutExpressions(breakable(code(...args)))
}

/** HTML tags that pages may use. Other tags, such as types and names of components, are shown as text. */
const html = /^<\/?(?:details|summary|kbd|br|wbr|sub|sup)\b[^>]*>\s*$/

/** Tags of a sandbox, which the theme renders. Sandboxes contain steps and code, each after an empty line. */
const sandbox = /^(?:<TryIt scenario="[\w-]+"(?: hero)?>|<\/TryIt>)\s*$/

const literally = (md: MarkdownIt): void => {
  const text = (content: string) => withoutExpressions(md.utils.escapeHtml(content))
  const tag = (content: string) => {
    if (sandbox.test(content)) return content
    const shown = content.replace(/<!--[\s\S]*?-->/g, "")
    return shown.trim() === "" || shown.split(/(?<=>)\s*/).every((part) => part === "" || html.test(part))
      ? shown
      : text(shown)
  }
  md.renderer.rules["text"] = (tokens, index) => breakable(text(tokens[index]!.content))
  md.renderer.rules["html_inline"] = (tokens, index) => tag(tokens[index]!.content)
  md.renderer.rules["html_block"] = (tokens, index) => tag(tokens[index]!.content)
}

/** Returns the messages of a sequence diagram as text: `Client to Platform: one refresh`. */
const messagesIn = (diagram: string): ReadonlyArray<string> => {
  const names = new Map([...diagram.matchAll(/^ *participant (\w+) as (.+)$/gm)].map(([, id, name]) => [id, name]))
  return [...diagram.matchAll(/^ *(?:(\w+)--?>>(\w+)|Note over [\w,]+): *(.+)$/gm)].map(([, from, to, text]) =>
    from === undefined ? text! : `${names.get(from) ?? from} to ${names.get(to) ?? to}: ${text}`
  )
}

/**
 * Renders diagrams at build time, so that no page loads Mermaid. The theme (`theme.css`) sets their colours. A title after
 * `mermaid` describes the diagram, and screen readers also read its messages.
 */
const diagrams = (md: MarkdownIt): void => {
  const fence = md.renderer.rules["fence"]!
  md.renderer.rules["fence"] = (tokens, index, ...rest) => {
    const { content, info } = tokens[index]!
    const [, title] = /^mermaid\b *(.*)$/.exec(info.trim()) ?? []
    if (title === undefined) return fence(tokens, index, ...rest)
    const label = [title || "Dependency diagram", ...messagesIn(content)].join(". ")
    const drawn = renderMermaidSVG(content, { transparent: true })
      .replace(/<style>[\s\S]*?<\/style>/, "").replace(/(id="|url\(#)((?:seq-)?arrow[\w-]*)/g, `$1$2-${index}`)
      .replace(/<svg ([^>]*) style="[^"]*">/, `<svg role="img" aria-label="${md.utils.escapeHtml(label)}" $1>`)
    const kind = content.startsWith("sequenceDiagram") ? "diagram sequence" : "diagram"
    return `<div class="${kind}" v-pre tabindex="0">${drawn}</div>\n`
  }
}

/** Names the outputs of examples, which `node .ci/readme.mjs` writes below their code. */
const outputs = (md: MarkdownIt): void => {
  const fence = md.renderer.rules["fence"]!
  md.renderer.rules["fence"] = (tokens, index, ...rest) => {
    const isOutput = tokens[index]!.info.trim() === "text [Output]"
    const shown = fence(tokens, index, ...rest)
    return isOutput
      ? shown.replace("class=\"language-text", "class=\"output language-text")
        .replace(/(<span class="lang">)text(?=<)/, "$1Output")
      : shown
  }
}

/** The imports at the top of a block. */
const leadingImports = /^(?:import (?:[^"]* from )?"[^"]+"\n)+\n?/

/**
 * Folds the imports of a block if earlier blocks of the page have shown all of them. The copied code contains them
 * either way.
 */
const imports = (md: MarkdownIt): void => {
  const fence = md.renderer.rules["fence"]!
  md.renderer.rules["fence"] = (tokens, index, options, env, self) => {
    const [top = ""] = leadingImports.exec(tokens[index]!.content) ?? []
    const html = fence(tokens, index, options, env, self)
    const statements = top.match(/import [^"]*"[^"]+"/g) ?? []
    const known: Set<string> = env.shownImports ??= new Set()
    const isKnown = statements.length > 0 && statements.every((each) => known.has(each))
    for (const each of statements) known.add(each)
    // a sandbox takes its code from the page
    const tag = tokens.slice(0, index).findLast(({ content }) => /^<\/?TryIt\b/.test(content))
    if (!isKnown || tag?.content.startsWith("<TryIt") === true) return html
    return html.replace(/(<code\b[^>]*>)([^]*?)(<\/code>)/, (_, open: string, code: string, close: string) => {
      const lines = code.split("\n")
      const count = top.split("\n").length - 1
      const folded = `<details class="imports"><summary class="vp-copy-ignore">Imports, as above</summary>${
        lines.slice(0, count).join("\n")
      }\n</details>`
      return `${open}${folded}${lines.slice(count).join("\n")}${close}`
    })
  }
}

/** Shows a picture of a screen in both colour schemes, with its size, so that the layout doesn't shift. */
const screens = (md: MarkdownIt): void => {
  const image = md.renderer.rules["image"]!
  md.renderer.rules["image"] = (tokens, index, ...rest) => {
    const token = tokens[index]!
    const source = token.attrGet("src") ?? ""
    if (!/^\/screens\/[\w-]+\.webp$/.test(source)) return image(tokens, index, ...rest)
    const alt = md.utils.escapeHtml(token.content)
    const shown = (scheme: string, suffix: string) => {
      const address = source.replace(".webp", `${suffix}.webp`)
      const file = path.join(docs, "public", address)
      const { height, width } = existsSync(file) ? imageSize(readFileSync(file)) : { height: 0, width: 0 }
      return `<img class="in-${scheme}" :src="'${new URL(site).pathname}${
        address.slice(1)
      }'" alt="${alt}" width="${width}" height="${height}" loading="lazy">`
    }
    const kind = source.includes("phone") ? "screen phone" : "screen"
    return `<span class="${kind}">${shown("light", "")}${shown("dark", "-dark")}</span>`
  }
}

/** Adds the list of tests to the law book. Only the site has this list. */
const tests = (md: MarkdownIt): void => {
  md.core.ruler.before("normalize", "tests_of_laws", (state) => {
    state.src = withTestsOfLaws(state.env.relativePath, state.src)
  })
}

/** Adds the facts of guides: entries, needs, and errors. Parts of a page have no path. */
const facts = (md: MarkdownIt): void => {
  md.core.ruler.before("normalize", "facts", (state) => {
    const { relativePath } = state.env
    const file = relativePath === undefined ? undefined : path.join(docs, relativePath)
    if (file !== undefined && existsSync(file)) state.src = withFacts(state.src, readFileSync(file, "utf8"))
  })
}

/** Adds the sentences of the guides to their index. */
const sentences = (md: MarkdownIt): void => {
  md.core.ruler.before("normalize", "sentences", (state) => {
    if (state.env.relativePath?.endsWith("/index.md") === true) {
      state.src = withSentences(state.env.relativePath, state.src, writtenPages())
    }
  })
}

const packageManagers = (md: MarkdownIt): void => {
  md.core.ruler.before("normalize", "package_managers", (state) => {
    state.src = withPackageManagers(state.src)
  })
}

export const markdown: MarkdownOptions = {
  attrs: { disable: true },
  anchor: { slugify: anchorOf },
  theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
  config: (md) => {
    tests(md)
    facts(md)
    sentences(md)
    packageManagers(md)
    links(md)
    diagrams(md)
    outputs(md)
    imports(md)
    screens(md)
    breaks(md)
    literally(md)
  }
}
