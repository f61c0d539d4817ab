/**
 * Calls the listener when the history moves, until the returned function is called. Only browsers with a Navigation API
 * report pushes; in the others, an element such as `<nav id="navigation">` has its name.
 */
export const onNavigation = (listener: () => void): () => void => {
  const { navigation } = window as { readonly navigation?: EventTarget & { readonly navigate?: unknown } }
  const [target, event] = typeof navigation?.navigate === "function"
    ? [navigation, "currententrychange"]
    : [window, "popstate"]
  target.addEventListener(event, listener)
  return () => target.removeEventListener(event, listener)
}
