/**
 * Fills `{name}` in a text. A value that is missing leaves its braces, so that a slip is seen. In a script that runs from
 * right to left values are isolated (Unicode UAX 9), so that a name in Latin letters does not move what is around it.
 */
export const interpolate = (text: string, values: { readonly [name: string]: unknown }): string =>
  text.replace(/\{(\w+)\}/g, (braces, name: string) =>
    !Object.hasOwn(values, name)
      ? braces
      : /[\u0590-\u08ff]/.test(text)
      ? `\u2068${String(values[name])}\u2069`
      : String(values[name]))
