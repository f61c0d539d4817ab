/** Vite configuration for the sandboxes of `<TryIt>`. */
import type { UserConfig } from "vitepress"

type ViteConfig = NonNullable<UserConfig["vite"]>

/** Id of the module that replaces the sandbox on the server, where no sandbox starts. */
const none = "\0no-sandbox"

/** The frame of a sandbox is one file, so that it works offline once it has started. */
export const sandbox: ViteConfig = {
  // the development server would otherwise reload the page when a sandbox first starts
  optimizeDeps: { entries: [".vitepress/theme/tryIt/{mount,frame}.tsx"], include: ["react/jsx-dev-runtime"] },
  worker: {
    format: "es",
    plugins: () => [{
      name: "no-react-directives",
      transform: (code, id) => id.includes("/react/") ? code.replace(/^"use client";?$/m, "") : undefined
    }],
    rollupOptions: {
      output: { inlineDynamicImports: true }
    }
  },
  plugins: [{
    name: "no-sandbox-on-server",
    enforce: "pre",
    resolveId: (source, _, { ssr }) => ssr === true && source.endsWith("/tryIt/mount.tsx") ? none : undefined,
    load: (id) => id === none ? "export const mount = undefined" : undefined
  }]
}
