import { inBrowser, onContentUpdated, type Theme } from "vitepress"
import DefaultTheme from "vitepress/theme-without-fonts"
import { followPackageManager, showPackageManager } from "./packageManagerTabs.ts"
import "./theme.css"

export default {
  extends: DefaultTheme,
  setup: () => {
    onContentUpdated(showPackageManager)
    if (inBrowser) followPackageManager()
  }
} satisfies Theme
