import { Linking } from "react-native"

export const getInitialURL = () => Linking.getInitialURL()
export const addEventListener = (name, listener) => Linking.addEventListener(name, listener)
export const openURL = (url) => Linking.openURL(url)
