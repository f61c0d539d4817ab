/** Latchkey for React: effects in components, and the signed-in user. */
"use client"
import type * as Layer from "effect/Layer"
import { createElement, type ReactNode, useState } from "react"
import type { Project } from "../layers/Project.ts"
import type { InvalidConfiguration } from "../schemas/errors/CallError.ts"
import * as Client from "../src/Client.ts"
import { createLatchkeyReact, type ProviderProps } from "./createLatchkeyReact.tsx"
import type { UserServices } from "./currentUserStore.ts"

export {
  createLatchkeyReact,
  type LatchkeyReact,
  type ProviderProps,
  type RunEffect,
  type UserOf,
  type UseUser
} from "./createLatchkeyReact.tsx"

/** The services that effects may ask for under the ready-made provider. */
export type ClientServices = UserServices | Project

const ready = createLatchkeyReact<ClientServices>()

/** The project, or a layer with the services of its client: the embedded platform, another way to send. */
export type LatchkeyProviderProps =
  & ProviderProps
  & (
    | { readonly project: Client.ClientOptions; readonly layer?: undefined }
    | { readonly layer: Layer.Layer<ClientServices, InvalidConfiguration>; readonly project?: undefined }
  )

/** Gives the components below it a session. Its options are read once: give it another `key` to change them. */
export const LatchkeyProvider = ({ layer, project, ...rest }: LatchkeyProviderProps): ReactNode => {
  const [chosen] = useState(() => layer ?? Client.layer(project))
  return createElement(ready.LatchkeyProvider, { ...rest, layer: chosen })
}

export const useRunEffect = ready.useRunEffect
export const useUser = ready.useUser
