/**
 * Calls the listener on every navigation until the returned function is called. Without the Navigation API, `pushState`
 * is not reported. The type of `window.navigation` is checked, because an element such as `<nav id="navigation">` can
 * shadow it.
 */
export const onNavigation = (listener: () => void): () => void => {
  const { navigation } = window as { readonly navigation?: EventTarget & { readonly navigate?: unknown } }
  const [target, event] = typeof navigation?.navigate === "function"
    ? [navigation, "currententrychange"]
    : [window, "popstate"]
  target.addEventListener(event, listener)
  return () => target.removeEventListener(event, listener)
}
