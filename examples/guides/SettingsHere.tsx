/** The account settings in a dialog on the current page. */
import { AccountSettingsDialog, UserButton } from "latchkey/react/screens"
import { useState } from "react"

// #region menu
export const Header = () => (
  <header>
    <UserButton settingsDialog />
  </header>
)
// #endregion

// #region section
export const ChangeEmail = () => {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button onClick={() => setOpen(true)}>Change email</button>
      <AccountSettingsDialog open={open} onClose={() => setOpen(false)} section="emails" />
    </>
  )
}
// #endregion
