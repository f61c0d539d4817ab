import * as path from "node:path"
import { defineConfig } from "vitepress"
import manifest from "../../package.json" with { type: "json" }
import { repository } from "./site/addresses.ts"
import { markdown } from "./site/markdown.ts"
import { root, writtenPages } from "./site/pages.ts"
import { readGenerated } from "./site/reference/read.ts"
import { sandbox } from "./site/sandbox.ts"
import { search } from "./site/search.ts"
import { sidebar } from "./site/sidebar.ts"

export default defineConfig({
  title: "Latchkey",
  titleTemplate: ":title · Latchkey",
  description: manifest.description,
  lang: "en",
  base: "/latchkey/",
  cleanUrls: true,
  lastUpdated: false,
  // servers that readers start on their own machines
  ignoreDeadLinks: "localhostLinks",
  head: [["link", { rel: "icon", type: "image/svg+xml", href: "/latchkey/logo.svg" }]],
  cacheDir: path.join(root, "docs/.vitepress/cache"),
  vite: sandbox,
  markdown,
  themeConfig: {
    logo: "/logo.svg",
    nav: [
      { text: "Start", link: "/start/", activeMatch: "/start/" },
      { text: "Guides", link: "/guides/", activeMatch: "/(guides|concepts)/" },
      { text: "Reference", link: "/reference/", activeMatch: "/reference/" },
      { text: "Errors", link: "/errors/", activeMatch: "/errors/" }
    ],
    sidebar: sidebar(writtenPages(), readGenerated()),
    outline: [2, 3],
    search,
    externalLinkIcon: false,
    socialLinks: [{ icon: "github", link: repository }]
  },
  transformHead: ({ page }) =>
    page === "404.md" ? [] : [["link", { rel: "alternate", type: "text/markdown", href: `/latchkey/${page}` }]],
  // the front page of VitePress has no main landmark, so add one
  transformHtml: (html, _, { page }) =>
    page === "index.md" ? html.replace("id=\"VPContent\"", "id=\"VPContent\" role=\"main\"") : html,
  transformPageData: (page) => {
    const { description, name, title } = page.params ?? {}
    const isResource = page.relativePath.startsWith("reference/endpoints/") && !title?.includes(".")
    const isGuide = /^(?:guides|concepts)\/(?!index\.)/.test(page.relativePath)
    const pageClass = name === "index" ? "index rows" : isResource ? "rows" : isGuide ? "beside" : undefined
    const frontmatter = pageClass === undefined ? page.frontmatter : { ...page.frontmatter, pageClass }
    return title === undefined ? { frontmatter } : { title, description, frontmatter }
  }
})
