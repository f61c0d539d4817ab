/** A button for an operation whose back end requires a recent sign-in. */
import { useAction, useClient } from "latchkey/react"

// #region button
export const DeleteAccount = () => {
  const client = useClient()
  const remove = useAction(async () => {
    const response = await fetch("/account/delete", { method: "POST" })
    if (response.ok) return "Deleted."
    const { reason, detail } = await response.json()
    // returns to this page, where the user selects the button again
    if (reason === "not-fresh") await client.redirectTo.confirm()
    return String(detail)
  })
  return (
    <>
      <button disabled={remove.isPending} onClick={() => void remove.run()}>Delete account</button>
      <p role="status">{remove.data}</p>
    </>
  )
}
// #endregion
