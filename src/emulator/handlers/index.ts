/** Handlers of all resources. */
import type { resources } from "../../../schemas/catalogue.ts"
import type { Mounted, MountedResource } from "../request/index.ts"
import * as apiKeys from "./apiKeys/index.ts"
import * as authentication from "./authentication/index.ts"
import * as dashboard from "./dashboard/index.ts"
import * as emails from "./emails/index.ts"
import * as payments from "./payments/index.ts"
import * as projects from "./projects/index.ts"
import * as teams from "./teams/index.ts"
import * as users from "./users/index.ts"

/** Handlers of every resource in the contract. */
export type ResourceHandlers = {
  readonly [Name in keyof typeof resources]: MountedResource<(typeof resources)[Name]>
}

const resourceHandlers: ResourceHandlers = {
  ...apiKeys,
  ...authentication,
  ...dashboard,
  ...emails,
  ...payments,
  ...projects,
  ...teams,
  ...users
}

/** Every endpoint with its handler. */
export const mounted: ReadonlyArray<Mounted> = Object.values<ReadonlyArray<Mounted>>(resourceHandlers).flat()
