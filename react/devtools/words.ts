/** Formats of numbers and times. */

/** Formats a duration: `340 ms`, `4.2 s`, `9 min 40 s`, `2 h 5 min`, `3 d 4 h`. */
export const duration = (millis: number): string => {
  const [sign, length] = millis < 0 ? ["−", -millis] : ["", millis]
  if (length < 1000) return `${sign}${Math.round(length)} ms`
  if (length < 60_000) return `${sign}${Number((length / 1000).toFixed(length < 10_000 ? 1 : 0))} s`
  const seconds = Math.floor(length / 1000)
  const units = [["d", 86_400], ["h", 3600], ["min", 60], ["s", 1]] as const
  const first = units.findIndex(([, size]) => seconds >= size)
  const [large, small] = [units[first]!, units[first + 1]]
  const whole = `${sign}${Math.floor(seconds / large[1])} ${large[0]}`
  const rest = small === undefined ? 0 : Math.floor((seconds % large[1]) / small[1])
  return rest === 0 ? whole : `${whole} ${rest} ${small![0]}`
}

/** Formats a time in the local time zone: `14:03:27`. */
export const timeOfDay = (millis: number): string => new Date(millis).toTimeString().slice(0, 8)
