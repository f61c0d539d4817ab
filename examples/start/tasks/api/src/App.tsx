/** A page that calls the API. */
import { RequireUser, useAction } from "latchkey/react"

const loadNotes = async () => {
  // the browser sends the session's cookies
  const response = await fetch("/api/notes")
  if (!response.ok) throw new Error(`The notes can't be loaded: ${response.status}`)
  return await response.json() as ReadonlyArray<string>
}

const Notes = () => {
  const { data = [], error, isPending, run } = useAction(loadNotes)
  return (
    <>
      <button disabled={isPending} onClick={() => void run()}>Show my notes</button>
      <ul>{data.map((note) => <li key={note}>{note}</li>)}</ul>
      {error === undefined ? null : <p role="alert">{String(error)}</p>}
    </>
  )
}

export default function App() {
  return (
    <RequireUser>
      <Notes />
    </RequireUser>
  )
}
