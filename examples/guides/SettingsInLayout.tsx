import { AccountSettings } from "latchkey/react/screens"
import type { ReactNode } from "react"

const Invoices = () => <p>You have no invoices yet.</p>

// #region layout
export const Settings = ({ navigation }: { navigation: ReactNode }) => (
  <>
    {navigation}
    <main>
      <h1>Settings</h1>
      <AccountSettings fullPage={false} extraItems={[{ id: "invoices", title: "Invoices", content: <Invoices /> }]} />
    </main>
  </>
)
// #endregion
