declare namespace App {
  interface Locals {
    authentication: import("latchkey/adapters").Authentication
  }
}
