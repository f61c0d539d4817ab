/**
 * Under `exactOptionalPropertyTypes`, every optional field of an input accepts `undefined`, so that a value that may be
 * missing can be passed as it is. New functions of the entries are covered without a change. docs/laws.md types-1.
 */
import type * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type * as Schema from "effect/Schema"
import { describe, expectTypeOf, it } from "vitest"
import type * as layers from "../../layers/index.ts"
import type * as reactAccounts from "../../react/accounts.ts"
import type * as react from "../../react/index.ts"
import type * as nextjs from "../../react/nextjs/index.ts"
import type * as parts from "../../react/parts/index.ts"
import type * as reactPayments from "../../react/payments.ts"
import type * as screens from "../../react/screens/index.ts"
import type * as accounts from "../../src/accounts/index.ts"
import type * as atom from "../../src/atom.ts"
import type * as adapters from "../../src/backend/adapters/index.ts"
import type * as httpApi from "../../src/backend/httpApi/index.ts"
import type * as rpc from "../../src/backend/rpc/index.ts"
import type * as emulator from "../../src/emulator/index.ts"
import type * as main from "../../src/index.ts"
import type * as metadata from "../../src/metadata/index.ts"
import type * as native from "../../src/native/index.ts"
import type * as payments from "../../src/payments/index.ts"
import type * as promise from "../../src/promise/index.ts"
import type * as testing from "../../src/testing/index.ts"
import type * as verify from "../../src/verify.ts"

/** Types that aren't Latchkey's options: values of the platform and of runtimes, and effects, schemas and layers. */
type Opaque =
  | Function
  | Date
  | Error
  | RegExp
  | URL
  | Uint8Array
  | ReadonlyArray<any>
  | AbortSignal
  | RequestInit
  | Request
  | Response
  | Headers
  | Schema.Top
  | Effect.Effect<any, any, any>
  | Layer.Layer<any, any, any>
  | Duration.Duration

/** Members of every object, modules and authenticators that are passed in, and the project as the platform sent it. */
type Foreign = "toString" | "openURL" | "offered" | "refusalUnlessFresh" | "refusalUnlessHuman"

/** Functions of values that other functions return, and the base class of errors. */
type OfResults = "KnownError" | "initial" | "causesOf" | "sentenceOf" | "refusalFor" | "refusedResponse"

/** The optional fields of an input that reject `undefined`, at two levels. */
type Refusing<T, Depth extends ReadonlyArray<unknown> = []> = Depth["length"] extends 2 ? never
  : T extends Opaque ? never
  : T extends object ? {
      [K in Exclude<keyof T & string, Foreign>]-?:
        | ({} extends Pick<T, K> ? undefined extends Required<T>[K] ? never : K : never)
        | (Refusing<Required<T>[K], [...Depth, 0]> extends infer Inner extends string ? `${K}.${Inner}` : never)
    }[Exclude<keyof T & string, Foreign>]
  : never

/**
 * The fields that reject `undefined` in the arguments of all functions of a module or a client. Classes and services
 * have none.
 */
type RefusingIn<Module, Depth extends ReadonlyArray<unknown> = []> = Depth["length"] extends 4 ? never
  : Module extends
    Schema.Top | Date | ReadonlyArray<any> | Effect.Effect<any, any, any> | (abstract new(...args: any) => any) ? never
  : Module extends { readonly Service: any } ? never
  : {
    [K in Exclude<keyof Module & string, OfResults>]: Module[K] extends
      Schema.Top | (abstract new(...args: any) => any) ? never
      : Module[K] extends { readonly Service: any } ? never
      : Module[K] extends (...args: infer Args) => any ? `${K}(${Refusing<Args[number]>})`
      : Module[K] extends object ? `${K}.${RefusingIn<Module[K], [...Depth, 0]>}`
      : never
  }[Exclude<keyof Module & string, OfResults>]

describe("optional fields of inputs", () => {
  it("types-1: every optional option of every entry accepts undefined", () => {
    expectTypeOf<RefusingIn<typeof promise>>().toEqualTypeOf<never>()
    expectTypeOf<RefusingIn<promise.LatchkeyClient>>().toEqualTypeOf<never>()
    expectTypeOf<RefusingIn<promise.LatchkeyServer>>().toEqualTypeOf<never>()
    expectTypeOf<RefusingIn<promise.LatchkeyAdmin>>().toEqualTypeOf<never>()
    expectTypeOf<RefusingIn<accounts.LatchkeyAccounts>>().toEqualTypeOf<never>()
    expectTypeOf<RefusingIn<metadata.LatchkeyMetadata>>().toEqualTypeOf<never>()
    expectTypeOf<RefusingIn<metadata.LatchkeyServerMetadata>>().toEqualTypeOf<never>()
    expectTypeOf<RefusingIn<typeof main>>().toEqualTypeOf<never>()
    expectTypeOf<RefusingIn<typeof layers>>().toEqualTypeOf<never>()
    expectTypeOf<RefusingIn<typeof accounts>>().toEqualTypeOf<never>()
    expectTypeOf<RefusingIn<typeof adapters>>().toEqualTypeOf<never>()
    expectTypeOf<RefusingIn<typeof atom>>().toEqualTypeOf<never>()
    expectTypeOf<RefusingIn<typeof emulator>>().toEqualTypeOf<never>()
    expectTypeOf<RefusingIn<typeof httpApi>>().toEqualTypeOf<never>()
    expectTypeOf<RefusingIn<typeof metadata>>().toEqualTypeOf<never>()
    expectTypeOf<RefusingIn<typeof native>>().toEqualTypeOf<never>()
    expectTypeOf<RefusingIn<typeof payments>>().toEqualTypeOf<never>()
    expectTypeOf<RefusingIn<typeof nextjs>>().toEqualTypeOf<never>()
    expectTypeOf<RefusingIn<typeof parts>>().toEqualTypeOf<never>()
    expectTypeOf<RefusingIn<typeof react>>().toEqualTypeOf<never>()
    expectTypeOf<RefusingIn<typeof reactAccounts>>().toEqualTypeOf<never>()
    expectTypeOf<RefusingIn<typeof reactPayments>>().toEqualTypeOf<never>()
    expectTypeOf<RefusingIn<typeof rpc>>().toEqualTypeOf<never>()
    expectTypeOf<RefusingIn<typeof screens>>().toEqualTypeOf<never>()
    expectTypeOf<RefusingIn<typeof testing>>().toEqualTypeOf<never>()
    expectTypeOf<RefusingIn<typeof verify>>().toEqualTypeOf<never>()
  })

  it("types-1: an optional field that rejects undefined is detected", () => {
    expectTypeOf<RefusingIn<{ f: (options?: { readonly a?: string; readonly b?: string | undefined }) => void }>>()
      .toEqualTypeOf<"f(a)">()
    expectTypeOf<
      RefusingIn<{ n: { f: (options: { readonly inner?: { readonly a?: number } | undefined }) => void } }>
    >()
      .toEqualTypeOf<"n.f(inner.a)">()
  })
})
