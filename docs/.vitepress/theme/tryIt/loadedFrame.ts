/** Loads the script of the frame ahead, to show its progress. The frame then takes it from the cache. */

/** Size of the script in bytes. `site/sandbox.ts` writes it into the built site; `NaN` elsewhere. */
const frameBytes = Number("__FRAME_BYTES__")

/** Size of the compressed script, such as `0.5 MB`. */
export const frameSize = "__FRAME_SIZE__"

/** Resolves when the script is in the cache. Rejects if it can't be loaded. `onProgress` receives the loaded fraction. */
export const loadedFrame = async (
  url: string,
  signal: AbortSignal,
  onProgress: (fraction: number) => void
): Promise<void> => {
  const response = await fetch(url, { signal })
  if (!response.ok || response.body === null) throw new Error(`${url} responds with ${response.status}.`)
  const reader = response.body.getReader()
  let loaded = 0
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    loaded += part.value.byteLength
    onProgress(Math.min(loaded / (frameBytes || Infinity), 1))
  }
  onProgress(1)
}
