/**
 * Replaces `{name}` placeholders. A placeholder without a value stays in the text, so that the mistake is visible. In
 * right-to-left scripts, values are isolated (Unicode UAX 9), so that a name in Latin script doesn't reorder the text
 * around it.
 */
export const interpolate = (text: string, values: { readonly [name: string]: unknown }): string =>
  text.replace(/\{(\w+)\}/g, (braces, name: string) =>
    !Object.hasOwn(values, name)
      ? braces
      : /[\u0590-\u08ff]/.test(text)
      ? `\u2068${String(values[name])}\u2069`
      : String(values[name]))
