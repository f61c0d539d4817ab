import type { CallReason } from "../../schemas/errors/CallError.ts"

/** Whether a later call may succeed: for programs that poll. */
export const mayPass = (reason: CallReason): boolean => {
  switch (reason._tag) {
    case "Offline":
    case "ConnectionFailed":
    case "TimedOut":
    case "RateLimited":
    case "LoopDetected":
      return true
    case "HttpFailure":
    case "DecodeError":
      return reason.status >= 500
    default:
      return false
  }
}
