/** Entries of a secure store that can't be decrypted, for example because a backup was restored. docs/laws.md native-2. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import { layerNative, layerSecureStore, type SecureStore } from "../../../src/native/index.ts"
import { createClient } from "../../../src/native/native.ts"
import { overBothTransports } from "../../support/platform/transports.ts"
import { scriptedDevice } from "./scriptedDevice.ts"

const ada = { email: "ada@example.com", password: "correct horse" }
