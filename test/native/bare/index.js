// Hermes has no TextDecoder, which Effect needs.
import "fast-text-encoding"
// React Native's own URL resolves no paths.
import "react-native-url-polyfill/auto"
import { AppRegistry } from "react-native"
import { App } from "./app/App"

AppRegistry.registerComponent("main", () => App)
