/** Latchkey for React: provider, hooks, and components for signed-in users. */
"use client"
export type * as ReadCache from "../layers/ReadCache.ts"
export { type InitialReads, read, type ReadDefinition, type ReadState } from "../layers/reads/index.ts"
export type { SessionState } from "../layers/session/index.ts"
export type { TeamApiKey, UserApiKey } from "../schemas/entities/ApiKey.ts"
export type { ContactChannel } from "../schemas/entities/ContactChannel.ts"
export type { NotificationPreference } from "../schemas/entities/NotificationPreference.ts"
export type { ClientProject, ClientProjectConfig } from "../schemas/entities/Project.ts"
export type { Restriction } from "../schemas/entities/restriction.ts"
export type { ActiveSession } from "../schemas/entities/Session.ts"
export type { Team } from "../schemas/entities/Team.ts"
export type { User } from "../schemas/entities/User.ts"
export type { InvalidConfiguration } from "../schemas/errors/CallError.ts"
export type { SharedClient } from "../src/promise/index.ts"
export type { ClientServices } from "./clientHooks.ts"
export { createFailureBoundary, type Failure, type FailureBoundaryProps } from "./createFailureBoundary.ts"
export {
  type ClientProviderProps,
  createLatchkeyReact,
  type LatchkeyReact,
  type LayerProviderProps,
  type ProviderProps,
  type ReadStateOf,
  type UserHook,
  type UserOf,
  type UserServices
} from "./createLatchkeyReact.ts"
export { DeferredToBrowser } from "./DeferredToBrowser.ts"
export {
  FailureBoundary,
  RequireUser,
  type RequireUserProps,
  SignedIn,
  type SignedInProps,
  SignedOut,
  type SignedOutProps,
  useAction,
  useProject,
  useRead,
  useReadState,
  useRunEffect,
  useSession,
  useUser
} from "./hooks.ts"
export { LatchkeyProvider, type LatchkeyProviderProps, type ProviderProject } from "./LatchkeyProvider.ts"
export type {
  ActionError,
  ActionResult,
  ActionValue,
  Readable,
  ReadOptions,
  ReadValue,
  Runnable,
  Skippable
} from "./mistakes.ts"
export type { Action, ActionHook, RunEffect, RunOptions } from "./runHooks.ts"
export { HandedProvider as PageProvider, type HandedProviderProps as PageProviderProps } from "./ssr/HandedProvider.tsx"
export { useClient, type UseClientOptions } from "./useClient.ts"
export { type ConnectedAccountOptions, useConnectedAccount } from "./useConnectedAccount.ts"
export {
  useApiKeys,
  useContactChannels,
  useNotificationPreferences,
  usePermission,
  useSessions,
  useTeam,
  useTeams
} from "./userData.ts"
