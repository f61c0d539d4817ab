/** Colours code in the editor: comments, texts, keywords and names of calls. */
import type { ReactNode } from "react"

const parts =
  /(?<comment>\/\/.*|\/\*[\s\S]*?\*\/)|(?<text>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)|(?<keyword>\b(?:as|async|await|catch|const|else|false|for|from|function|if|import|let|new|null|of|return|throw|true|try|undefined|using|while)\b)|(?<call>\b[\w$]+(?=\())|(?<number>\b\d[\d_.]*\b)/g

/** Returns the code with an element around each coloured part. */
export const highlighted = (code: string): ReadonlyArray<ReactNode> => {
  const shown: Array<ReactNode> = []
  let end = 0
  for (const { 0: text, groups = {}, index } of code.matchAll(parts)) {
    const kind = Object.keys(groups).find((name) => groups[name] !== undefined)
    shown.push(code.slice(end, index), <span key={index} className={kind}>{text}</span>)
    end = index + text.length
  }
  return [...shown, code.slice(end)]
}
