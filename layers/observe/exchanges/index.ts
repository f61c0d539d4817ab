/** A program's requests and responses, kept in memory with their secrets, for tapes and devtools. */
export {
  arrived,
  type ArrivedResponse,
  type Exchanges,
  keepExchanges,
  lost,
  type Outcome,
  responseHeaders,
  type SentExchange,
  type SentFailure
} from "./keepExchanges.ts"
