/** Several accounts in React: an account switcher, and entries in the menu of `UserButton`. */
import { Accounts } from "latchkey/accounts"
import { LatchkeyProvider } from "latchkey/react"
import { useAccountItems, useAccounts } from "latchkey/react/accounts"
import { UserButton } from "latchkey/react/screens"
import type { ReactNode } from "react"

// #region provider
const project = { tokenStore: Accounts.layerBrowser() }

export const App = ({ children }: { readonly children: ReactNode }) => (
  <LatchkeyProvider project={project}>{children}</LatchkeyProvider>
)
// #endregion

// #region menu
export const Header = () => <UserButton extraItems={useAccountItems()} />
// #endregion

// #region switcher
export const Switcher = () => {
  const { accounts, add, error, isPending, switchTo } = useAccounts()
  return (
    <>
      {accounts.map(({ isActive, primaryEmail, userId }) => (
        <button
          key={userId}
          disabled={isActive || isPending}
          onClick={() => void switchTo(userId)}
        >
          {primaryEmail}
        </button>
      ))}
      <button onClick={() => void add()}>Add an account</button>
      {error === undefined ? null : <p role="alert">{error.message}</p>}
    </>
  )
}
// #endregion
