import DefaultTheme from "vitepress/theme-without-fonts"
import "./theme.css"

export default DefaultTheme
