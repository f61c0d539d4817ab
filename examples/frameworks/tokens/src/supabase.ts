/** Supabase with Latchkey's session. */
import { createClient } from "@supabase/supabase-js"
import type { LatchkeyClient } from "latchkey/promise"

// #region client
/** Creates Supabase's client. `key` is Supabase's publishable key. Signed-out requests have the role `anon`. */
export const supabaseOf = (client: Pick<LatchkeyClient, "accessToken">, url: string, key: string) =>
  createClient(url, key, { accessToken: () => client.accessToken() })
// #endregion
