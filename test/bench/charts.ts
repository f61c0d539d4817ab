/** The benchmark's rows as pictures for the docs, in the light and the dark: bars beside each other, and what grows as lines. */
import type { Growth } from "./growth.ts"

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

/** An SVG that goes by the reader's colours. */
const framed = (title: string, height: number, lines: ReadonlyArray<string>): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(title)}">
<style>
text { font: 14px system-ui, sans-serif; fill: #334155 }
.title { font-weight: 600; font-size: 16px }
.ours { font-weight: 600 }
.bar { fill: #94a3b8 }
.first { fill: #4f46e5 }
.grid { stroke: #cbd5e1 }
.line { fill: none; stroke: #4f46e5; stroke-width: 2 }
@media (prefers-color-scheme: dark) {
text { fill: #cbd5e1 } .bar { fill: #64748b } .first { fill: #818cf8 } .grid { stroke: #475569 } .line { stroke: #818cf8 }
}
</style>
<text x="12" y="24" class="title">${escaped(title)}</text>
${lines.join("\n")}
</svg>
`

/** Bars beside each other. */
export const svgOf = ({ bars, title, unit }: Chart): string => {
  const most = Math.max(...bars.map(({ value }) => value))
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
  return framed(title, 52 + row * bars.length, lines)
}

const plot = { left: 64, top: 52, width: 620, height: 78, below: 68 }

/** Powers of ten that a plot is wide and high. */
const powers = { counts: 6, times: 2 }

/** What one takes by how many there are, each kind of work below the other: ten times as many is one step, and so is ten times as long. */
export const growthSvgOf = (title: string, kinds: ReadonlyArray<Growth>): string => {
  const x = (count: number) => Math.round(plot.left + Math.log10(count) / powers.counts * plot.width)
  const lines = kinds.flatMap(({ sizes, what }, at) => {
    const top = plot.top + at * (plot.height + plot.below)
    const least = 10 ** Math.floor(Math.log10(Math.min(...sizes.map(({ micros }) => micros))))
    const y = (micros: number) =>
      Math.round(top + 22 + plot.height - Math.log10(micros / least) / powers.times * plot.height)
    return [
      `<text x="12" y="${top + 8}" class="ours">${escaped(what)}</text>`,
      ...[least, least * 10, least * 100].flatMap((micros) => [
        `<line x1="${plot.left}" x2="${plot.left + plot.width}" y1="${y(micros)}" y2="${y(micros)}" class="grid"/>`,
        `<text x="${plot.left - 8}" y="${y(micros) + 5}" text-anchor="end">${
          micros < 1000 ? `${micros} µs` : `${micros / 1000} ms`
        }</text>`
      ]),
      `<polyline class="line" points="${sizes.map(({ count, micros }) => `${x(count)},${y(micros)}`).join(" ")}"/>`,
      ...sizes.flatMap(({ count, micros }) => [
        `<circle cx="${x(count)}" cy="${y(micros)}" r="4" class="first"/>`,
        `<text x="${x(count)}" y="${top + plot.height + 42}" text-anchor="middle">${count.toLocaleString("en")}</text>`
      ])
    ]
  })
  return framed(title, plot.top + kinds.length * (plot.height + plot.below), lines)
}
