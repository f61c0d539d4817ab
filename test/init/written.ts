/**
 * Projects written here, because their templates are downloaded from places other than the npm registry. They have the files
 * that `init` reads.
 */
import type { Starter } from "./starters.ts"

const packageJson = (fields: object): string =>
  `${JSON.stringify({ name: "project", private: true, ...fields }, null, 2)}\n`

const esm = { type: "module" }

const tsconfig = `{
  "compilerOptions": {
    "target": "ES2023",
    "module": "NodeNext",
    "strict": true,
    "skipLibCheck": true,
    "outDir": "./dist",
    "types": ["node"]
  },
  "exclude": ["node_modules"]
}
`

const types = { "@types/node": "^24", "typescript": "^5.9", "tsx": "^4" }

export const written: ReadonlyArray<Starter> = [
  {
    name: "hono-node",
    title: "Hono",
    proof: "none",
    inCi: true,
    from: {
      "package.json": packageJson({
        ...esm,
        scripts: { dev: "tsx watch src/index.ts", build: "tsc", start: "node dist/index.js" },
        dependencies: { "@hono/node-server": "^2", "hono": "^4" },
        devDependencies: types
      }),
      "tsconfig.json": tsconfig,
      ".gitignore": "node_modules\ndist\n.env\n",
      "src/index.ts": `import { serve } from '@hono/node-server'
import { Hono } from 'hono'

const app = new Hono()

app.get('/', (c) => {
  return c.text('Hello Hono!')
})

serve({
  fetch: app.fetch,
  port: 3000
}, (info) => {
  console.log(\`Server is running on http://localhost:\${info.port}\`)
})
`
    }
  },
  {
    name: "hono-bun",
    title: "Hono",
    proof: "none",
    from: {
      "package.json": packageJson({ scripts: { dev: "bun run --hot src/index.ts" }, dependencies: { hono: "^4" } }),
      "tsconfig.json": "{\n  \"compilerOptions\": {\n    \"strict\": true,\n    \"jsx\": \"react-jsx\",\n  }\n}\n",
      "src/index.ts":
        "import { Hono } from 'hono'\n\nconst app = new Hono()\n\napp.get('/', (c) => {\n  return c.text('Hello Hono!')\n})\n\nexport default app\n"
    }
  },
  {
    name: "hono-workers",
    title: "Cloudflare Workers",
    proof: "none",
    from: {
      "package.json": packageJson({
        ...esm,
        scripts: { dev: "wrangler dev", deploy: "wrangler deploy --minify" },
        dependencies: { hono: "^4" },
        devDependencies: { wrangler: "^4" }
      }),
      "wrangler.jsonc":
        "{\n  \"name\": \"project\",\n  \"main\": \"src/index.ts\",\n  // a date\n  \"compatibility_date\": \"2026-11-01\",\n}\n",
      "src/index.ts":
        "import { Hono } from 'hono'\n\nconst app = new Hono<{ Bindings: CloudflareBindings }>()\n\nexport default app\n"
    }
  },
  {
    name: "astro",
    title: "Astro",
    proof: "none",
    inCi: true,
    from: {
      "package.json": packageJson({
        ...esm,
        scripts: { dev: "astro dev", build: "astro build", preview: "astro preview", astro: "astro" },
        dependencies: { astro: "^6" }
      }),
      "astro.config.mjs":
        "// @ts-check\nimport { defineConfig } from 'astro/config';\n\nexport default defineConfig({});\n",
      "tsconfig.json":
        "{\n  \"extends\": \"astro/tsconfigs/strict\",\n  \"include\": [\".astro/types.d.ts\", \"**/*\"],\n  \"exclude\": [\"dist\"]\n}\n",
      "src/pages/index.astro": "---\n---\n<html lang=\"en\"><body><h1>Astro</h1></body></html>\n"
    }
  },
  {
    name: "nuxt",
    title: "Nuxt",
    proof: "none",
    inCi: true,
    from: {
      "package.json": packageJson({
        ...esm,
        scripts: { build: "nuxt build", dev: "nuxt dev", generate: "nuxt generate", postinstall: "nuxt prepare" },
        dependencies: { "nuxt": "^4", "vue": "^3", "vue-router": "^4" }
      }),
      "nuxt.config.ts":
        "export default defineNuxtConfig({\n  compatibilityDate: '2026-11-01',\n  devtools: { enabled: true }\n})\n",
      "tsconfig.json": "{\n  // https://nuxt.com/docs\n  \"files\": []\n}\n",
      "app/app.vue": "<template>\n  <NuxtWelcome />\n</template>\n"
    }
  },
  {
    name: "react-router",
    title: "React Router in framework mode",
    proof: "none",
    inCi: true,
    from: {
      "package.json": packageJson({
        ...esm,
        scripts: {
          build: "react-router build",
          dev: "react-router dev",
          start: "react-router-serve ./build/server/index.js"
        },
        dependencies: { "@react-router/node": "8.4.0", "react": "^19", "react-dom": "^19", "react-router": "8.4.0" },
        devDependencies: { "@react-router/dev": "8.4.0", "typescript": "^5.9", "vite": "^8" }
      }),
      "react-router.config.ts":
        "import type { Config } from \"@react-router/dev/config\";\n\nexport default { ssr: true } satisfies Config;\n",
      "vite.config.ts":
        "import { reactRouter } from \"@react-router/dev/vite\";\nimport { defineConfig } from \"vite\";\n\nexport default defineConfig({ plugins: [reactRouter()] });\n",
      "tsconfig.json": "{}\n",
      "app/root.tsx":
        "import { Outlet } from \"react-router\";\n\nexport default function App() {\n  return <Outlet />;\n}\n",
      "app/routes.ts":
        "import { index } from \"@react-router/dev/routes\";\n\nexport default [index(\"routes/home.tsx\")];\n",
      "app/routes/home.tsx": "export default function Home() {\n  return null;\n}\n"
    }
  },
  {
    name: "koa",
    title: "Koa",
    proof: "none",
    inCi: true,
    from: {
      "package.json": packageJson({
        scripts: { start: "node app.js" },
        dependencies: { "koa": "^3", "koa-router": "^14" }
      }),
      "app.js":
        "const Koa = require('koa')\nconst app = new Koa()\n\napp.use(async (ctx) => {\n  ctx.body = 'Hello'\n})\n\napp.listen(3000)\n"
    }
  },
  {
    name: "solid-start",
    title: "SolidStart",
    proof: "none",
    from: {
      "package.json": packageJson({
        ...esm,
        scripts: { dev: "vinxi dev" },
        dependencies: { "@solidjs/start": "^1", "solid-js": "^1", "vinxi": "^0.5" }
      }),
      "app.config.ts": "import { defineConfig } from \"@solidjs/start/config\";\n\nexport default defineConfig({});\n",
      "src/app.tsx": "export default function App() {\n  return <main>Hello</main>;\n}\n"
    }
  },
  {
    name: "express-commonjs",
    title: "Express",
    proof: "route",
    from: {
      "package.json": packageJson({
        main: "index.js",
        scripts: { start: "node index.js" },
        dependencies: { express: "^5" }
      }),
      "index.js": `const express = require('express');
const path = require('path');

const app = express();
const port = process.env.PORT || 3000;

app.use(express.json());
app.use((req, res, next) => {
  console.log(req.method, req.url);
  next();
});

app.get('/', (req, res) => res.send('Hello World!'));

app.use((req, res) => res.status(404).send('Not found'));

app.listen(port, () => console.log(\`Example app listening on port \${port}\`));
`
    }
  },
  {
    name: "express-typescript",
    title: "Express",
    proof: "route",
    check: "npx tsc --noEmit",
    from: {
      "package.json": packageJson({
        ...esm,
        scripts: { dev: "tsx watch src/index.ts", build: "tsc", start: "node dist/index.js" },
        dependencies: { express: "^5" },
        devDependencies: { ...types, "@types/express": "^5" }
      }),
      "tsconfig.json": tsconfig,
      "src/index.ts": `import express, { type Request, type Response } from "express";

const app = express();

app.get("/", (_request: Request, response: Response) => {
  response.send("Hello");
});

app.listen(Number(process.env["PORT"] ?? 3000));
`
    }
  },
  {
    name: "express-factory",
    title: "Express",
    proof: "none",
    from: {
      "package.json": packageJson({
        ...esm,
        scripts: { dev: "node src/index.ts" },
        dependencies: { express: "^5" },
        devDependencies: types
      }),
      "tsconfig.json": tsconfig,
      "src/app.ts":
        "import express from 'express'\nimport { router } from './routes.ts'\n\nexport const buildApp = () => {\n  const app = express()\n  app.use('/api', router)\n  return app\n}\n",
      "src/routes.ts": "import { Router } from 'express'\n\nexport const router = Router()\n",
      "src/index.ts": "import { buildApp } from './app.ts'\n\nbuildApp().listen(3000)\n"
    }
  },
  {
    name: "express-empty",
    title: "Express",
    proof: "route",
    from: { "package.json": packageJson({ ...esm, dependencies: { express: "^5" } }) }
  },
  {
    name: "hono-empty",
    title: "Hono",
    proof: "route",
    from: { "package.json": packageJson({ ...esm, dependencies: { hono: "^4" } }) }
  },
  {
    name: "effect-empty",
    title: "Effect HttpApi",
    proof: "route",
    inCi: true,
    from: {
      "package.json": packageJson({ ...esm, dependencies: { "@effect/platform-node": "^4.1", "effect": "^4.1" } })
    }
  },
  {
    name: "node-empty",
    title: "Node",
    proof: "script",
    inCi: true,
    from: { "package.json": packageJson(esm) }
  }
]
