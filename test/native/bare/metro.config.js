/** Configuration of a new React Native app, with replacements for Expo's modules, which need Expo's runtime. */
const { getDefaultConfig, mergeConfig } = require("@react-native/metro-config")
const path = require("node:path")

module.exports = mergeConfig(getDefaultConfig(__dirname), {
  cacheStores: [],
  resolver: {
    resolveRequest: (context, name, platform) =>
      name.startsWith("expo-")
        ? { type: "sourceFile", filePath: path.join(__dirname, "modules", `${name}.js`) }
        : context.resolveRequest(context, name, platform)
  }
})
