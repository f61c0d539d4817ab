import { inBrowser, onContentUpdated, type Theme } from "vitepress"
import DefaultTheme from "vitepress/theme-without-fonts"
import { followPackageManager, showPackageManager } from "./packageManagerTabs.ts"
import "./theme.css"
import { TryIt } from "./TryIt.ts"

export default {
  extends: DefaultTheme,
  enhanceApp: ({ app }) => void app.component("TryIt", TryIt),
  setup: () => {
    onContentUpdated(showPackageManager)
    if (inBrowser) followPackageManager()
  }
} satisfies Theme
