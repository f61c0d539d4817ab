/** How the site reads markdown: as the repository's own pages do, where `{{ }}` and `<Tag>` are text. */
import { renderMermaidSVG } from "beautiful-mermaid"
import { imageSize } from "image-size"
import { existsSync, readFileSync, statSync } from "node:fs"
import * as path from "node:path"
import type { MarkdownOptions } from "vitepress"
import { repository, site } from "./addresses.ts"
import { withTestsOfLaws } from "./laws.ts"
import { docs, root } from "./pages.ts"

type MarkdownIt = Parameters<NonNullable<MarkdownOptions["config"]>>[0]

/** The anchor of a heading, as GitHub makes it. */
export const anchorOf = (heading: string): string =>
  heading.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, "").trim().replace(/\s/g, "-")

/** Where a link of a page leads in the site: what is not in `docs/` is read in the repository. */
export const hrefOf = (page: string, href: string): string => {
  if (href.startsWith(site)) return `/${href.slice(site.length)}`
  if (/^(?:[a-z]+:|[/#])/.test(href)) return href
  const [file = "", anchor] = href.split("#")
  const target = path.resolve(docs, path.dirname(page), file)
  if (`${target}/`.startsWith(docs) && (target.endsWith(".md") || !path.extname(target))) return href
  if (!existsSync(target)) throw new Error(`docs/${page} links to ${href}, which is not there`)
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

/** What pages write as HTML. The rest of what looks like a tag is a type, or a component that is spoken of. */
const html = /^<\/?(?:details|summary|kbd|br|wbr|sub|sup)\b[^>]*>\s*$/

const literally = (md: MarkdownIt): void => {
  const text = (content: string) => md.utils.escapeHtml(content).replaceAll("{{", "&#123;&#123;")
  const tag = (content: string) => {
    const shown = content.replace(/<!--[\s\S]*?-->/g, "")
    return shown.trim() === "" || shown.split(/(?<=>)\s*/).every((part) => part === "" || html.test(part))
      ? shown
      : text(shown)
  }
  md.renderer.rules["text"] = (tokens, index) => text(tokens[index]!.content)
  md.renderer.rules["html_inline"] = (tokens, index) => tag(tokens[index]!.content)
  md.renderer.rules["html_block"] = (tokens, index) => tag(tokens[index]!.content)
}

/** Diagrams are drawn here, so that no page loads what draws them; their colours are the theme's (`theme.css`). */
const diagrams = (md: MarkdownIt): void => {
  const fence = md.renderer.rules["fence"]!
  md.renderer.rules["fence"] = (tokens, index, ...rest) => {
    const { content, info } = tokens[index]!
    if (info.trim() !== "mermaid") return fence(tokens, index, ...rest)
    const drawn = renderMermaidSVG(content, { transparent: true })
      .replace(/<style>[\s\S]*?<\/style>/, "").replaceAll("arrowhead", `arrowhead-${index}`)
      .replace(/<svg ([^>]*) style="[^"]*">/, "<svg role=\"img\" aria-label=\"What depends on what\" $1>")
    return `<div class="diagram" v-pre tabindex="0">${drawn}</div>\n`
  }
}

/** A picture of a screen comes in both schemes, with its size, so that nothing moves when it is there. */
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

/** Adds to the law book what only the site lists. */
const tests = (md: MarkdownIt): void => {
  md.core.ruler.before("normalize", "tests_of_laws", (state) => {
    state.src = withTestsOfLaws(state.env.relativePath, state.src)
  })
}

export const markdown: MarkdownOptions = {
  attrs: { disable: true },
  anchor: { slugify: anchorOf },
  theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
  config: (md) => {
    tests(md)
    links(md)
    diagrams(md)
    screens(md)
    literally(md)
  }
}
