/** Calls back when the history moves, and returns what ends that. Of pushes only browsers with a Navigation API tell. */
export const onNavigation = (listener: () => void): () => void => {
  const { navigation } = window as { readonly navigation?: EventTarget }
  const [target, event] = navigation === undefined ? [window, "popstate"] : [navigation, "currententrychange"]
  target.addEventListener(event, listener)
  return () => target.removeEventListener(event, listener)
}
