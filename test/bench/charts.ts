/** The benchmark's rows as pictures for the docs: bars beside each other, in the light and the dark. */

/** One chart: what is less is better. */
export interface Chart {
  readonly title: string
  readonly unit: string
  readonly bars: ReadonlyArray<{ readonly name: string; readonly value: number; readonly isOurs?: boolean }>
}

const row = 34
const left = 190
const width = 720

const escaped = (text: string): string => text.replace(/&/g, "&amp;").replace(/</g, "&lt;")

const shown = (value: number): string => value < 10 ? value.toFixed(1) : String(Math.round(value))

/** SVG that goes by the reader's colours. */
export const svgOf = ({ bars, title, unit }: Chart): string => {
  const most = Math.max(...bars.map(({ value }) => value))
  const height = 52 + row * bars.length
  const lines = bars.map(({ isOurs, name, value }, at) => {
    const top = 44 + row * at
    const long = Math.max(2, Math.round(value / most * (width - left - 110)))
    return [
      `<text x="${left - 12}" y="${top + 15}" text-anchor="end"${isOurs ? " class=\"ours\"" : ""}>${
        escaped(name)
      }</text>`,
      `<rect x="${left}" y="${top}" width="${long}" height="20" rx="4" class="${isOurs ? "bar first" : "bar"}"/>`,
      `<text x="${left + long + 10}" y="${top + 15}">${shown(value)} ${escaped(unit)}</text>`
    ].join("\n")
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${
    escaped(title)
  }">
<style>
text { font: 14px system-ui, sans-serif; fill: #334155 }
.title { font-weight: 600; font-size: 16px }
.ours { font-weight: 600 }
.bar { fill: #94a3b8 }
.first { fill: #4f46e5 }
@media (prefers-color-scheme: dark) { text { fill: #cbd5e1 } .bar { fill: #64748b } .first { fill: #818cf8 } }
</style>
<text x="12" y="24" class="title">${escaped(title)}</text>
${lines.join("\n")}
</svg>
`
}
