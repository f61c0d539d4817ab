import type { Authentication } from "latchkey/adapters"

declare global {
  namespace App {
    interface Locals {
      authentication: Authentication
    }
  }
}
