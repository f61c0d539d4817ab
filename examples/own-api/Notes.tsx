/** Components that call your own API as the signed-in user. */
import { useAction, useClient } from "latchkey/react"

// #region same-origin
const loadNotes = async () => {
  // the browser sends the session's cookies
  const response = await fetch("/api/notes")
  if (!response.ok) throw new Error(`The notes can't be loaded: ${response.status}`)
  return await response.json() as ReadonlyArray<string>
}

export const Notes = () => {
  const { data = [], error, isPending, run } = useAction(loadNotes)
  return (
    <>
      <button disabled={isPending} onClick={() => void run()}>Show my notes</button>
      <ul>{data.map((note) => <li key={note}>{note}</li>)}</ul>
      {error === undefined ? null : <p role="alert">{String(error)}</p>}
    </>
  )
}
// #endregion

// #region other-origin
export const AddNote = ({ api = "https://api.example.com" }: { readonly api?: string }) => {
  const client = useClient()
  const { data = [], error, isPending, run } = useAction(async (note: string) => {
    const response = await fetch(`${api}/notes`, {
      method: "POST",
      headers: { ...await client.authHeaders(), "content-type": "application/json" },
      body: JSON.stringify({ note })
    })
    if (!response.ok) throw new Error(`The note can't be added: ${response.status}`)
    return await response.json() as ReadonlyArray<string>
  })
  return (
    <>
      <button disabled={isPending} onClick={() => void run("milk")}>Add milk</button>
      <ul>{data.map((note) => <li key={note}>{note}</li>)}</ul>
      {error === undefined ? null : <p role="alert">{String(error)}</p>}
    </>
  )
}
// #endregion
