/**
 * Runs flows with the built package and its emulator: a client, a server and a verifier. docs/laws.md J7. `npm run build`
 * comes first.
 */
const { run } = await import(new URL("../runtimes/program.mjs", import.meta.url).href)

const began = performance.now()
await run((part: string) => {
  console.log(`${part}: passed in ${((performance.now() - began) / 1000).toFixed(1)} s`)
})
