const most = 10

/** Lists issues in a sentence: at most ten different ones, because a value can have an issue for each of its items. */
export const issuesInWords = (
  issues: ReadonlyArray<{ readonly path: string; readonly problem: string }>,
  whole?: string
): string => {
  const all = [
    ...new Set(issues.map(({ path, problem }) => {
      const place = path === "" ? whole : path
      return place === undefined ? problem : `${place}: ${problem}`
    }))
  ]
  const more = all.length - most
  return more > 0 ? `${all.slice(0, most).join("; ")}; and ${more} more` : all.join("; ")
}
