/** Components that use your own endpoints. */
import { read, useAction, useRead } from "latchkey/react"
import { addNote, listNotes } from "./ownEndpoints.ts"

// #region hooks
export const Notes = () => {
  const { items } = useRead(read("notes", listNotes()))
  const adding = useAction(addNote)
  return (
    <>
      <ul>{items.map(({ id, title }) => <li key={id}>{title}</li>)}</ul>
      <button onClick={() => adding.run({ title: "New note", isPinned: false })}>Add a note</button>
      {adding.error?._tag === "NoteTooLong" ? <p role="alert">{adding.error.message}</p> : null}
    </>
  )
}
// #endregion
