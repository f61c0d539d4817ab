import { inBrowser, onContentUpdated, type Theme } from "vitepress"
import DefaultTheme from "vitepress/theme-without-fonts"
import { h, nextTick } from "vue"
import { PageTools } from "./PageTools.ts"
import { rememberTabs, showRememberedTabs } from "./rememberedTabs.ts"
import { showInSidebar } from "./showInSidebar.ts"
import "./theme.css"
import { TryIt } from "./TryIt.ts"

export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { "doc-before": () => h(PageTools) }),
  enhanceApp: ({ app }) => void app.component("TryIt", TryIt),
  setup: () => {
    onContentUpdated(() => {
      showRememberedTabs()
      // the sidebar opens the group of the page first
      void nextTick(() => requestAnimationFrame(showInSidebar))
    })
    if (inBrowser) rememberTabs()
  }
} satisfies Theme
