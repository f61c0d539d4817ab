/** Configuration of a new React Native app, with a plugin that replaces environment variables as Expo does. */
const variables = ({ types }) => ({
  visitor: {
    MemberExpression: (path) => {
      const { name } = path.node.property
      if (path.get("object").matchesPattern("process.env") && name?.startsWith("EXPO_PUBLIC_")) {
        path.replaceWith(types.valueToNode(process.env[name]))
      }
    }
  }
})

module.exports = {
  presets: ["module:@react-native/babel-preset"],
  overrides: [{ test: /[\\/]app[\\/]/, plugins: [variables] }]
}
