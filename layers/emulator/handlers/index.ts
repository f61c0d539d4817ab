/** The resources that the emulated platform answers. To mount another one, write its file and list it here. */
import type { Mounted } from "../handle.ts"
import { anonymous } from "./anonymous.ts"
import { contactChannelHandlers } from "./contactChannels.ts"
import { mfa } from "./mfa.ts"
import { oauth } from "./oauth.ts"
import { otp } from "./otp.ts"
import { password } from "./password.ts"
import { platform } from "./platform.ts"
import { projects } from "./projects.ts"
import { sessionHandlers } from "./sessions.ts"
import { usersHandlers } from "./users.ts"

/** Every mounted endpoint with its handler. */
export const mounted: ReadonlyArray<Mounted> = [
  ...anonymous,
  ...contactChannelHandlers,
  ...mfa,
  ...oauth,
  ...otp,
  ...password,
  ...platform,
  ...projects,
  ...sessionHandlers,
  ...usersHandlers
]
