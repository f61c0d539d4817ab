/** Starters: the templates of the npm registry, and projects written here for templates that are elsewhere. */
import { written } from "./written.ts"

/** How the outcome of `init` is proven, after the project's own type check or build. */
export type Proof =
  /** The sign-in screen is shown in a browser. */
  | "screen"
  /** Next.js serves the sign-in screen, and a page for signed-in users redirects to it. */
  | "next"
  /** GET /notes responds with 401. */
  | "route"
  /** The script prints the user of the emulator. */
  | "script"
  /** The build passes. The page has no screen. */
  | "build"
  /** Nothing is proven, because `init` writes no code. */
  | "none"

/** A starter. */
export interface Starter {
  readonly name: string
  /** Title that `init` prints. */
  readonly title: string
  /** Command that creates the project in the folder `project`, or the files. */
  readonly from: string | { readonly [path: string]: string }
  readonly proof: Proof
  /** The project's own check, after the installation. */
  readonly check?: string
  /** Whether CI checks the laws of this starter on behalf of its framework, and also installs it. */
  readonly inCi?: boolean | "installed"
}

const vite = (template: string, title: string, proof: Proof, rest: Partial<Starter> = {}): Starter => ({
  name: `vite-${template}`,
  title,
  from: `npx create-vite@9.3.0 project --template ${template} --no-interactive`,
  proof,
  check: "npm run build",
  ...rest
})

const next = (name: string, flags: string, rest: Partial<Starter> = {}): Starter => ({
  name: `next-${name}`,
  title: "Next.js with the App Router",
  from: `npx create-next-app@16.4.3 project ${flags} --skip-install --disable-git --yes`,
  proof: "next",
  ...rest
})

/** The bundle of an app that imports the client: it has the settings that apps may read, and no secret key. */
const bundled = (app: string) =>
  `printf 'import "./latchkey"\\n' | cat - ${app} > App.tmp && mv App.tmp ${app} && `
  + "npx expo export --platform android && grep -rqa pck_emulator dist && ! grep -rqa ssk_ dist"

/** The newest templates whose packages, and those that `init` adds, are all on the registry. */
const expo = ([template, version]: readonly [template: string, version: string]): Starter => ({
  name: `expo-${template}`,
  title: "Expo",
  from: `npx create-expo-app@5.0.0 project --template expo-template-${template}@${version} --no-install`,
  proof: "build",
  check: template === "blank-typescript"
    ? `npx tsc --noEmit && ${bundled("App.tsx")}`
    : /^(?:blank|bare-minimum)$/.test(template)
    ? bundled("App.js")
    : "npx tsc --noEmit"
})

const guided = (name: string, title: string, from: Starter["from"], inCi = true): Starter => ({
  name,
  title,
  from,
  proof: "none",
  inCi
})

const typed = "npx next typegen && npx tsc --noEmit"

export const starters: ReadonlyArray<Starter> = [
  vite("react-ts", "Vite with React", "screen", { inCi: true }),
  vite("react", "Vite with React", "screen"),
  vite("react-compiler-ts", "Vite with React", "screen"),
  vite("vue-ts", "Vite with Vue", "build", { inCi: "installed" }),
  vite("svelte-ts", "Vite with Svelte", "build"),
  vite("solid-ts", "Vite with Solid", "build", { inCi: true }),
  vite("preact-ts", "Vite with Preact", "build"),
  vite("lit-ts", "Vite with Lit", "build"),
  vite("vanilla-ts", "Vite", "build"),
  vite("vanilla", "Vite", "build"),
  vite("qwik-ts", "Qwik", "none"),
  {
    name: "tanstack-router",
    title: "Vite with React",
    from: "npx @tanstack/cli@0.71.0 create project --no-install --no-git -y --router-only",
    proof: "screen",
    check: "npm run build",
    inCi: "installed"
  },
  {
    name: "vue",
    title: "Vite with Vue",
    from: "npx create-vue@3.24.0 project --ts --router",
    proof: "build",
    check: "npm run build"
  },
  next("ts", "--ts --app --no-src-dir --no-tailwind --eslint --import-alias @/*", { check: typed, inCi: true }),
  next("src-tailwind", "--ts --app --src-dir --tailwind --no-eslint", { check: typed }),
  next("js", "--js --app --no-src-dir --no-tailwind --no-eslint"),
  next("empty", "--ts --app --empty --no-src-dir --no-tailwind --no-eslint", { check: typed }),
  next("biome", "--ts --app --src-dir --tailwind --biome", { check: typed }),
  next("pages", "--ts --no-app --src-dir --no-tailwind --no-eslint", {
    title: "Next.js with the App Router and pages",
    check: typed
  }),
  next("pages-js", "--js --no-app --no-src-dir --no-tailwind --no-eslint", {
    title: "Next.js with the App Router and pages"
  }),
  {
    name: "t3",
    title: "Next.js with the App Router",
    from: "npx create-t3-app@7.40.0 project --CI --noGit --noInstall --trpc --tailwind --appRouter",
    // it has Next.js 15, for which init writes nothing
    proof: "none"
  },
  {
    name: "t3-pages",
    title: "Next.js with the App Router and pages",
    from: "npx create-t3-app@7.40.0 project --CI --noGit --noInstall",
    proof: "none"
  },
  ...([
    ["default", "56.0.36"],
    ["blank", "56.0.26"],
    ["blank-typescript", "56.0.35"],
    ["tabs", "55.1.15"],
    ["bare-minimum", "56.0.37"]
  ] as const).map(expo),
  guided(
    "sveltekit",
    "SvelteKit",
    "npx sv@0.17.1 create project --template minimal --types ts --no-add-ons --no-install"
  ),
  guided(
    "sveltekit-demo",
    "SvelteKit",
    "npx sv@0.17.1 create project --template demo --types ts --no-add-ons --no-install",
    false
  ),
  guided("tanstack-start", "TanStack Start", "npx @tanstack/cli@0.71.0 create project --no-install --no-git -y"),
  guided("nest", "NestJS", "npx @nestjs/cli@12.0.8 new project --skip-install --skip-git -p npm"),
  guided("fastify", "Fastify", "npx fastify-cli@8.0.2 generate project"),
  guided("fastify-ts", "Fastify", "npx fastify-cli@8.0.2 generate project --lang=ts", false),
  guided(
    "workers",
    "Cloudflare Workers",
    "npx create-cloudflare@2.74.0 project --type hello-world --lang ts --no-deploy --no-git"
  ),
  guided(
    "react-native",
    "React Native",
    "npm pack @react-native-community/template@0.87.2 >/dev/null && tar xzf *.tgz && mv package/template project && rm -r package *.tgz"
  ),
  {
    name: "express-generator",
    title: "Express",
    from: "npx express-generator@4.16.1 --no-view project",
    proof: "route",
    inCi: "installed"
  },
  {
    name: "express-generator-typescript",
    title: "Express",
    from: "npx express-generator-typescript@2.8.1 project",
    proof: "none"
  },
  ...written
]
