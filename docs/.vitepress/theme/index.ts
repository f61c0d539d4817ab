import { inBrowser, onContentUpdated, type Theme } from "vitepress"
import DefaultTheme from "vitepress/theme-without-fonts"
import { h } from "vue"
import { PageTools } from "./PageTools.ts"
import { rememberTabs, showRememberedTabs } from "./rememberedTabs.ts"
import "./theme.css"
import { TryIt } from "./TryIt.ts"

export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { "doc-before": () => h(PageTools) }),
  enhanceApp: ({ app }) => void app.component("TryIt", TryIt),
  setup: () => {
    onContentUpdated(showRememberedTabs)
    if (inBrowser) rememberTabs()
  }
} satisfies Theme
