/** Icons of the account settings and the user menu. */
import type { ReactNode } from "react"
import type { SectionId } from "../../parts/account/openSection.ts"
import { Drawn } from "./Icon.tsx"

const paths: { readonly [Name in SectionId | "back" | "device" | "phone" | "settings" | "signOut"]: string } = {
  profile: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20a7.5 6 0 0 1 15 0",
  emails: "M4.5 5.5h15a1 1 0 0 1 1 1v11a1 1 0 0 1-1 1h-15a1 1 0 0 1-1-1v-11a1 1 0 0 1 1-1zM4 7l8 6 8-6",
  connections: "M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7l-1 1M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7l1-1",
  notifications: "M6 16.5V11a6 6 0 1 1 12 0v5.5l1.5 1.5h-15zM10 20.5h4",
  password: "M6 10.5h12a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1zM8 10.5V8a4 4 0 1 1 8 0v2.5",
  passkeys: "M8 15.5a4.5 4.5 0 1 1 4.2-6H21v3.5h-2v3h-3.5v-3h-3.3A4.5 4.5 0 0 1 8 15.5zM7.5 11v.1",
  mfa: "M12 3.5l7 2.5v5.5c0 4.5-3 7.5-7 9-4-1.5-7-4.5-7-9V6zM9 12l2.2 2.2L15 10.5",
  sessions: "M4.5 5h15v10.5h-15zM2.5 19h19",
  teams:
    "M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 19.5a6.5 5.5 0 0 1 13 0M16 4.8a3.5 3.5 0 0 1 0 6.4M18 14.5a6 5.5 0 0 1 3.5 5",
  "api-keys": "M8.5 8l-4 4 4 4M15.5 8l4 4-4 4M13.5 5.5l-3 13",
  billing: "M4.5 5.5h15a1 1 0 0 1 1 1v11a1 1 0 0 1-1 1h-15a1 1 0 0 1-1-1v-11a1 1 0 0 1 1-1zM3.5 9.5h17M7 14.5h4",
  back: "M14.5 6l-6 6 6 6",
  device: "M4.5 5h15v10.5h-15zM2.5 19h19",
  phone: "M8 3.5h8a1 1 0 0 1 1 1v15a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1v-15a1 1 0 0 1 1-1zM11 17.5h2",
  settings:
    "M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM12 3v2.5M12 18.5V21M3 12h2.5M18.5 12H21M5.6 5.6l1.8 1.8M16.6 16.6l1.8 1.8M5.6 18.4l1.8-1.8M16.6 7.4l1.8-1.8",
  signOut: "M10 4.5H5.5a1 1 0 0 0-1 1v13a1 1 0 0 0 1 1H10M9.5 12h11M16.5 8l4 4-4 4"
}

/** An icon. It is decorative, because its label is next to it. */
export const Sign = ({ of }: { readonly of: keyof typeof paths }): ReactNode => <Drawn path={paths[of]} />
