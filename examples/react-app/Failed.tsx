/** Shown when a page can't load its data: the error, a retry button and a sign-out button. */
import { reads } from "latchkey"
import { type Failure, useReadState } from "latchkey/react"

export const Failed = ({ error, isPending, retry }: Failure) => {
  const session = useReadState(reads.session)
  const isSignedIn = session._tag === "Success" && session.value._tag !== "SignedOut"
  return (
    <>
      <h1>This page couldn't be loaded</h1>
      <p className="app-lead" role="alert">{error instanceof Error ? error.message : String(error)}</p>
      <div className="app-row">
        <button className="app-button app-main" disabled={isPending} onClick={retry}>Try again</button>
        {isSignedIn ? <a className="app-button" href="/handler/sign-out">Sign out</a> : null}
      </div>
    </>
  )
}
