/** The remote procedures, which the server and its clients import. */
import * as Rpc from "effect/rpc/Rpc"
import * as RpcGroup from "effect/rpc/RpcGroup"
import * as Schema from "effect/Schema"
import { RequirePermission, RequireUser } from "latchkey/rpc"

const NotesOf = Schema.Struct({ notesOf: Schema.String })

export class Notes extends RpcGroup.make(
  Rpc.make("mine", { success: NotesOf }).middleware(RequireUser),
  // The middleware that is added last runs first: first the authentication, then the check of the permission.
  Rpc.make("all", { success: NotesOf })
    .middleware(RequirePermission("read_all")).middleware(RequireUser)
) {}
