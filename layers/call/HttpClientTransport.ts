/**
 * Requests over Effect's `HttpClient`, for programs that have configured one (a proxy, a connection pool, undici). A
 * separate file, because `effect/http` may change in a minor release and nothing else depends on it.
 */
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import type { HttpClientError } from "effect/http/HttpClientError"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import type { HttpClientResponse } from "effect/http/HttpClientResponse"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { type RedirectRefused, ResponseTooLarge } from "../../schemas/errors/CallError.ts"
import { collector, faultOf, fetchOptions, isPermanent } from "./receive.ts"
import { failingFast, following, type RequestSettings, requestSettings } from "./requestSettings.ts"
import { Transport, TransportError, type WireRequest, type WireResponse } from "./Transport.ts"

/**
 * Sends requests with the provided `HttpClient`. The client's spans and trace headers are disabled for these requests,
 * because they would show tokens and the query. Configure the client without retries and redirects: Latchkey handles
 * both.
 *
 * In Chromium, use `Transport.layerFetch`. With this layer, Chromium's developer tools show `no-store` responses as
 * cancelled.
 */
export const layer = (): Layer.Layer<Transport, never, HttpClient.HttpClient> =>
  Layer.effect(
    Transport,
    Effect.map(HttpClient.HttpClient, (client) => ({
      send: failingFast<TransportError | ResponseTooLarge | RedirectRefused, TransportError>(
        (request) =>
          Effect.flatMap(requestSettings, (how) => following((request) => sendOnce(client, request, how), request)),
        TransportError
      )
    }))
  )

const sendOnce = (
  client: HttpClient.HttpClient,
  request: WireRequest,
  { keepalive, limit }: RequestSettings
): Effect.Effect<WireResponse, TransportError | ResponseTooLarge> =>
  client.execute(requestOf(request)).pipe(
    Effect.catch((error) =>
      // If the client fails for error statuses, its error contains the response.
      error.reason._tag === "StatusCodeError" ? Effect.succeed(error.reason.response) : Effect.fail(error)
    ),
    Effect.flatMap((response) =>
      Effect.map(readBody(response, limit), (body): WireResponse => ({
        status: response.status === 0 ? 302 : response.status, // browsers report a redirect with status 0
        headers: { get: (name) => response.headers[name] ?? null },
        body
      }))
    ),
    Effect.mapError((error) => error._tag === "HttpClientError" ? lostBy(error) : error),
    Effect.provideService(HttpClient.TracerDisabledWhen, () => true),
    Effect.provideService(HttpClient.TracerPropagationEnabled, false),
    Effect.provideService(FetchHttpClient.RequestInit, { redirect: "manual", ...fetchOptions(keepalive) })
  )

const requestOf = ({ body, headers, method, url }: WireRequest): HttpClientRequest.HttpClientRequest => {
  const request = HttpClientRequest.make(method as "GET")(url)
  const full = body === undefined ? request : HttpClientRequest.bodyText(request, body)
  return HttpClientRequest.setHeaders(full, headers)
}

const readBody = (
  response: HttpClientResponse,
  limit: number
): Effect.Effect<Uint8Array, HttpClientError | ResponseTooLarge> =>
  Effect.suspend(() => {
    const read = collector(limit)
    const add = (part: Uint8Array) =>
      read.add(part) ? Effect.void : Effect.fail(new ResponseTooLarge({ limitBytes: limit }))
    return response.stream.pipe(
      Stream.runForEach(add),
      Effect.catch((error) =>
        error._tag === "HttpClientError" && error.reason._tag === "EmptyBodyError"
          // The response has no stream. In React Native, no response has one.
          ? Effect.flatMap(response.arrayBuffer, (whole) => add(new Uint8Array(whole)))
          : Effect.fail(error)
      ),
      Effect.map(read.whole)
    )
  })

/** Describes an `HttpClientError` with the runtime's message only, because the error contains the whole request. */
const lostBy = ({ reason }: HttpClientError): TransportError => {
  const description = "description" in reason ? reason.description : undefined
  const fault = faultOf(reason.cause ?? { name: reason._tag, message: description ?? "no cause given" })
  const isLost = reason._tag === "TransportError" || reason._tag === "DecodeError"
  return new TransportError({ ...fault, transient: isLost && !isPermanent(fault) })
}
