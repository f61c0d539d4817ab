/** The resources that the emulated platform answers. To mount another one, write its file and list it here. */
import type { Mounted } from "../handle.ts"
import { handlers as anonymous } from "./anonymous.ts"
import { handlers as contactChannels } from "./contactChannels.ts"
import { handlers as mfa } from "./mfa.ts"
import { handlers as oauth } from "./oauth.ts"
import { handlers as otp } from "./otp.ts"
import { handlers as password } from "./password.ts"
import { handlers as platform } from "./platform.ts"
import { handlers as projects } from "./projects.ts"
import { handlers as sessions } from "./sessions.ts"
import { handlers as users } from "./users.ts"

/** Every mounted endpoint with its handler. */
export const mounted: ReadonlyArray<Mounted> = [
  ...anonymous,
  ...contactChannels,
  ...mfa,
  ...oauth,
  ...otp,
  ...password,
  ...platform,
  ...projects,
  ...sessions,
  ...users
]
