/** The first screen as a picture, until the app has started, with the progress of its script. */
import type { ReactNode } from "react"
import { frameSize } from "./loadedFrame.ts"

export const Poster = ({ picture, progress }: {
  /** URL of the picture, without `.webp`. */
  readonly picture: string | undefined
  /** Loaded fraction of the script. */
  readonly progress: number | "failed"
}): ReactNode => (
  <div className="poster">
    {picture === undefined ? null : (
      <>
        <img className="in-light" src={`${picture}.webp`} alt="" />
        <img className="in-dark" src={`${picture}-dark.webp`} alt="" />
      </>
    )}
    {progress === "failed"
      ? <p role="alert">The sandbox couldn't be loaded. Check your connection, then press Reset.</p>
      : (
        <p>
          <progress value={progress} aria-label="Loading the sandbox" />
          <span>
            {progress < 1 ? frameSize.startsWith("__") ? "Loading …" : `Loading ${frameSize} …` : "Starting …"}
          </span>
        </p>
      )}
  </div>
)
