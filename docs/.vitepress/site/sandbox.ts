/** Vite configuration for the sandboxes of `<TryIt>`. */
import { gzipSync } from "node:zlib"
import type { UserConfig } from "vitepress"

type ViteConfig = NonNullable<UserConfig["vite"]>

/** Id of the module that replaces the sandbox on the server, where no sandbox starts. */
const none = "\0no-sandbox"

/** Writes the sizes of the frame's script into the scripts that show them (`theme/tryIt/loadedFrame.ts`). */
const sizes = {
  name: "sandbox-sizes",
  enforce: "post",
  generateBundle: (_, bundle) => {
    const files = Object.values(bundle)
    const frame = files.find((file) => file.type === "asset" && /(?:^|\/)frame-[\w-]+\.js$/.test(file.fileName))
    if (frame?.type !== "asset") return
    const script = Buffer.from(frame.source)
    const size = `${(gzipSync(script).length / 1e6).toFixed(1)} MB`
    for (const file of files) {
      if (file.type !== "chunk") continue
      file.code = file.code.replaceAll("__FRAME_BYTES__", String(script.length)).replaceAll("__FRAME_SIZE__", size)
    }
  }
} satisfies NonNullable<ViteConfig["plugins"]>[number]

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
  plugins: [sizes, {
    name: "no-sandbox-on-server",
    enforce: "pre",
    resolveId: (source, _, { ssr }) => ssr === true && source.endsWith("/tryIt/mount.tsx") ? none : undefined,
    load: (id) => id === none ? "export const mount = undefined" : undefined
  }]
}
