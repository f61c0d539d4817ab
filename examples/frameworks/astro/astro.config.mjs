import node from "@astrojs/node"
import { defineConfig } from "astro/config"

// pages that depend on the user are rendered for each request
export default defineConfig({ output: "server", adapter: node({ mode: "standalone" }) })
