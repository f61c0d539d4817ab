/** Figures of `docs/measured.md` that other pages repeat. `node .ci/readme.mjs` copies them, and a test compares them. */

/** Returns the cells of the table row with this first cell. */
const rowOf = (measured, label) => {
  const row = measured.split("\n").map(cellsOf).find((cells) => cells[1]?.trim() === label)
  if (row === undefined) throw new Error(`docs/measured.md has no row "${label}"`)
  return row.slice(2, -1).map((cell) => cell.trim())
}

const cellsOf = (line) => line.split("|")

/**
 * Returns the cells to copy into pages, by the first cell of the row. A cell is a figure, or `undefined` if the page
 * keeps its own cell.
 */
export const figuresIn = (measured) => {
  const row = (label) => rowOf(measured, label)
  const peer = (name) => {
    const [version, page, start, packages, disk] = row(name)
    return { version, page, start, packages, disk }
  }
  const number = (text) => String(parseFloat(text.replaceAll(",", "")))
  const whole = (text) => `${Math.round(parseFloat(text))} kB`
  const [latchkey, betterAuth, supabase] = ["Latchkey", "Better Auth", "Supabase Auth"].map(peer)
  const [asEffect, asPromise] = ["a call, as an Effect", "a call, as a promise"].map((label) =>
    parseFloat(row(label)[1]).toFixed(1)
  )
  // excludes Node's start-up, as in the peers' times
  const verify = parseFloat(row("`import latchkey/verify`")[3]) - parseFloat(row("`latchkey --help`")[4])
  const createClient = row("`createClient`: every flow, every client endpoint")[0]
  return {
    // README.md
    "`npm install`, packages": [latchkey.packages, undefined, betterAuth.packages],
    "bundle to sign in and read the user": [whole(latchkey.page), undefined, whole(betterAuth.page)],
    "a call, relative to a bare `fetch`": [`${asEffect} to ${asPromise} ×`],
    "first import in Node, CPU": [latchkey.start, undefined, betterAuth.start],
    // docs/guides/comparison.md
    [`better-auth/client ${betterAuth.version}`]: [number(betterAuth.page)],
    [`@supabase/auth-js ${supabase.version}`]: [number(supabase.page)],
    "**latchkey, three calls**": [number(latchkey.page)],
    "**latchkey, `createClient` with everything**": [number(createClient)],
    "`@supabase/auth-js`": [number(supabase.start)],
    "**`latchkey/verify`**": [String(verify)],
    "`better-auth/client`": [number(betterAuth.start)],
    "**`latchkey/promise`**": [number(latchkey.start)],
    "**latchkey**": [`${asEffect}–${asPromise} ×`],
    "`better-auth`": [betterAuth.packages, number(betterAuth.disk)],
    "**`latchkey effect`**": [latchkey.packages, number(latchkey.disk)]
  }
}

/** Returns a page with the current figures in the rows that repeat them. */
export const withFigures = (page, measured) => {
  const figures = figuresIn(measured)
  return page.split("\n").map((line) => {
    const cells = cellsOf(line)
    const label = cells[1]?.trim() ?? ""
    if (!line.startsWith("|") || !Object.hasOwn(figures, label)) return line
    const replaced = cells.map((cell, column) => {
      const figure = figures[label][column - 2]
      return figure === undefined || figure === cell.trim() ? cell : ` ${figure.padStart(cell.length - 2)} `
    })
    return replaced.join("|")
  }).join("\n")
}
