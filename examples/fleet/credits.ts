/** Credits in a fleet: all servers take turns when they change the credits of a customer. */
import * as Layer from "effect/Layer"
import { Server } from "latchkey"
import { SharedRecords, SharedTurns } from "latchkey/fleet"

// #region turns
/** A back end whose servers take turns when they change a customer's credits. */
export const backEnd = (options: Server.ServerOptions) =>
  Server.layer(options).pipe(
    Layer.provideMerge(SharedTurns.layer().pipe(Layer.provide(SharedRecords.layerRedis())))
  )
// #endregion
