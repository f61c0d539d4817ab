/** The same program on two revisions of the platform. `npm run example -- examples/guides/revisions.ts` */
import { startEmulator } from "latchkey/emulator"
import { createClient } from "latchkey/promise"

// #region revisions
for (const revision of ["2025-08", "2026-04"] as const) {
  await using platform = await startEmulator({ revision, config: { requireEmailVerification: true } })
  await using client = createClient(platform.project)

  const { restrictedReason } = await client.signUp.withPassword({
    email: "ada@example.com",
    password: "correct horse",
    verificationCallbackUrl: "http://localhost:3000/handler/email-verification"
  })
  console.log(`${revision}: ${restrictedReason ?? "not restricted"}`)
}
// #endregion
