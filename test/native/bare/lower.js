/**
 * Translates a bundle for Hermes 0.12, which can't parse classes: `node lower.js <bundle> <output>`. Translates the
 * whole bundle, because Babel's translation of classes in a module breaks imports that are named `Boolean`.
 */
const babel = require("@babel/core")
const { readFileSync, writeFileSync } = require("node:fs")

const [, , from, to] = process.argv
const { code } = babel.transformSync(readFileSync(from, "utf8"), {
  babelrc: false,
  configFile: false,
  comments: false,
  compact: true,
  sourceType: "script",
  assumptions: { setPublicClassFields: true },
  plugins: [
    "@babel/plugin-transform-class-properties",
    "@babel/plugin-transform-private-methods",
    "@babel/plugin-transform-private-property-in-object",
    "@babel/plugin-transform-classes"
  ]
})
writeFileSync(to, code)
